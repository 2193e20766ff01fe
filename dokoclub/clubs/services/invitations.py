"""Invite somebody, and come in by an invitation."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts import services as accounts
from dokoclub.accounts.models import Account, hash_token
from dokoclub.clubs.models import Club, Invitation, Membership, Player
from dokoclub.clubs.selectors import player_of
from dokoclub.clubs.services.claims import claim_player
from dokoclub.clubs.services.members import bind_player
from dokoclub.clubs.services.players import come_back, enter_player
from dokoclub.clubs.services.writing import lock_club, save_row
from dokoclub.look.refusals import Reused


@transaction.atomic
def invite_player(
    club: Club,
    *,
    token: str,
    player: Player | None,
    scorer: bool,
    treasurer: bool,
    single_use: bool,
    expires_at: datetime,
    by: Account,
) -> Invitation:
    """Let whoever holds `token` into the club. The same token returns the invitation it made.

    Raises ValidationError where the player is somebody's already, Reused when the token made another invitation.
    """
    club = lock_club(club)
    if made := Invitation.objects.of(token).first():
        asked = (club.pk, player and player.pk, scorer, treasurer, single_use or player is not None)
        if asked != (made.club_id, made.player_id, made.scorer, made.treasurer, made.single_use):
            raise Reused
        return made
    if player is not None and not club.players.without_member().filter(pk=player.pk).exists():
        raise ValidationError({"player": _("%(name)s already has an account here.") % {"name": player.name}})
    return Invitation.objects.create(
        club=club,
        token_hash=hash_token(token),
        player=player,
        scorer=scorer,
        treasurer=treasurer,
        single_use=single_use or player is not None,
        expires_at=expires_at,
        created_by=by,
    )


def revoke_invitation(invitation: Invitation) -> None:
    """The link opens nothing any more. The second time changes nothing."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def accept_invitation(
    invitation: Invitation, *, player_name: str, by: Account, claimed: Player | None = None
) -> Membership:
    """`by` belongs to the club now, as the invitation's player, or as `player_name` (empty: without a player).

    `claimed`: who of the list it says to be; until an owner has confirmed that, it plays as nobody.
    Who is a member already keeps the rights it has; the second time changes nothing. Raises ValidationError where
    the invitation is no longer open, or the player or the name is somebody else's.
    """
    club = lock_club(invitation.club)
    membership = club.memberships.filter(account=by).first()
    own = player_of(club, by)
    if membership is not None and (invitation.player is None or invitation.player == own):
        return membership
    if not Invitation.objects.filter(pk=invitation.pk).take():
        raise ValidationError(_("This invitation is no longer valid."))
    if membership is None:
        membership = Membership(club=club, account=by, scorer=invitation.scorer, treasurer=invitation.treasurer)
        save_row(membership, by=by)
    if invitation.player is not None:
        bind_player(invitation.player, by, by=by)
        come_back(invitation.player, by=by)
    elif own is not None:
        come_back(own, by=by)
    elif claimed is not None:
        claim_player(membership, claimed)
    elif player_name:
        enter_player(Player(club=club, name=player_name, account=by), by=by)
    return membership


@transaction.atomic
def join_as_new(
    invitation: Invitation, *, name: str, player_name: str = "", claimed: Player | None = None
) -> Membership:
    """A new account called `name`, without a password, comes in. Raises ValidationError as `accept_invitation`.

    All of it or nothing: where the invitation is used up meanwhile, no account is left behind.
    """
    try:
        account = accounts.register_account(
            username=accounts.free_username(name), display_name=name, password=None, permitted=True
        )
    except accounts.Refused as refusal:
        raise ValidationError(str(refusal)) from refusal
    return accept_invitation(invitation, player_name=player_name, by=account, claimed=claimed)
