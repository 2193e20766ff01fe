"""Tournaments of a club, and who of it could take part, direct or referee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db.models import Count, Q, QuerySet, Sum

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.selectors import read_once
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.tournaments.models import Correction, Official, RoundTable, State, Tournament, TournamentLink
from dokoclub.tournaments.selectors.day import read_day

MOST_ANNOUNCED: Final = 6


def tournaments_of(club: Club) -> list[Tournament]:
    """The last first, with `.heads`, how many take part. One query."""
    heads = Count("entrants", filter=Q(entrants__fill_in=False) & ~Q(entrants__withdrawn_after=0))
    return list(Tournament.objects.alive().filter(club=club).annotate(heads=heads))


def announced_tournaments(club: Club) -> list[Tournament]:
    """What is announced, runs, or ended last. One query."""
    found = tournaments_in(club)[:MOST_ANNOUNCED]
    return [one for one in found if not one.is_over or one == found[0]]


def tournaments_in(club: Club) -> list[Tournament]:
    """The last first. One query, one for a whole page."""
    return read_once(club, "tournaments", lambda: list(Tournament.objects.alive().filter(club=club)))


def tournament_of(evening: Evening) -> Tournament | None:
    """Whose sheets are those of the evening. One query."""
    return Tournament.objects.filter(evening=evening).first()


def table_of_sheet(sheet: Sheet) -> RoundTable | None:
    """Return the table of a round whose live sheet it is, with its round. One query."""
    return RoundTable.objects.select_related("round").filter(sheet=sheet).first()


def names_of_evenings(evenings: Sequence[Evening]) -> dict[int, str]:
    """How the tournaments are called whose sheets are those of the evenings, by evening. One query."""
    of = {evening.pk for evening in evenings}
    found = tournaments_in(evenings[0].club) if evenings else []
    return {one.evening_id: one.name for one in found if one.evening_id in of}


def ranks_of_evenings(evenings: Sequence[Evening]) -> dict[int, dict[int, int | None]]:
    """The final ranks of tournaments, by evening and player. One query, and five for each tournament that is over."""
    by_number = {evening.pk: evening for evening in evenings}
    ranks: dict[int, dict[int, int | None]] = {}
    for tournament in tournaments_in(evenings[0].club) if evenings else ():
        if tournament.state != State.ENDED or tournament.evening_id not in by_number:
            continue
        tournament.evening = by_number[tournament.evening_id]
        tournament.club = tournament.evening.club
        day = read_day(tournament)
        ranks[tournament.evening_id or 0] = {day.entrants[row.who].player_id: row.rank for row in day.ranking}
    return ranks


def players_to_enter(tournament: Tournament) -> list[Player]:
    """Who belongs to the club now and has not entered. One query."""
    return list(tournament.club.players.present().exclude(entrants__tournament=tournament))


def officials_of(tournament: Tournament) -> list[Official]:
    """With their accounts. One query."""
    return list(tournament.officials.select_related("account"))


def accounts_to_name(tournament: Tournament) -> list[Account]:
    """Who can be given a right: owners have them all. One query."""
    found = Account.objects.filter(memberships__club=tournament.club, memberships__owner=False, erased_at=None)
    return list(found.order_by("display_name", "pk"))


def corrections_of(table: RoundTable) -> list[Correction]:
    """The oldest first, with who made them. One query."""
    return list(table.corrections.select_related("made_by"))


def links_of(tournament: Tournament) -> list[TournamentLink]:
    """The last first. One query."""
    links = list(tournament.links.select_related("made_by"))
    for link in links:
        link.tournament = tournament
    return links


def stamp_of(tournament: Tournament) -> str:
    """Changes with anything of it, and with every row on its sheets. One query, if it has begun."""
    if tournament.evening_id is None:
        return str(tournament.version)
    written = Sheet.objects.filter(evening=tournament.evening_id).aggregate(sum=Sum("version"))["sum"]
    return f"{tournament.version}.{written or 0}"


def outside_league(club: Club) -> QuerySet[Tournament, int]:
    """The evenings of tournaments that do not count in the league. Hooked into outside_league; no query by itself."""
    rows = Tournament.objects.filter(club=club, in_league=False, evening__isnull=False).order_by()
    return rows.values_list("evening_id", flat=True)


def evenings_of_tournaments() -> QuerySet[Tournament, int]:
    """No evening begins as a tournament was. Hooked into unusual_evenings; no query by itself."""
    return Tournament.objects.filter(evening__isnull=False).order_by().values_list("evening_id", flat=True)
