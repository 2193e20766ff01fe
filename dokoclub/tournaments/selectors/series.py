"""Series of tournaments, and who leads one: all rounds of its tournaments that have ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.tournaments.models import Place, Series, State, Tournament
from scoring.league.standings import Row
from scoring.terms import PLAYING
from scoring.tournament.series import Played, days_since, rank_series
from scoring.tournament.teams import MatchRow, rank_match_days


class RoundOf(NamedTuple):
    """A round of a tournament; in the list of a series it has the number of its row in the database."""

    tournament: Tournament
    number: int


class SeriesTable(NamedTuple):
    since: date | None  # the first day that counts
    tournaments: Sequence[Tournament]  # that count, the first first
    rows: Sequence[Row]  # the best first
    players: Mapping[int, Player]
    rounds: Mapping[int, RoundOf]
    teams: Sequence[MatchRow]  # over the match-days of four teams


def series_of_club(club: Club) -> list[Series]:
    """With `.held`, how many tournaments they have. One query."""
    held = Count("tournaments", filter=Q(tournaments__evening=None) | Q(tournaments__evening__deleted_at=None))
    return list(Series.objects.filter(club=club).annotate(held=held))


def tournaments_to_gather(club: Club, series: Series | None) -> list[Tournament]:
    """Those of the series, and those in none. One query."""
    in_none = Q(series=None) | Q(series=series) if series else Q(series=None)
    return list(Tournament.objects.alive().filter(in_none, club=club))


def tournaments_held(series: Series) -> list[Tournament]:
    """All of it, also those that have not ended, the first first. One query."""
    return list(Tournament.objects.alive().filter(series=series).order_by("day", "pk"))


def rank_tournaments(series: Series) -> SeriesTable:
    """As it stands today. Two queries."""
    since = days_since(date_of_play(), series.months) if series.months else None
    found = Tournament.objects.alive().filter(series=series, state=State.ENDED)
    if since is not None:
        found = found.filter(day__gte=since)
    tournaments = {one.pk: one for one in found.order_by("day", "pk")}
    places = _places_of(tournaments)
    rounds = {
        place.table.round_id: RoundOf(tournaments[place.table.round.tournament_id], place.table.round.number)
        for place in places
    }
    played = [_played(place, rounds[place.table.round_id]) for place in places]
    return SeriesTable(
        since=since,
        tournaments=list(tournaments.values()),
        rows=rank_series(played, series.parsed).rows,
        players={place.entrant.player_id: place.entrant.player for place in places},
        rounds=rounds,
        teams=rank_match_days([day for day in _teams_by_day(tournaments, places) if len(day) == PLAYING]),
    )


def _places_of(tournaments: Mapping[int, Tournament]) -> list[Place]:
    """Of everybody who is ranked there, as handed in."""
    places = Place.objects.filter(
        table__round__tournament__in=tournaments,
        table__confirmed_at__isnull=False,
        points__isnull=False,
        entrant__fill_in=False,
        entrant__disqualified=False,
    )
    return list(places.select_related("table__round", "entrant__player", "entrant__team").order_by("pk"))


def _played(place: Place, of: RoundOf) -> Played:
    return Played(
        player=place.entrant.player_id,
        round=place.table.round_id,
        day=of.tournament.day,
        points=(place.points or 0) + place.penalty,
        won=place.won,
        solos_won=place.solos_won,
    )


def _teams_by_day(tournaments: Mapping[int, Tournament], places: Sequence[Place]) -> list[dict[str, int]]:
    """The points of each team, tournament by tournament."""
    days: dict[int, dict[str, int]] = {number: {} for number in tournaments}
    for place in places:
        if place.entrant.team is not None:
            day, name = days[place.table.round.tournament_id], place.entrant.team.name
            day[name] = day.get(name, 0) + (place.points or 0) + place.penalty
    return list(days.values())
