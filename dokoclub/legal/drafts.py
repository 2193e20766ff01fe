"""Drafts of the two texts: true of this install, and with [[brackets]] where only its founder knows."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from dokoclub.legal.stored import STORED
from dokoclub.legal.texts import Key, list_keys
from dokoclub.look.cookies import own_name

COOKIES: Final = ("session", "csrf", "messages", "holder", "language", "theme", "sheet_order")
OPEN: Final = "[["  # begins what is still to be filled in


def write_drafts() -> dict[Key, str]:
    return {key: _write(*key) for key in list_keys()}


def _write(kind: str, language: str) -> str:
    facts = {
        "site": settings.PUBLIC_URL,
        "stored": STORED,
        "is_file": "sqlite" in settings.DATABASES["default"]["ENGINE"],
        "copies_kept": settings.BACKUPS_KEPT if settings.NIGHTLY else 0,
        "copies_leave": bool(settings.BACKUP_COMMAND),
        "copies_encrypted": bool(settings.BACKUP_ENCRYPT),
        "reminds": bool(settings.PUSH_CONTACT),
        "mails": settings.MAIL,
        "cookies": {word: own_name(word) for word in COOKIES} | {"device": own_name("device", path="/account/")},
        "session_days": settings.SESSION_COOKIE_AGE // (24 * 60 * 60),
    }
    with translation.override(language):
        return render_to_string(f"operations/drafts/{kind}.txt", facts).strip() + "\n"
