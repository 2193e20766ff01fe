"""Erasure of a person: the games stay, the name goes, from the change history too."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import erasure
from dokoclub.accounts.services.sign_ins import NotAllowed
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Awaited, Claim, Club, Invitation, Membership, Player
from dokoclub.clubs.services.locks import lock_club, save_row
from dokoclub.clubs.services.members import end_membership, refuse_last_owner
from dokoclub.clubs.services.players import run_before_fewer


@transaction.atomic
def erase_player(player: Player, *, by: Account | None) -> None:
    """Rename `player` to "Ehemaliges Mitglied n" for good; its account, if it has one, is no longer in the club.

    A second call changes nothing. Raises ValidationError if the club would have no owner.
    """
    lock_club(player.club)
    player.refresh_from_db()
    if player.is_erased:
        return
    for membership in _memberships_through(player):
        refuse_last_owner(membership)
        end_membership(membership, by=by)
    _forget(player, by=by)


def erase_from_clubs(account: Account) -> None:
    """Erase an account that is being deleted from all clubs. Hooked into erase_account, inside its transaction.

    Raises NotAllowed if a club would have no owner.
    """
    memberships = Membership.objects.filter(account=account).select_related("club")
    players = Player.objects.filter(account=account).select_related("club")
    _lock_clubs(memberships, players)
    for membership in memberships:
        if membership.club.deleted_at is None:
            _refuse_last_owner(membership)
        end_membership(membership, by=account)
    for player in players:
        _forget(player, by=account)


@transaction.atomic
def erase_again() -> None:
    """Repeat erasures made after the backup that was restored. Hooked into after_restore."""
    keys = erasure.read_erased("player")
    for player in Player.objects.filter(key__in=keys, erased_number=None).select_related("club").order_by("pk"):
        for membership in _memberships_through(player):
            end_membership(membership, by=None)
        _forget(player, by=None)


def _memberships_through(player: Player) -> QuerySet[Membership]:
    """Return the membership of the player's account; none if the account plays there as somebody else by now."""
    if Player.objects.active().filter(club=player.club_id, account=player.account_id).exclude(pk=player.pk).exists():
        return Membership.objects.none()
    return Membership.objects.filter(club=player.club_id, account=player.account_id)


def _lock_clubs(*rows: QuerySet[Any]) -> None:
    """Lock all clubs at once and in one order, so that two simultaneous erasures do not deadlock."""
    clubs = {club for found in rows for club in found.values_list("club", flat=True)}
    list(Club.objects.select_for_update(no_key=True).filter(pk__in=clubs).order_by("pk"))


def _forget(player: Player, *, by: Account | None) -> None:
    run_before_fewer(player)
    for forget in hooks.erase_player:
        forget(player)
    number = _next_number(player.club)
    player.name, player.short_name, player.notes, player.account = former_member(number), "", "", None
    player.erased_number, player.monogram = number, ""
    player.active, player.left_at = False, player.left_at or timezone.now()
    Player.history.filter(id=player.pk).update(name=player.name, short_name="", notes="", monogram="", account=None)
    save_row(player, by=by)
    Claim.objects.filter(player=player).delete()
    Awaited.objects.filter(player=player).delete()
    Invitation.objects.filter(player=player).update(revoked_at=timezone.now())
    erasure.remember_erased("player", str(player.key))


def former_member(number: int) -> str:
    """Return the stored name in the install's language; it appears in every table and export."""
    with translation.override(settings.LANGUAGE_CODE):
        return _("Former member %(number)s") % {"number": number}


def _next_number(club: Club) -> int:
    last = Player.objects.filter(club=club).aggregate(last=Max("erased_number"))["last"]
    return (last or 0) + 1


def _refuse_last_owner(membership: Membership) -> None:
    try:
        refuse_last_owner(membership)
    except ValidationError as problem:
        raise NotAllowed(problem.messages[0]) from problem
