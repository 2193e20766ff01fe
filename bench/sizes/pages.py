"""Every page that the owner of a club can read: the table of addresses (tests/house/access_table.py) with kwargs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final, NamedTuple

from django.urls import reverse

from bench.games import UNWRITTEN, Games
from tests.house.access_table import ACCESS_RULES
from tests.house.addresses import addresses

SAVE: Final = "save game"
WHOLE_INSTALL: Final = {"operations:show_install"}  # counts everything, for one reader: grows by its nature
MORE: Final = {  # the access tests have one evening, one month and one player; these have many games
    "evenings:show_evening": {"evening_id": "closed_evening"},
    "evenings:show_sheet": {"sheet_id": "closed_sheet"},
    "settlement:show_evening": {"evening_id": "closed_evening"},
}
PERIODS: Final = ("standings:show_table", "standings:show_club_statistics", "standings:show_player_statistics")


class Page(NamedTuple):
    name: str
    path: str
    form: dict[str, str] | None = None
    base: int = UNWRITTEN


def list_pages(gaps: dict[str, Any]) -> Iterator[Page]:
    """Yield the pages. Some do not answer 200, because their token is invalid: callers have to leave them out."""
    for name, needed in addresses():
        if name in ACCESS_RULES and "GET" in ACCESS_RULES[name].methods and set(needed) <= gaps.keys():
            yield Page(name, reverse(name, kwargs={gap: gaps[gap] for gap in needed}))
    named = dict(addresses())
    for name, others in MORE.items():
        yield Page(f"{name}, 50 games", _with(name, named[name], gaps, {gap: gaps[key] for gap, key in others.items()}))
    for name in PERIODS:
        for period in (gaps["months"][-1], "all"):
            yield Page(f"{name}, {period}", _with(name, named[name], gaps, {"period": period}))


def _with(name: str, needed: list[str], gaps: dict[str, Any], more: dict[str, Any]) -> str:
    return reverse(name, kwargs={gap: (gaps | more)[gap] for gap in needed})


def save_pages(gaps: dict[str, Any], begin: int = UNWRITTEN) -> Iterator[Page]:
    """Yield saves on one sheet, one game after the other, from this version on."""
    games = Games(gaps["four"])
    for base in count(begin):
        yield Page(SAVE, f"/sheets/{gaps['waiting'][0]}/ops/", games.fill_form(), base)
