"""Open items of a club, which keep its currency from being changed."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.settlement.selectors.accounts import AccountStanding, list_standings
from dokoclub.settlement.selectors.dues import Waiting, waiting_dues
from dokoclub.settlement.selectors.owing import Pair, get_overview


class Open(NamedTuple):
    """All items to settle first."""

    evenings: list[Evening]  # still played
    pairs: tuple[Pair, ...]
    members: list[AccountStanding]  # those with debts to the cash box, or credit
    dues: list[Waiting]  # due and not charged

    def __bool__(self) -> bool:
        return any(self)


def open_things(club: Club, today: date) -> Open:
    """Return the open items of a club. Twenty queries at most."""
    return Open(
        evenings=list(Evening.objects.open().filter(club=club).order_by("date", "pk")),
        pairs=get_overview(club).pairs,
        members=list(_uneven(club)) if club.uses("dues") else [],
        dues=[one for one in waiting_dues(club, today) if one.cents] if club.uses("dues") else [],
    )


def _uneven(club: Club) -> Iterator[AccountStanding]:
    return (one for one in list_standings(club) if one.items or one.credit)
