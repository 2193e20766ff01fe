"""Somebody says: that one of the list is me. An owner confirms it, or does not."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Claim, Membership, Player
from dokoclub.clubs.services.members import bind_player
from dokoclub.clubs.services.writing import lock_club


@transaction.atomic
def claim_player(membership: Membership, player: Player) -> Claim:
    """The member asks to be `player`, instead of whoever it asked to be before. The second time changes nothing.

    Raises ValidationError where either is somebody already, and where an owner has refused just that.
    """
    club = lock_club(membership.club)
    if own := club.players.present().filter(account=membership.account_id).first():
        raise ValidationError(
            _("%(account)s already plays here as %(name)s.") % {"account": membership.account, "name": own.name}
        )
    if not club.players.present().without_member().filter(pk=player.pk).exists():
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
