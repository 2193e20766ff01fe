"""Who belongs to the club, and with which rights."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services import sign_ins
from dokoclub.accounts.services.sign_ins import lock_account
from dokoclub.clubs.models import Awaited, Claim, Club, Membership, Player
from dokoclub.clubs.services.locks import lock_club, save_row
from dokoclub.clubs.services.players import see_off


@transaction.atomic
def change_member(
    membership: Membership, *, owner: bool, scorer: bool, treasurer: bool, player: Player | None, by: Account
) -> None:
    """Give rights and take them, and say which player the member is (None: no change).

    Raises ValidationError where the club would be without an owner.
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
    """`to` owns the club now, and `by` no longer does. The second time changes nothing."""
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
    """The member goes of its own will; its player has left, and stays in the history.

    The second time changes nothing. Raises ValidationError where the club would be without an owner.
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
    """An owner takes the account out of the club; its player stays as it is, without being able to sign in here.

    The second time changes nothing. Raises ValidationError where the club would be without an owner.
    """
    held = _held(membership)
    if held is not None:
        refuse_last_owner(held)
        end_membership(held, by=by)


def bind_player(player: Player, account: Account, *, by: Account) -> None:
    """`player` is this account from now on. Raises ValidationError where either is somebody else already.

    What the account said to be is answered by that; whoever else said to be `player`, is not.
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
    """The token of a link that signs this member in once, within the hour.

    Raises ValidationError unless `by` owns every club of the account, the deleted ones too: a link opens them all.
    """
    account = lock_account(membership.account_id)  # who joins a club now, waits
    foreign = Membership.objects.filter(account=account).exclude(
        club__in=Club.objects.filter(memberships__account=by, memberships__owner=True)
    )
    if foreign.exists():
        raise ValidationError(_("%(account)s also belongs to a club that you do not own.") % {"account": account})
    if account.is_founder or account.is_staff or account.is_superuser:
        raise ValidationError(_("%(account)s runs this site.") % {"account": account})
    try:
        return sign_ins.create_login_link(account, by=by)
    except sign_ins.NotAllowed as refusal:
        raise ValidationError(str(refusal)) from refusal


def is_only_owner(membership: Membership) -> bool:
    """One query for an owner."""
    return membership.owner and not membership.club.memberships.owners().exclude(pk=membership.pk).exists()


def has_heir(membership: Membership) -> bool:
    """Is there somebody else in the club who could own it? One query."""
    others = membership.club.memberships.exclude(pk=membership.pk)
    return others.filter(account__erased_at=None).exists()


def refuse_last_owner(membership: Membership) -> None:
    if is_only_owner(membership):
        raise ValidationError(
            _("%(club)s would be without an owner. Make somebody else an owner first, or delete the club.")
            % {"club": membership.club.name}
        )


def end_membership(membership: Membership, *, by: Account | None) -> None:
    membership._history_user = by  # type: ignore[attr-defined]
    membership.delete()
    sign_ins.void_login_links(membership.account)
    sign_ins.end_sign_ins_by(membership.account)


def _held(membership: Membership) -> Membership | None:
    """The membership as it is now, with its club held; None where it has ended."""
    lock_club(membership.club)
    return Membership.objects.select_related("club", "account").filter(pk=membership.pk).first()


@transaction.atomic
def claim_player(membership: Membership, player: Player) -> Claim:
    """The member asks to be `player`, instead of whoever it asked to be before. The second time changes nothing.

    Raises ValidationError where either is somebody already, and where an owner has refused just that.
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
    """The member is not that one after all. What was refused stays so; the second time changes nothing."""
    Claim.objects.waiting().filter(membership=membership).delete()


@transaction.atomic
def confirm_claim(claim: Claim, *, by: Account) -> None:
    """The account is that player from now on; whoever else said so, is not. The second time changes nothing.

    Raises ValidationError where the player is somebody by now, or the account another player.
    """
    lock_club(claim.player.club)
    held = Claim.objects.waiting().select_related("membership__account", "player__club").filter(pk=claim.pk).first()
    if held is not None:
        bind_player(held.player, held.membership.account, by=by)


def refuse_claim(claim: Claim) -> None:
    """The account stays what it is without. The second time changes nothing."""
    Claim.objects.waiting().filter(pk=claim.pk).update(refused_at=timezone.now())


def follow_merge(*, kept: Player, merged: Player) -> None:
    """Whoever said to be one of two who are one person, says to be that one.

    Taken back, it stays so: an owner is asked all the same.
    """
    Claim.objects.filter(player=merged).update(player=kept)
    if kept.account_id is not None:
        Claim.objects.waiting().filter(player=kept).update(refused_at=timezone.now())
