"""What is open in a club: while anything is, its currency stays."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.settlement.selectors.accounts import AccountStanding, list_standings
from dokoclub.settlement.selectors.dues import Waiting, waiting_dues
from dokoclub.settlement.selectors.owing import Pair, get_overview


class Open(NamedTuple):
    """All that would have to be settled first."""

    evenings: list[Evening]  # still played
    pairs: tuple[Pair, ...]
    members: list[AccountStanding]  # who owe the cash box, or have credit there
    dues: list[Waiting]  # fallen due and not charged

    def __bool__(self) -> bool:
        return any(self)


def open_things(club: Club, today: date) -> Open:
    """Twenty queries at most."""
    return Open(
        evenings=list(Evening.objects.open().filter(club=club).order_by("date", "pk")),
        pairs=get_overview(club).pairs,
        members=list(_uneven(club)),
        dues=[one for one in waiting_dues(club, today) if one.cents],
    )


def _uneven(club: Club) -> Iterator[AccountStanding]:
    return (one for one in list_standings(club) if one.items or one.credit)
