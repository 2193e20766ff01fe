"""Services for members: rights, leaving, login links, claims to be a player, and the erasure of a person."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import erasure, sign_ins
from dokoclub.accounts.services.sign_ins import NotAllowed, lock_account
from dokoclub.clubs import hooks
from dokoclub.clubs.models import Awaited, Claim, Club, Invitation, Membership, Player
from dokoclub.clubs.services.locks import lock_club, save_row
from dokoclub.clubs.services.players import run_before_fewer, see_off


@transaction.atomic
def change_member(
    membership: Membership, *, owner: bool, scorer: bool, treasurer: bool, player: Player | None, by: Account
) -> None:
    """Grant and withdraw rights, and set the member's player (None: no change).

    Raises ValidationError if the club would have no owner.
    """
    held = _held(membership)
    if held is None:
        raise ValidationError(_("%(account)s is no longer a member.") % {"account": membership.account})
    membership = held
    if not owner:
        refuse_last_owner(membership)
    membership.owner, membership.scorer, membership.treasurer = owner, scorer, treasurer
    save_row(membership, by=by)
    if player is not None:
        bind_player(player, membership.account, by=by)


@transaction.atomic
def hand_over(*, to: Membership, by: Membership) -> None:
    """Transfer ownership from `by` to `to`. A second call changes nothing."""
    giver = _held(by)
    heir = Membership.objects.filter(pk=to.pk, club=by.club_id).first()
    if heir is None:
        raise ValidationError(_("%(account)s is no longer a member.") % {"account": to.account})
    if giver is None or not giver.owner or heir.pk == giver.pk:
        return
    heir.owner = True
    save_row(heir, by=giver.account)
    giver.owner = False
    save_row(giver, by=giver.account)


@transaction.atomic
def leave_club(membership: Membership) -> None:
    """End the membership at the member's wish; their player leaves, and stays in the history.

    A second call changes nothing. Raises ValidationError if the club would have no owner.
    """
    held = _held(membership)
    if held is None:
        return
    refuse_last_owner(held)
    if player := held.club.players.active().filter(account=held.account).first():
        see_off(player, by=held.account)
    end_membership(held, by=held.account)


@transaction.atomic
def remove_member(membership: Membership, *, by: Account) -> None:
    """Remove an account from the club; its player stays, but without access.

    A second call changes nothing. Raises ValidationError if the club would have no owner.
    """
    held = _held(membership)
    if held is not None:
        refuse_last_owner(held)
        end_membership(held, by=by)


def bind_player(player: Player, account: Account, *, by: Account) -> None:
    """Bind `player` to this account. Raises ValidationError if either is already bound otherwise.

    This answers the account's own claim, and refuses all other claims to `player`.
    """
    player.refresh_from_db()
    if player.account_id == account.pk:
        return
    if player.is_erased or Membership.objects.filter(club=player.club_id, account=player.account_id).exists():
        raise ValidationError({"player": _("%(name)s belongs to another account.") % {"name": player.name}})
    if other := Player.objects.active().filter(club=player.club_id, account=account).first():
        raise ValidationError(
            {"player": _("%(account)s already plays here as %(name)s.") % {"account": account, "name": other.name}}
        )
    player.account = account
    save_row(player, by=by)
    Claim.objects.filter(membership__club=player.club_id, membership__account=account).delete()
    Claim.objects.waiting().filter(player=player).update(refused_at=timezone.now())
    Awaited.objects.filter(player=player).delete()


@transaction.atomic
def login_link(membership: Membership, *, by: Account) -> str:
    """Return the token of a link that signs this member in once, within the hour.

    Raises ValidationError unless `by` owns every club of the account, including deleted ones: a link opens them all.
    """
    account = lock_account(membership.account_id)  # accounts that are just joining a club wait
    foreign = Membership.objects.filter(account=account).exclude(
        club__in=Club.objects.filter(memberships__account=by, memberships__owner=True)
    )
    if foreign.exists():
        raise ValidationError(_("%(account)s is also in a club you don't own.") % {"account": account})
    if account.is_founder or account.is_staff or account.is_superuser:
        raise ValidationError(_("%(account)s runs this site.") % {"account": account})
    try:
        return sign_ins.create_login_link(account, by=by)
    except sign_ins.NotAllowed as refusal:
        raise ValidationError(str(refusal)) from refusal


def is_only_owner(membership: Membership) -> bool:
    """Return True if the member is the only owner. One query for an owner."""
    return membership.owner and not membership.club.memberships.owners().exclude(pk=membership.pk).exists()


def has_heir(membership: Membership) -> bool:
    """Return True if another member could own the club. One query."""
    others = membership.club.memberships.exclude(pk=membership.pk)
    return others.filter(account__erased_at=None).exists()


def refuse_last_owner(membership: Membership) -> None:
    if is_only_owner(membership):
        raise ValidationError(
            _("%(club)s would have no owner. Make someone else an owner first, or delete the club.")
            % {"club": membership.club.name}
        )


def end_membership(membership: Membership, *, by: Account | None) -> None:
    membership._history_user = by  # type: ignore[attr-defined]
    membership.delete()
    sign_ins.void_login_links(membership.account)
    sign_ins.end_sign_ins_by(membership.account)


def _held(membership: Membership) -> Membership | None:
    """Lock the club and return the current membership; None if it has ended."""
    lock_club(membership.club)
    return Membership.objects.select_related("club", "account").filter(pk=membership.pk).first()


@transaction.atomic
def claim_player(membership: Membership, player: Player) -> Claim:
    """Claim to be `player`, replacing an earlier claim. A second call changes nothing.

    Raises ValidationError if either is already bound, or an owner has refused this claim.
    """
    club = lock_club(membership.club)
    if own := club.players.active().filter(account=membership.account_id).first():
        raise ValidationError(
            _("%(account)s already plays here as %(name)s.") % {"account": membership.account, "name": own.name}
        )
    if not club.players.active().without_member().filter(pk=player.pk).exists():
        raise ValidationError(_("%(name)s already has an account here.") % {"name": player.name})
    before = Claim.objects.filter(membership=membership).first()
    if before is not None and before.player_id == player.pk:
        if before.refused_at is not None:
            raise ValidationError(_("An owner has said that you are not %(name)s.") % {"name": player.name})
        return before
    asked = {"player": player, "asked_at": timezone.now(), "refused_at": None}
    return Claim.objects.update_or_create(membership=membership, defaults=asked)[0]


def withdraw_claim(membership: Membership) -> None:
    """Withdraw the claim. A refusal remains; a second call changes nothing."""
    Claim.objects.waiting().filter(membership=membership).delete()


@transaction.atomic
def confirm_claim(claim: Claim, *, by: Account) -> None:
    """Bind the account to the claimed player; other claims are refused. A second call changes nothing.

    Raises ValidationError if the player has an account by now, or the account another player.
    """
    lock_club(claim.player.club)
    held = Claim.objects.waiting().select_related("membership__account", "player__club").filter(pk=claim.pk).first()
    if held is not None:
        bind_player(held.player, held.membership.account, by=by)


def refuse_claim(claim: Claim) -> None:
    """Refuse the claim. A second call changes nothing."""
    Claim.objects.waiting().filter(pk=claim.pk).update(refused_at=timezone.now())


def follow_merge(*, kept: Player, merged: Player) -> None:
    """Move claims from a merged player to the one that remains.

    Undoing the merge does not undo this: an owner decides anyway.
    """
    Claim.objects.filter(player=merged).update(player=kept)
    if kept.account_id is not None:
        Claim.objects.waiting().filter(player=kept).update(refused_at=timezone.now())


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
