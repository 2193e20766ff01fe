"""The club of the style page: people and an evening that are in no database. Links from there lead nowhere."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.models import Evening

NOBODYS: Final = 0  # the number of the club, its evening, its sheets: no row of a database has it
DAY: Final = date(2026, 11, 20)
BEGIN: Final = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
END: Final = BEGIN + timedelta(hours=3)

CLUB: Final = Club(pk=NOBODYS, name="Doppelkopf Linde")
OWNER: Final = Membership(club=CLUB, account=Account(pk=NOBODYS, display_name="Ben"), owner=True)
NAMES: Final = ("Anna", "Ben", "Cleo", "Karl-Heinz", "Dora", "Friederike", "Jürgen-Maria")
PLAYERS: Final = {
    name[0]: Player(
        pk=number, club=CLUB, name=name, folded_name=name.casefold(), guest=name == "Friederike", tint=number
    )
    for number, name in enumerate(NAMES, 1)
}  # by initial
BY_NUMBER: Final = {player.pk: player for player in PLAYERS.values()}


def make_seats(initials: str) -> list[Player]:
    """Return the players for initials: `ABC` gives Anna, Ben and Cleo."""
    return [PLAYERS[initial] for initial in initials]


def make_evening(*, is_open: bool = True, weeks_ago: int = 0) -> AtEvening:
    day, closed_at = DAY - timedelta(weeks=weeks_ago), None if is_open else END
    return AtEvening(Evening(pk=NOBODYS, club=CLUB, date=day, stake=5, closed_at=closed_at), OWNER)
