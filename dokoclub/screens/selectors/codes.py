"""Codes that are typed instead of a link: the one that is open, for its maker and for somebody who types it."""

from __future__ import annotations

from dokoclub.screens.models import Code, Kind, hash_code


def code_of(kind: Kind, subject: int, token: str) -> Code | None:
    """Return the open code that stands for the link of `token`, used up or not. One query."""
    code = Code.objects.open().filter(kind=kind, subject=subject).first()
    return code if code is not None and code.token == token else None


def code_typed(signs: str, *, for_screens: bool) -> Code | None:
    """Return the open code of these signs, with its maker. One query."""
    hashed = hash_code(signs, Kind.SCREEN if for_screens else Kind.WRITE)
    return Code.objects.open().select_related("made_by").filter(hash=hashed).first()
