"""Legal texts of this install, Impressum and privacy notice, written by its founder.

They are files in DATA_DIR, one for each language, not a table: the foot of every page checks which exist, and that
must not cost a query.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from dokoclub.core.cookies import own_name
from dokoclub.legal.stored import STORED

KINDS: Final = {"imprint": _("Legal notice"), "privacy": _("Privacy")}
LONGEST: Final = 40_000  # characters
Key = tuple[str, str]  # kind, language
COOKIES: Final = ("session", "csrf", "messages", "holder", "language", "theme", "sheet_order")
OPEN: Final = "[["  # start of a placeholder to fill in


class Block(NamedTuple):
    """A heading, which begins with # in the text, or a paragraph."""

    is_heading: bool
    text: str


def list_kinds() -> list[str]:
    """List the kinds with a text in any language. Reads one folder, and no database."""
    try:
        there = {name.partition(".")[0] for name in os.listdir(_folder())}
    except OSError:
        return []
    return [kind for kind in KINDS if kind in there]


def list_keys() -> list[Key]:
    """List every kind in every language of the site."""
    return [(kind, language) for kind in KINDS for language, _name in settings.LANGUAGES]


def read_texts() -> dict[Key, str]:
    """Return the existing texts."""
    return {key: text for key in list_keys() if (text := _read(key))}


def find_text(kind: str) -> tuple[str, str] | None:
    """Return language and text: in the reader's language if possible, else in another."""
    reader = str(get_language())
    languages = sorted((language for language, _name in settings.LANGUAGES), key=lambda one: one != reader)
    found = ((language, _read((kind, language))) for language in languages)
    return next(((language, text) for language, text in found if text), None)


def save_texts(texts: Mapping[Key, str]) -> None:
    """Save each text atomically; empty ones are deleted. Raises OSError."""
    _folder().mkdir(mode=0o700, exist_ok=True)
    for key, text in texts.items():
        path = _path(key)
        if not text:
            path.unlink(missing_ok=True)
            continue
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        with unfinished.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)


def split_blocks(text: str) -> list[Block]:
    """Split the text into paragraphs at empty lines."""
    paragraphs = "\n".join(line.strip() for line in text.splitlines()).split("\n\n")
    stripped = (paragraph.strip() for paragraph in paragraphs)
    return [Block(one.startswith("#"), one.lstrip("# ")) for one in stripped if one]


def _read(key: Key) -> str:
    try:
        return _path(key).read_text(encoding="utf-8", errors="replace")  # it may have been edited by hand
    except OSError:
        return ""


def _path(key: Key) -> Path:
    return _folder() / ".".join((*key, "txt"))


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "texts"


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
