"""What stands on a certificate of a tournament: who, which place, with how many points."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from dokoclub.look.numbers import signed
from dokoclub.standings.shown.certificates import Certificate, name_next
from dokoclub.tournaments.selectors import Day
from dokoclub.tournaments.shown.standing import LONG, score_of

FIRST: Final = 3


class Awarded(NamedTuple):
    certificate: Certificate | None  # None: it still runs, or nobody has a rank
    ahead_of: str  # who came second and third, for who won alone
    first_three: list[Certificate]
    folds: bool  # the list below it


def award_certificate(day: Day, number: int | None) -> Awarded:
    """That of a start number, or the winner's. No query."""
    everybody = _certificates(day)
    found = next((one for one in everybody if one.player == number), next(iter(everybody), None))
    first = [one for one in everybody if one.rank <= FIRST]
    has_won = found is not None and found.rank == 1 and not found.is_shared
    return Awarded(found, name_next(first) if has_won else "", first, len(everybody) >= LONG)


def _certificates(day: Day) -> list[Certificate]:
    """`player` is the start number. None before the end: what is printed is final."""
    if not (day.tournament.is_over and day.has_points):
        return []
    is_points = day.tournament.rank_by == "points"
    rows = [row for row in day.ranking if row.rank is not None and row.played]
    ranks = [row.rank for row in rows]
    return [
        Certificate(
            player=row.who,
            name=day.entrants[row.who].player.name,
            rank=row.rank or 0,
            is_shared=ranks.count(row.rank) > 1,
            score=signed(row.points) if is_points else score_of(row.score),
            column=_COLUMNS[day.tournament.rank_by](),
        )
        for row in rows
    ]


_COLUMNS = {
    "points": lambda: _("Points"),
    "place_points": lambda: _("place points"),
    "mean_round": lambda: _("points a round"),
}
