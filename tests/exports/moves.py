"""Clubs that move: where to, how far, and their file."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse

from dokoclub.clubs.models import Club
from dokoclub.clubs.services.clubs import begin_move, confirm_move, note_file
from tests.cast import Cast, signed_in

NEW: Final = "https://neu.example.org"
THERE: Final = f"{NEW}/clubs/7/"
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = {"HX-Request": "true", "Accept": "application/json"}


def page(name: str, club: Club) -> str:
    return reverse(f"exports:{name}", args=[club.pk])


def now(club: Club) -> Club:
    return Club.objects.get(pk=club.pk)


def download(cast: Cast) -> bytes:
    answer: Any = signed_in(cast.anna).get(page("export_moving", cast.club))
    return b"".join(answer.streaming_content)


def gone(cast: Cast, at: str = THERE) -> Club:
    """The club has moved."""
    begin_move(cast.club, to=NEW, by=cast.anna)
    note_file(cast.club, "0" * 64, by=cast.anna)
    confirm_move(cast.club, at=at, by=cast.anna)
    return now(cast.club)
