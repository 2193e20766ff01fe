"""What would a change of one table move? Ranks and prizes, before anything is written. No query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from dokoclub.tournaments.models import Entrant, RoundTable
from dokoclub.tournaments.selectors.day import Day, Sitting
from dokoclub.tournaments.selectors.prizes import prizes_of


class Slip(NamedTuple):
    """What is handed in for one person; `points` without the penalty, which is 0 or less."""

    points: int
    won: int = 0
    solos_won: int = 0
    solos_lost: int = 0
    penalty: int = 0


class Moved(NamedTuple):
    entrant: Entrant
    rank: tuple[int | None, int | None]  # before and after
    cents: tuple[int, int]

    @property
    def moves_prize(self) -> bool:
        return self.cents[0] != self.cents[1]


def with_slips(day: Day, table: RoundTable, slips: Mapping[int, Slip]) -> Day:
    """The same day, had the table handed in this, by start number."""
    rounds = tuple(
        replace(
            one,
            tables=tuple(
                replace(now, sittings=tuple(_with_slip(sitting, slips) for sitting in now.sittings))
                if now.table.pk == table.pk
                else now
                for now in one.tables
            ),
        )
        for one in day.rounds
    )
    return Day(day.tournament, day.entrants, rounds)


def _with_slip(sitting: Sitting, slips: Mapping[int, Slip]) -> Sitting:
    slip = slips.get(sitting.entrant.number)
    if slip is None:
        return sitting
    return replace(
        sitting,
        points=slip.points,
        won=slip.won,
        solos_won=slip.solos_won,
        solos_lost=slip.solos_lost,
        penalty=slip.penalty,
    )


def compare_days(before: Day, after: Day) -> list[Moved]:
    """Whose rank or prize changes, by the list as it would be."""
    old, new = ({row.who: row.rank for row in day.ranking} for day in (before, after))
    old_cents, new_cents = prizes_of(before).cents, prizes_of(after).cents
    return [
        Moved(before.entrants[who], (old.get(who), new[who]), (old_cents.get(who, 0), new_cents.get(who, 0)))
        for who in new
        if old.get(who) != new[who] or old_cents.get(who, 0) != new_cents.get(who, 0)
    ]
