"""Access checks of tournaments: rights of the club, and two roles that an owner gives for one tournament.

Raises Http404 for a stranger or anything missing, and PermissionDenied without the right.
"""

from typing import Final, NamedTuple
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_known_club, refuse_moving, refuse_unused
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
    TournamentState,
)

MOST_NUMBER: Final = 32_767  # largest number in the database


class AtTournament(NamedTuple):
    tournament: Tournament  # with its club and evening
    me: Membership
    directs: bool  # owners direct, too
    referees: bool  # may write penalties; directors may, too


class AtSeries(NamedTuple):
    series: Series  # with its club
    me: Membership


def series_to_read(account: Account, series_id: int) -> AtSeries:
    """Return the series for reading. Two queries."""
    series = Series.objects.select_related("club__version").filter(pk=series_id, club__deleted_at=None).first()
    if series is None:
        raise Http404
    return AtSeries(series, enter_known_club(account, series.club, Right.READ))


def series_to_own(account: Account, series_id: int) -> AtSeries:
    """Return the series for changing and deleting it. Two queries."""
    at = series_to_read(account, series_id)
    if not at.me.may(Right.OWN):
        raise PermissionDenied
    return at


def tournament_to_read(account: Account, tournament_id: int) -> AtTournament:
    """Return the tournament for reading. Three queries."""
    tournament = (
        Tournament.objects.not_deleted().select_related("club__version", "evening").filter(pk=tournament_id).first()
    )
    if tournament is None:
        raise Http404
    me = enter_known_club(account, tournament.club, Right.READ)
    roles = set(Official.objects.filter(tournament=tournament, account=account).values_list("role", flat=True))
    directs = me.may(Right.OWN) or Role.DIRECTOR in roles
    return AtTournament(tournament, me, directs, directs or Role.REFEREE in roles)


def tournament_to_direct(account: Account, tournament_id: int) -> AtTournament:
    """Return the tournament for owners and its directors. Three queries."""
    at = tournament_to_read(account, tournament_id)
    if not at.directs:
        raise PermissionDenied
    return at


def tournament_to_referee(account: Account, tournament_id: int) -> AtTournament:
    """Return the tournament for owners, its directors and its referees. Three queries."""
    at = tournament_to_read(account, tournament_id)
    if not at.referees:
        raise PermissionDenied
    return at


def tournament_to_own(account: Account, tournament_id: int) -> AtTournament:
    """Return the tournament for owners, to give its roles and to delete it. Three queries."""
    return _with_right(tournament_to_read(account, tournament_id), Right.OWN)


def tournament_to_keep_money(account: Account, tournament_id: int) -> AtTournament:
    """Return the tournament for booking its money. Three queries."""
    return _with_right(tournament_to_read(account, tournament_id), Right.MONEY)


def _with_right(at: AtTournament, right: Right) -> AtTournament:
    if not at.me.may(right):
        raise PermissionDenied
    return at


def get_entrant(tournament: Tournament, start: int) -> Entrant:
    """Return the entrant by start number, with the player. One query."""
    found = tournament.entrants.select_related("player", "team").filter(number=min(start, MOST_NUMBER)).first()
    if found is None:
        raise Http404
    return found


def get_round(tournament: Tournament, number: int) -> Round:
    """Return a round by number. One query."""
    found = tournament.played.filter(number=min(number, MOST_NUMBER)).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def get_table(tournament: Tournament, number: int, table: int) -> RoundTable:
    """Return a table of a round. One query."""
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
    """Return an official. One query."""
    found = tournament.officials.select_related("account").filter(pk=official_id).first()
    if found is None:
        raise Http404
    return found


def get_applicant(tournament: Tournament, applicant_id: int) -> Applicant:
    """Return an applicant. One query."""
    found = tournament.applicants.filter(pk=applicant_id).first()
    if found is None:
        raise Http404
    found.tournament = tournament
    return found


def entry_by_token(token: str) -> Tournament:
    """Return the tournament of an open entry link, with its club. One query."""
    links = EntryLink.objects.open().select_related("tournament__club", "tournament__evening")
    tournament = link_by_token(links, token).tournament
    refuse_unused(tournament.club)
    refuse_moving(tournament.club)
    return tournament


def ended_by_token(token: str) -> Tournament:
    """Return the ended tournament of an entry link. One query; two if there is none."""
    links = EntryLink.objects.filter(TournamentLink.opens(), tournament__state=TournamentState.ENDED, revoked_at=None)
    tournament = link_by_token(links.select_related("tournament__club", "tournament__evening"), token).tournament
    refuse_unused(tournament.club)
    return tournament


def reads_club(account: Account, club: Club) -> bool:
    """Return True if the account is a member. One query."""
    return club.memberships.filter(account=account).exists()


def applicant_by_key(tournament: Tournament, key: UUID) -> Applicant:
    """Return the applicant of this form key. One query."""
    found = tournament.applicants.select_related("entrant__player").filter(key=key).first()
    if found is None:
        raise Http404
    return found


def tournament_by_link(token: str) -> TournamentLink:
    """Return the link with its tournament and club. One query."""
    links = TournamentLink.objects.open().select_related("tournament__club", "tournament__evening")
    link = link_by_token(links, token)
    refuse_unused(link.tournament.club)
    return link


def may_confirm(account: Account, table: RoundTable) -> bool:
    """Return True if this account sits at the table. One query."""
    return table.places.filter(entrant__player__account=account, left=False).exists()
