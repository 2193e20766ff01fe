"""How the tests hand in old sheets."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile

from dokoclub.exports.models import Import
from dokoclub.exports.sandbox.requests import Upload
from dokoclub.exports.services.reading import hand_in
from tests.cast import Cast
from tests.evenings.pages import Answer, phone

FIRST = "Anna,Ben,Cleo,Dora\n2,2,-2,-2\n-1,5,1,-5\n"
SECOND = "Ben;Dora;Emil;Anna\n3;-3;3;-3\n"
OPTIONS = {"separator": "auto", "encoding": "auto", "points": "auto", "players": "auto", "rhythm": "weekly"}


def papers(**texts: str | bytes) -> list[SimpleUploadedFile]:
    return [
        SimpleUploadedFile(f"{name}.csv", text.encode() if isinstance(text, str) else text)
        for name, text in texts.items()
    ]


def draft(cast: Cast, **texts: str | bytes) -> Import:
    """What Anna has handed in, without a page."""
    files = [
        Upload(f"{name}.csv", text.encode() if isinstance(text, str) else text)
        for name, text in (texts or {"Eins": FIRST}).items()
    ]
    return hand_in(cast.club, files, key=uuid4(), by=cast.anna)


def page(made: Import, way: str = "") -> str:
    return f"/clubs/{made.club_id}/imports/{made.pk}/{way}"


def send(cast: Cast, made: Import, action: str = "import", **typed: Any) -> Answer:
    """Anna sends the form of the preview; who is called like a player is that player."""
    seen: dict[str, Any] = {**OPTIONS, "first_day": "2020-01-03", "club_evening": "on", "action": action}
    names = dict.fromkeys(name for sheet in made.sheets.all() for name in sheet.names)
    for number, name in enumerate(names):
        seen[f"who_{number}"] = str(cast.players[name].pk) if name in cast.players else "member"
    return phone(cast, "Anna").post(page(made), {**seen, **typed})
