"""Pages as a member of the cast sees them."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any, Protocol
from uuid import uuid4

from django.test import Client

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from tests.accounts.people import Page
from tests.cast import Cast, signed_in
from tests.pages import seen

__all__ = ["Answer", "field", "many", "names", "phone", "seats", "seen", "signed_in", "started", "starting", "url_of"]


class Answer(Page, Protocol):
    """A response of the test client."""

    @property
    def status_code(self) -> int: ...

    @property
    def headers(self) -> Any: ...


def phone(cast: Cast, name: str) -> Client:
    return signed_in(cast.accounts[name])


def url_of(evening: Evening, page: str = "") -> str:
    return f"/evenings/{evening.pk}/{page}"


def seats(players: Sequence[Player]) -> str:
    return " ".join(str(player.pk) for player in players)


def starting(cast: Cast, *tables: Sequence[Player], **more: Any) -> dict[str, Any]:
    """Return the form of a new evening: one table of Anna to Dora unless other tables are named."""
    return {
        "seats": [seats(table) for table in tables or [cast.four]],
        "name": [str(index + 1) for index in range(len(tables) or 1)],
        "length_kind": "open",
        "key": str(uuid4()),
        **more,
    }


def started(cast: Cast, *tables: Sequence[Player], **more: Any) -> Answer:
    """Have Ben send the form of a new evening."""
    return phone(cast, "Ben").post(f"/clubs/{cast.club.pk}/evenings/new/", starting(cast, *tables, **more))


def field(response: Page, name: str) -> list[str]:
    """Return the values of the inputs of that name on a page."""
    inputs = re.findall(r"<input[^>]*>", response.content.decode())
    return [
        html.unescape((re.findall(r'value="([^"]*)"', tag) or [""])[0]) for tag in inputs if f'name="{name}"' in tag
    ]


def names(sheet: Sheet) -> list[str]:
    """Return the players' names in the order of their seats."""
    by_id = {str(player.pk): player.name for player in sheet.evening.club.players.all()}
    return [by_id[player] for player in sheet.players]


def many(cast: Cast, number: int) -> list[Player]:
    """Return that many people, with guests."""
    return [*cast.four, *(cast.guest(f"Gast {number}") for number in range(number - 4))]
