"""Teams: a plan in which four teams meet each other completely; sums, match-days, a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Final, NamedTuple, TypeVar

from scoring.terms import PLAYING
from scoring.tournament.sizes import Rounds, Who

# Multiplication of the field with four elements; its addition is exclusive or.
_TIMES: Final = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
MATCH_POINTS: Final = (4, 3, 2, 1)
Team = TypeVar("Team")


def plan_team_day(teams: Sequence[Sequence[Who]]) -> Rounds:
    """Return four rounds of four teams of four: all 96 pairs of two teams meet exactly once.
    At table t of round r sits player t xor (r times k) of team k, all counted from 0; everybody has each place once.
    """
    four = range(PLAYING)
    return tuple(
        tuple(
            tuple(
                teams[team][table ^ _TIMES[round_][team]]
                for team in (four[(place + round_) % PLAYING] for place in four)
            )
            for table in four
        )
        for round_ in four
    )


class TeamRow(NamedTuple):
    team: str
    rank: int
    points: int
    members: tuple[int, ...]  # their points, the best first


def rank_teams(members: Mapping[str, Sequence[int]]) -> tuple[TeamRow, ...]:
    """Rank teams by the points of their members. Ties: the best member, then the second, …; then a shared rank.
    A missing member of a team counts less than any other.
    """
    merits = {team: (sum(points), tuple(sorted(points, reverse=True))) for team, points in members.items()}
    ordered = sorted(members, key=lambda team: (_falling(merits[team]), team))
    return tuple(
        TeamRow(team, 1 + sum(_falling(merits[other]) < _falling(merits[team]) for other in members), *merits[team])
        for team in ordered
    )


def _falling(merit: tuple[int, tuple[int, ...]]) -> tuple[float, ...]:
    """Return the sort key, the smaller the better; a missing member comes after all others."""
    points, best = merit
    return (-points, *(-one for one in best), inf)


def share_match_points(points: Mapping[Team, int]) -> dict[Team, Fraction]:
    """Return 4, 3, 2 and 1 for the places of a match-day; teams with equal points share the mean of theirs."""
    worth = dict(enumerate(MATCH_POINTS))
    return {team: _mean_of_places(own, list(points.values()), worth) for team, own in points.items()}


def _mean_of_places(own: int, everybody: Sequence[int], worth: Mapping[int, int]) -> Fraction:
    before, equal = sum(other > own for other in everybody), everybody.count(own)
    return Fraction(sum(worth.get(place, 0) for place in range(before, before + equal)), equal)


class MatchRow(NamedTuple):
    team: str
    rank: int
    match_points: Fraction  # Siegpunkte
    points: int  # Spielpunkte


def rank_match_days(days: Sequence[Mapping[str, int]]) -> tuple[MatchRow, ...]:
    """Rank teams over match-days, each team → its points: match points, then points, then a shared rank."""
    shared = [share_match_points(day) for day in days]
    sums = {
        team: (sum((day.get(team, Fraction(0)) for day in shared), Fraction(0)), sum(day.get(team, 0) for day in days))
        for day in days
        for team in day
    }
    ordered = sorted(sums, key=lambda team: (-sums[team][0], -sums[team][1], team))
    return tuple(
        MatchRow(team, 1 + sum(other > sums[team] for other in sums.values()), *sums[team]) for team in ordered
    )
