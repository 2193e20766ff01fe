"""Queries for lists: tournaments and series of a club, possible entrants and officials, applicants, and links."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import read_once
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.tournaments.models import (
    Applicant,
    Correction,
    Entrant,
    Official,
    Place,
    RoundTable,
    Series,
    Tournament,
    TournamentState,
)
from dokoclub.tournaments.selectors.day import read_day
from scoring.league.standings import Row
from scoring.terms import PLAYING
from scoring.text import fold_name
from scoring.tournament.series import Played, days_since, rank_series
from scoring.tournament.teams import MatchRow, rank_match_days

_ENTRANT: Final = {
    "club": F("tournament__club__name"),
    "of": F("tournament__name"),
    "day": F("tournament__day"),
    "start_number": F("number"),
    "of_team": F("team__name"),
}
_OWN: Final = ("home", "tags", "apart", "fill_in", "paid", "joins", "withdrawn_after", "disqualified", "reason")


def list_tournaments(club: Club) -> list[Tournament]:
    """List tournaments, latest first, with `.heads`, the number of entrants. One query."""
    heads = Count("entrants", filter=Q(entrants__fill_in=False) & ~Q(entrants__withdrawn_after=0))
    return list(Tournament.objects.not_deleted().filter(club=club).annotate(heads=heads))


def tournaments_in(club: Club) -> list[Tournament]:
    """List tournaments, latest first. One query, shared by a whole page."""
    return read_once(club, "tournaments", lambda: list(Tournament.objects.not_deleted().filter(club=club)))


def find_tournament(evening: Evening) -> Tournament | None:
    """Find the tournament of an evening. One query."""
    return Tournament.objects.filter(evening=evening).first()


def table_of_sheet(sheet: Sheet) -> RoundTable | None:
    """Return the round's table with this live sheet, with its round. One query."""
    return RoundTable.objects.select_related("round").filter(sheet=sheet).first()


def names_of_evenings(evenings: Sequence[Evening]) -> dict[int, str]:
    """Return the names of tournaments by evening. One query."""
    of = {evening.pk for evening in evenings}
    found = tournaments_in(evenings[0].club) if evenings and evenings[0].club.uses("tournaments") else []
    return {one.evening_id: one.name for one in found if one.evening_id in of}


def ranks_of_evenings(evenings: Sequence[Evening]) -> dict[int, dict[int, int | None]]:
    """Return final ranks by evening and player. One query, and five for each tournament that is over."""
    by_number = {evening.pk: evening for evening in evenings}
    ranks: dict[int, dict[int, int | None]] = {}
    for tournament in tournaments_in(evenings[0].club) if evenings else ():
        if tournament.state != TournamentState.ENDED or tournament.evening_id not in by_number:
            continue
        tournament.evening = by_number[tournament.evening_id]
        tournament.club = tournament.evening.club
        day = read_day(tournament)
        ranks[tournament.evening_id or 0] = {day.entrants[row.who].player_id: row.rank for row in day.ranking}
    return ranks


def players_to_enter(tournament: Tournament) -> list[Player]:
    """List present players of the club who have not entered. One query."""
    return list(tournament.club.players.active().exclude(entrants__tournament=tournament))


def list_officials(tournament: Tournament) -> list[Official]:
    """List officials with their accounts. One query."""
    return list(tournament.officials.select_related("account"))


def accounts_to_name(tournament: Tournament) -> list[Account]:
    """List accounts that can be given a role, without owners, who have all rights. One query."""
    found = Account.objects.filter(memberships__club=tournament.club, memberships__owner=False, erased_at=None)
    return list(found.order_by("display_name", "pk"))


def list_corrections(table: RoundTable) -> list[Correction]:
    """List corrections, oldest first, with their authors. One query."""
    return list(table.corrections.select_related("made_by"))


def get_version(tournament: Tournament) -> str:
    """Return a version that changes with the tournament and every row on its sheets. One query, if it has begun."""
    if tournament.evening_id is None:
        return str(tournament.version)
    written = Sheet.objects.filter(evening=tournament.evening_id).aggregate(sum=Sum("version"))["sum"]
    return f"{tournament.version}.{written or 0}"


def outside_league(club: Club) -> QuerySet[Tournament, int]:
    """Return evenings of tournaments outside the league. Hooked into outside_league; no query by itself."""
    rows = Tournament.objects.filter(club=club, in_league=False, evening__isnull=False).order_by()
    return rows.values_list("evening_id", flat=True)


def evenings_of_tournaments() -> QuerySet[Tournament, int]:
    """Return all evenings of tournaments, which no other evening takes its defaults from.

    Hooked into unusual_evenings; no query by itself.
    """
    return Tournament.objects.filter(evening__isnull=False).order_by().values_list("evening_id", flat=True)


class Waiting(NamedTuple):
    applicant: Applicant
    known: Player | None  # the club's player of that name; None: becomes a guest
    number: int | None  # their start number, if already entered


def waiting_for(tournament: Tournament) -> list[Waiting]:
    """List waiting applicants, earliest first. Three queries, one if nobody waits."""
    applicants = list(tournament.applicants.waiting())
    if not applicants:
        return []
    known = {fold_name(player.name): player for player in tournament.club.players.active()}
    numbers = dict(tournament.entrants.values_list("player", "number"))
    found = []
    for applicant in applicants:
        player = known.get(fold_name(applicant.name))
        found.append(Waiting(applicant, player, numbers.get(player.pk) if player else None))
    return found


def count_waiting(tournament: Tournament) -> int:
    """Count waiting applicants. One query."""
    return tournament.applicants.waiting().count()


def player_who_enters(tournament: Tournament, account: Account) -> Player | None:
    """Return the account's present player in this club. One query."""
    return tournament.club.players.active().filter(account=account).first()


def entrant_of_player(tournament: Tournament, player: Player) -> Entrant | None:
    """Return the entrant of a player. One query."""
    return tournament.entrants.filter(player=player).first()


def get_heads(tournament: Tournament) -> int:
    """Count the entrants. One query."""
    return tournament.entrants.filter(fill_in=False).exclude(withdrawn_after=0).count()


def stored_about_player(player: Player) -> tuple[str, list[dict[str, Any]]]:
    """Return the data about a player. Hooked into stored_about_player. One query."""
    return "tournaments", _entrants(Q(player=player))


def stored_about(account: Account) -> tuple[str, dict[str, Any]]:
    """Return the data about an account and its roles. Hooked into stored_about. Two queries."""
    rights = Official.objects.filter(account=account).order_by("pk")
    return "tournaments", {
        "entered": _entrants(Q(player__account=account)),
        "rights": [dict(row) for row in rights.values("role", "given_at", of_tournament=F("tournament__name"))],
    }


def _entrants(whose: Q) -> list[dict[str, Any]]:
    return [dict(row) for row in Entrant.objects.filter(whose).order_by("pk").values(*_OWN, **_ENTRANT)]


class RoundOf(NamedTuple):
    """A round of a tournament; series identify it by its primary key."""

    tournament: Tournament
    number: int


class SeriesTable(NamedTuple):
    since: date | None  # the first day that counts
    tournaments: Sequence[Tournament]  # that count, earliest first
    rows: Sequence[Row]  # best first
    players: Mapping[int, Player]
    rounds: Mapping[int, RoundOf]
    teams: Sequence[MatchRow]  # over the match-days of four teams


def series_of_club(club: Club) -> list[Series]:
    """List series with `.held`, their number of tournaments. One query."""
    held = Count("tournaments", filter=Q(tournaments__evening=None) | Q(tournaments__evening__deleted_at=None))
    return list(Series.objects.filter(club=club).annotate(held=held))


def tournaments_to_gather(club: Club, series: Series | None) -> list[Tournament]:
    """List the tournaments of this series and those without one. One query."""
    in_none = Q(series=None) | Q(series=series) if series else Q(series=None)
    return list(Tournament.objects.not_deleted().filter(in_none, club=club))


def tournaments_held(series: Series) -> list[Tournament]:
    """List all tournaments of a series, including unfinished ones, earliest first. One query."""
    return list(Tournament.objects.not_deleted().filter(series=series).order_by("day", "pk"))


def rank_tournaments(series: Series) -> SeriesTable:
    """Rank the series as of today. Two queries."""
    since = days_since(date_of_play(), series.months) if series.months else None
    found = Tournament.objects.not_deleted().filter(series=series, state=TournamentState.ENDED)
    if since is not None:
        found = found.filter(day__gte=since)
    tournaments = {one.pk: one for one in found.order_by("day", "pk")}
    places = _list_places(tournaments)
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


def _list_places(tournaments: Mapping[int, Tournament]) -> list[Place]:
    """List the confirmed results of ranked entrants."""
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
    """List the points of each team, by tournament."""
    days: dict[int, dict[str, int]] = {number: {} for number in tournaments}
    for place in places:
        if place.entrant.team is not None:
            day, name = days[place.table.round.tournament_id], place.entrant.team.name
            day[name] = day.get(name, 0) + (place.points or 0) + place.penalty
    return list(days.values())
