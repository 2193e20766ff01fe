"""Many evenings at once: a line for each in the club's list, and how everybody stands over a year."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import CharField, Sum
from django.db.models.functions import Cast, Substr

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import everybody_in
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Evening, Result
from dokoclub.evenings.selectors.evenings import Ranks, newest_evenings, ranks_of, with_tables
from dokoclub.evenings.selectors.styles import style_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """An evening in a line: "2 tables · 31 games · Ben +44"."""

    evening: Evening
    tables: int
    rounds: int
    games: int
    best: int  # points
    winners: tuple[Player, ...]  # none before the first game
    is_summed: bool = False  # nothing but its sums is known
    name: str = ""  # of a tournament


def last_evenings(club: Club) -> list[Glance]:
    """The last closed evenings, the newest first, tournaments with their names. Five queries."""
    return _named(club, [evening for evening in newest_evenings(club) if not evening.is_open])


def evenings_of_year(club: Club, year: int) -> list[Glance]:
    """Open ones too, the newest first, tournaments with their names. Five queries, whatever their number."""
    evenings = list(with_tables(Evening.objects.alive().filter(club=club, date__year=year)).order_by("-date", "-pk"))
    for evening in evenings:
        evening.club = club
    return _named(club, evenings)


def years_of_play(club: Club) -> list[int]:
    """In which the club played, the newest first. One query."""
    year = Substr(Cast("date", CharField()), 1, 4)  # SQLite would call Python to cut a date
    years = Evening.objects.alive().filter(club=club).order_by().values_list(year).distinct()
    return sorted((int(year) for (year,) in years), reverse=True)


def standing_of_year(club: Club, year: int) -> Mapping[int, int]:
    """Points by player over all evenings of a year, for drawing tables by it. Two queries."""
    results = Result.objects.alive().filter(sheet__evening__club=club, sheet__evening__date__year=year)
    points = results.values_list("player").annotate(points=Sum(style_of(club).ranked_by))
    return dict(points)


def _named(club: Club, evenings: Sequence[Any]) -> list[Glance]:
    """Evenings `with_tables`. Four queries, and five for each tournament that is over, for its own winner."""
    names = {pk: name for named in hooks.evening_names for pk, name in named(evenings).items()}
    ranks = ranks_of([evening for evening in evenings if evening.pk in names and not evening.is_open])
    return [replace(glance, name=names.get(glance.evening.pk, "")) for glance in _glances(club, evenings, ranks)]


def _glances(club: Club, evenings: Sequence[Any], ranks: Mapping[int, Ranks | None]) -> list[Glance]:
    """Three queries: the club's style, results, winners."""
    ranked_by = style_of(club).ranked_by
    points = _points(evenings, ranked_by)
    best = {evening: max(of_players.values(), default=0) for evening, of_players in points.items()}
    winners = {
        evening: [player for player, made in of_players.items() if made == best[evening]]
        for evening, of_players in points.items()
    }
    for evening, ranked in ranks.items():
        if ranked is not None and evening in points:
            winners[evening] = [player for player, rank in ranked.items() if rank == 1 and player in points[evening]]
            best[evening] = max((points[evening][player] for player in winners[evening]), default=0)
    players = {player.pk: player for player in everybody_in(club)}
    return [
        _glance(evening, best.get(evening.pk, 0), [players[pk] for pk in winners.get(evening.pk, [])])
        for evening in evenings
    ]


def _points(evenings: Sequence[Evening], ranked_by: str) -> dict[int, dict[int, int]]:
    """By evening and player, of those who have played."""
    results = Result.objects.filter(sheet__evening__in=evenings).values_list("sheet__evening", "player")
    found: dict[int, dict[int, int]] = {}
    played = Sum("games") + Sum("summed")
    for evening, player, points, games in results.annotate(points=Sum(ranked_by), played=played).order_by("player"):
        if games:
            found.setdefault(evening, {})[player] = points
    return found


def _glance(evening: Any, best: int, winners: Sequence[Player]) -> Glance:
    return Glance(
        evening=evening,
        tables=evening.table_count,
        rounds=evening.round_count or 0,
        games=evening.game_count or 0,
        is_summed=bool(winners) and not evening.game_count,
        best=best,
        winners=tuple(winners),
    )
