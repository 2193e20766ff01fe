"""Access to dates: every page of them begins here; the rights are those of the club.

Raises Http404 for a stranger, as for a missing page, and PermissionDenied without the right.
"""

from typing import NamedTuple

from django.http import Http404

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_known_club, refuse_moving, refuse_unused
from dokoclub.clubs.models import Club, HasMoved, Membership, Player, Right
from dokoclub.dates.models import Date, Opens, Secret
from dokoclub.evenings.access import LinkNotFound


class AtDate(NamedTuple):
    date: Date  # with its club
    me: Membership


def date_to_read(account: Account, date_id: int) -> AtDate:
    """Return a date to read and to answer for oneself. Two queries."""
    return _date(account, date_id, Right.READ)


def date_to_plan(account: Account, date_id: int) -> AtDate:
    """Return a date to move, cancel and begin, which scorers may do. Two queries."""
    return _date(account, date_id, Right.SCORE)


def date_to_own(account: Account, date_id: int) -> AtDate:
    """Return a date to answer for others. Two queries."""
    return _date(account, date_id, Right.OWN)


def get_player(club: Club, player_id: int) -> Player:
    """Return a current player of the club. One query."""
    player = Player.objects.active().filter(club=club, pk=player_id).first()
    if player is None:
        raise Http404
    player.club = club
    return player


def player_by_link(token: str) -> Player:
    """Return the player of a personal link, with the club. It opens only that player's answers. One query."""
    secrets = Secret.objects.open().of(token).filter(opens=Opens.ANSWERS, player__left_at=None)
    found = secrets.select_related("player__club").first()
    if found is None or found.player is None:
        raise LinkNotFound
    _refuse_gone(found.player.club)
    refuse_moving(found.player.club)
    return found.player


def date_by_link(player: Player, date_id: int) -> Date:
    """Return a date of the player's club. One query."""
    date = Date.objects.filter(club=player.club_id, pk=date_id).first()
    if date is None:
        raise Http404
    date.club = player.club
    return date


def calendar_by_token(token: str) -> Secret:
    """Return the secret of a calendar, while its owner belongs to the club or account it shows. Two queries.

    Raises HasMoved for a club that has moved away.
    """
    secrets = Secret.objects.open().of(token).exclude(opens=Opens.ANSWERS)
    found = secrets.select_related("player__club", "account", "club").first()
    if found is None or not _still_belongs(found):
        raise Http404
    return found


def _refuse_gone(club: Club) -> None:
    if club.has_moved:
        raise HasMoved(club)
    if club.deleted_at is not None:
        raise LinkNotFound
    refuse_unused(club)


def _still_belongs(secret: Secret) -> bool:
    if secret.player is not None:
        _refuse_gone(secret.player.club)
        return secret.player.left_at is None
    if secret.account is None or secret.account.erased_at is not None:
        return False
    if secret.club is None:
        return True
    belongs = Membership.objects.filter(account=secret.account, club=secret.club).exists()
    if belongs:
        _refuse_gone(secret.club)
    return belongs


def _date(account: Account, date_id: int, right: Right) -> AtDate:
    date = Date.objects.not_deleted().select_related("club__version").filter(pk=date_id).first()
    if date is None:
        raise Http404
    return AtDate(date, enter_known_club(account, date.club, right))
