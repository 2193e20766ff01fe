"""The picture of a tournament that has ended, to send around: the sheet of an evening's, with a line by rounds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.evenings.ledger.facts import scoring_key
from dokoclub.evenings.ledger.running import Totals
from dokoclub.evenings.selectors.evenings import Place
from dokoclub.evenings.shown.picture import Picture, compose_picture
from dokoclub.look.days import day_and_year
from dokoclub.look.numbers import signed
from dokoclub.tournaments.selectors import Day
from scoring.tournament.ranking import Row

DRAWN: Final = 12  # people, the best ones


def draw_tournament(day: Day) -> Picture | None:
    """None where nobody has a rank. No query."""
    rows = [row for row in day.ranking if row.rank is not None and row.played][:DRAWN]
    if not (rows and day.has_points):
        return None
    tournament, heads = day.tournament, len(day.counting)
    return compose_picture(
        club=f"{tournament.club.name} · {tournament.name}",
        day=day_and_year(tournament.day),
        games=ngettext("%(number)s entrant", "%(number)s entrants", heads) % {"number": heads},
        places=[_place(day, row, rows) for row in rows],
        totals={scoring_key(day.entrants[row.who].player): _totals(day, row) for row in rows},
        told=_told(day, rows),
    )


def _place(day: Day, row: Row[int], rows: list[Row[int]]) -> Place:
    return Place(
        rank=row.rank or 0,
        player=day.entrants[row.who].player,
        points=row.points,
        scores=row.points,
        balance=row.points,
        games=row.played,
        won=row.won,
        solos=row.solos,
        solos_won=row.solos,
        decided=row.played,
        summed=0,
        is_shared=sum(other.rank == row.rank for other in rows) > 1,
    )


def _totals(day: Day, row: Row[int]) -> Totals:
    """After each round; a round that was missed changes nothing."""
    return [0, *accumulate(day.points_in(row.who, one) or 0 for one in day.begun)]


def _told(day: Day, rows: list[Row[int]]) -> Iterator[tuple[str, str, str]]:
    """The best round of all, most solos won, most games won."""
    rounds = [(row.best_round, row.who) for row in day.ranking if row.best_round is not None]
    if rounds:
        best = max(points for points, _who in rounds)
        who = next(who for points, who in rounds if points == best)
        yield _("Best round"), day.entrants[who].player.called, signed(best)
    for label, number in ((_("Most solos won"), "solos"), (_("Most games won"), "won")):
        first = max(rows, key=lambda row: getattr(row, number))
        if getattr(first, number):
            yield label, day.entrants[first.who].player.called, f"×{getattr(first, number)}"
