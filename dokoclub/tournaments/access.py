"""May I? Every page of a tournament begins here: rights of the club, and two that an owner gives for one tournament.

Raises Http404 for a stranger, as for what does not exist, and PermissionDenied without the right.
"""

from __future__ import annotations

from typing import Final, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_known_club, refuse_moving
from dokoclub.clubs.models import Club, Membership, Right
from dokoclub.evenings.access import link_by_token
from dokoclub.tournaments.models import (
    Applicant,
    Entrant,
    EntryLink,
    Official,
    Role,
    Round,
    RoundTable,
    Series,
    Tournament,
    TournamentLink,
)

MOST_NUMBER: Final = 32_767  # that the database holds


class AtTournament(NamedTuple):
    tournament: Tournament  # with its club and evening
    me: Membership
    directs: bool  # an owner does, too
    referees: bool  # may write penalties: the director may, too


class AtSeries(NamedTuple):
    series: Series  # with its club
    me: Membership


def series_to_read(account: Account, series_id: int) -> AtSeries:
    """Two queries."""
    series = Series.objects.select_related("club__stamp").filter(pk=series_id, club__deleted_at=None).first()
    if series is None:
        raise Http404
    return AtSeries(series, enter_known_club(account, series.club, Right.READ))


def series_to_own(account: Account, series_id: int) -> AtSeries:
    """To change it, and to take it away. Two queries."""
    at = series_to_read(account, series_id)
    if not at.me.may(Right.OWN):
        raise PermissionDenied
    return at


def tournament_to_read(account: Account, tournament_id: int) -> AtTournament:
    """Three queries."""
    tournament = (
        Tournament.objects.not_deleted().select_related("club__stamp", "evening").filter(pk=tournament_id).first()
    )
    if tournament is None:
        raise Http404
    me = enter_known_club(account, tournament.club, Right.READ)
    roles = set(Official.objects.filter(tournament=tournament, account=account).values_list("role", flat=True))
    directs = me.may(Right.OWN) or Role.DIRECTOR in roles
    return AtTournament(tournament, me, directs, directs or Role.REFEREE in roles)


def tournament_to_direct(account: Account, tournament_id: int) -> AtTournament:
    """For owners, and for whom an owner has made director of this tournament. Three queries."""
    at = tournament_to_read(account, tournament_id)
    if not at.directs:
        raise PermissionDenied
    return at


def tournament_to_referee(account: Account, tournament_id: int) -> AtTournament:
    """The same for its referees, too. Three queries."""
    at = tournament_to_read(account, tournament_id)
    if not at.referees:
        raise PermissionDenied
    return at


def tournament_to_own(account: Account, tournament_id: int) -> AtTournament:
    """To give its rights, and to take it away. Three queries."""
    return _with_right(tournament_to_read(account, tournament_id), Right.OWN)


def tournament_to_keep_money(account: Account, tournament_id: int) -> AtTournament:
    """To book its money. Three queries."""
    return _with_right(tournament_to_read(account, tournament_id), Right.MONEY)


def _with_right(at: AtTournament, right: Right) -> AtTournament:
    if not at.me.may(right):
        raise PermissionDenied
    return at


def get_entrant(tournament: Tournament, start: int) -> Entrant:
    """By start number, with the player. One query."""
    found = tournament.entrants.select_related("player", "team").filter(number=min(start, MOST_NUMBER)).first()
    if found is None:
        raise Http404
    return found


def get_round(tournament: Tournament, number: int) -> Round:
    """One query."""
    found = tournament.played.filter(number=min(number, MOST_NUMBER)).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def get_table(tournament: Tournament, number: int, table: int) -> RoundTable:
    """Of a round. One query."""
    found = (
        RoundTable.objects.select_related("round", "sheet")
        .filter(round__tournament=tournament, round__number=min(number, MOST_NUMBER), number=min(table, MOST_NUMBER))
        .first()
    )
    if found is None:
        raise Http404
    found.round.tournament = tournament
    return found


def get_official(tournament: Tournament, official_id: int) -> Official:
    """One query."""
    found = tournament.officials.select_related("account").filter(pk=official_id).first()
    if found is None:
        raise Http404
    return found


def get_link(tournament: Tournament, link_id: int) -> TournamentLink:
    """One query."""
    found = tournament.links.filter(pk=link_id).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def get_entry_link(tournament: Tournament, link_id: int) -> EntryLink:
    """One query."""
    found = tournament.entry_links.filter(pk=link_id).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def get_applicant(tournament: Tournament, applicant_id: int) -> Applicant:
    """One query."""
    found = tournament.applicants.filter(pk=applicant_id).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def entry_by_token(token: str) -> Tournament:
    """What the link lets enter, with its club. One query."""
    links = EntryLink.objects.open().select_related("tournament__club", "tournament__evening")
    tournament = link_by_token(links, token).tournament
    refuse_moving(tournament.club)
    return tournament


def ended_by_token(token: str) -> Tournament:
    """That which its link let enter until it ended. Two queries where there is none, else one."""
    links = EntryLink.objects.ended().select_related("tournament__club", "tournament__evening")
    return link_by_token(links, token).tournament


def reads_club(account: Account, club: Club) -> bool:
    """One query."""
    return club.memberships.filter(account=account).exists()


def applicant_by_key(tournament: Tournament, key: UUID) -> Applicant:
    """One query."""
    found = tournament.applicants.select_related("entrant__player").filter(key=key).first()
    if found is None:
        raise Http404
    return found


def tournament_by_link(token: str) -> TournamentLink:
    """The link, with its tournament and club. One query."""
    return link_by_token(TournamentLink.objects.open().select_related("tournament__club", "tournament__evening"), token)


def may_confirm(account: Account, table: RoundTable) -> bool:
    """Does this account sit there? One query."""
    return table.places.filter(entrant__player__account=account, left=False).exists()
