"""The list of a tournament as it is printed: rank, rounds, points."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from dokoclub.clubs.models import Player
from dokoclub.look.numbers import decimals, signed
from dokoclub.tournaments.models import Entrant
from dokoclub.tournaments.selectors import Day
from scoring.terms import PLAYING
from scoring.tournament.ranking import Row, filter_ranking
from scoring.tournament.teams import rank_teams, share_match_points

ON_PODIUM: Final = 3
AT_ONCE: Final = 12  # lines of a long list that are seen before it is unfolded
LONG: Final = 16  # fewer lines are not folded


class Line(NamedTuple):
    entrant: Entrant
    rank: int | None
    rounds: list[int | None]  # points by round that has begun; None: not there
    points: int
    score: str  # what ranks, where that is not the points
    solos: int
    won: int
    by_lot: bool


class Listing(NamedTuple):
    title: str  # "" for the list of all
    lines: list[Line]

    @property
    def folds(self) -> bool:
        """All but the first lines and the reader's own one."""
        return len(self.lines) >= LONG


def line_of(day: Day, row: Row[int]) -> Line:
    entrant = day.entrants[row.who]
    rounds = [day.points_in(row.who, one) for one in day.begun]
    score = "" if day.tournament.rank_by == "points" and row.score == row.points else score_of(row.score)
    return Line(entrant, row.rank, rounds, row.points, score, row.solos, row.won, row.by_lot)


def score_of(score: int | Fraction | None) -> str:
    """`+4`, `+3,5`, `−1,33`; nothing where there is none."""
    if score is None:
        return ""
    places = next((places for places in (0, 1, 2) if (score * 10**places) % 1 == 0), 2)
    return signed(Decimal(score.numerator) / Decimal(score.denominator), places)


def list_standing(day: Day, rows: Sequence[Row[int]] | None = None) -> list[Line]:
    return [line_of(day, row) for row in (day.ranking if rows is None else rows)]


def whole_list(day: Day) -> Listing:
    """Of everybody; without a line before there are points."""
    return Listing("", list_standing(day) if day.has_points else [])


class Podium(NamedTuple):
    """How it ended."""

    winners: list[Player]
    score: str
    first: list[Line]  # three and no more; none where others share the third place


def podium_of(lines: Sequence[Line]) -> Podium | None:
    """Of the whole list; None where nobody has a rank."""
    winners = [line for line in lines if line.rank == 1]
    if not winners:
        return None
    first = [line for line in lines if line.rank is not None and line.rank <= ON_PODIUM]
    score = winners[0].score or signed(winners[0].points)
    return Podium([line.entrant.player for line in winners], score, first if len(first) == ON_PODIUM else [])


def list_by_tag(day: Day) -> list[Listing]:
    """The lists that have ranks of their own; none before there are points."""
    found: list[Listing] = []
    if not day.has_points:
        return found
    for tag in day.tournament.lists:
        members = {number for number, entrant in day.entrants.items() if tag in entrant.tags}
        if members:
            found.append(Listing(tag, list_standing(day, filter_ranking(day.ranking, members))))
    return found


class TeamLine(NamedTuple):
    name: str
    rank: int
    points: int
    members: str
    match_points: str  # of a match-day of four teams; else nothing


def list_teams(day: Day) -> list[TeamLine]:
    """By the points of their members, those of a round in which one was missing as they are; none before there are."""
    if not day.has_points:
        return []
    points = {row.who: row.points for row in day.ranking}
    members: dict[str, list[Entrant]] = {}
    for entrant in day.counting:
        if entrant.team is not None:
            members.setdefault(entrant.team.name, []).append(entrant)
    rows = rank_teams({team: [points.get(one.number, 0) for one in some] for team, some in members.items()})
    shared = share_match_points({row.team: row.points for row in rows}) if len(rows) == PLAYING else {}
    return [
        TeamLine(
            row.team,
            row.rank,
            row.points,
            ", ".join(one.player.name for one in members[row.team]),
            decimals(float(shared[row.team])) if shared else "",
        )
        for row in rows
    ]
