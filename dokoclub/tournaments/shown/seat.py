"""Where do I sit? "Runde 2: Tisch 5, Platz 3", with who else sits there, the clock and the own standing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.utils import timezone

from dokoclub.clubs.models import Player
from dokoclub.tournaments.models import Entrant, RoundTable
from dokoclub.tournaments.selectors import Day, RoundNow, Sitting
from dokoclub.tournaments.shown.standing import Line, list_standing
from scoring.tournament.sizes import games_at_table

AROUND: Final = 5  # people who are drawn around a table; more are listed
BESIDE: Final = 2  # lines of the standing above the own one, and as many below


class Neighbour(NamedTuple):
    place: int
    player: Player
    seat: int  # so many places after the own one, clockwise; 0: oneself

    @property
    def is_own(self) -> bool:
        return self.seat == 0


class SeatCard(NamedTuple):
    entrant: Entrant
    number: int | None  # of the round; None: nothing is planned
    runs: bool
    pauses: bool
    table: RoundTable | None
    place: int | None
    is_full: bool  # the list has all its games: what comes next is to hand it in
    people: list[Neighbour]
    ends: datetime | None
    now: datetime
    points: int | None  # None: nothing was played
    rank: int | None
    ranked: int  # of so many
    rounds: list[tuple[int, int | None]]  # number and own points of each that has begun; None: not there
    close: list[Line]  # of the standing, the own line among its neighbours; none before there are points

    @property
    def is_drawn(self) -> bool:
        return len(self.people) <= AROUND


def seat_of(day: Day, number: int) -> SeatCard:
    """By start number: the round that runs, or the next one as soon as the own table is confirmed. No query.

    Once the tournament has ended nobody sits anywhere; before there are points nobody has a rank.
    """
    one = None if day.tournament.is_over else _round_for(day, number)
    found = day.sitting_of(number, one) if one else None
    row = next((row for row in day.ranking if row.who == number), None) if day.has_points else None
    table = found[0].table if found else None
    runs = one is not None and one.round.has_begun
    waits = table is not None and runs and not table.is_handed_in
    return SeatCard(
        entrant=day.entrants[number],
        number=one.number if one else None,
        runs=runs,
        pauses=one is not None and number in one.round.paused,
        table=table,
        place=found[1].place.number if found else None,
        is_full=waits
        and found is not None
        and found[0].games >= games_at_table(day.tournament.games, len(found[0].seated)),
        people=_around(found[0].seated, found[1].place.number) if found else [],
        ends=table.ends_at(day.tournament.minutes) if table and waits else None,
        now=timezone.now(),
        points=row.points if row else None,
        rank=row.rank if row else None,
        ranked=len(day.counting),
        rounds=[(begun.number, day.points_in(number, begun)) for begun in day.begun] if row else [],
        close=_close(day, number),
    )


def _close(day: Day, number: int) -> list[Line]:
    """Always as many lines, also for the first and the last one."""
    own = next((at for at, row in enumerate(day.ranking) if row.who == number), None) if day.has_points else None
    if own is None:
        return []
    first = max(0, min(own - BESIDE, len(day.ranking) - 2 * BESIDE - 1))
    return list_standing(day, day.ranking[first : first + 2 * BESIDE + 1])


def _around(seated: Sequence[Sitting], own: int) -> list[Neighbour]:
    return [Neighbour(one.place.number, one.entrant.player, (one.place.number - own) % len(seated)) for one in seated]


def _round_for(day: Day, number: int) -> RoundNow | None:
    current = day.current
    following = day.planned[0] if day.planned else None
    if current is None:
        return following
    found = day.sitting_of(number, current)
    is_through = found[0].table.is_confirmed if found else current.is_confirmed
    return following if is_through and following is not None else current
