"""Services to invite players, and to join by an invitation."""

from base64 import urlsafe_b64encode
from collections.abc import Collection
from datetime import datetime
from hashlib import sha256

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account, hash_token
from dokoclub.accounts.services import registration, sign_ins
from dokoclub.clubs.models import Awaited, Club, Invitation, Membership, Player
from dokoclub.clubs.selectors import find_player
from dokoclub.clubs.services.locks import lock_club, save_row
from dokoclub.clubs.services.members import bind_player, claim_player
from dokoclub.clubs.services.players import come_back, enter_player
from dokoclub.core.http import Reused


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
    """Create an invitation for the club. The same token returns the invitation it created.

    Raises ValidationError if the player already has an account, Reused if the token created another invitation.
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
    """Invalidate the link. A second call changes nothing."""
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())


@transaction.atomic
def accept_invitation(
    invitation: Invitation,
    *,
    player_name: str,
    by: Account,
    claimed: Player | None = None,
    most_uses: int | None = None,
) -> Membership:
    """Make `by` a member, as the invitation's player, or as `player_name` (empty: without a player).

    `claimed`: the player that the account claims to be; until an owner confirms it, the account has no player.
    `most_uses`: how many people the code lets in with which somebody came. Existing members keep their rights; a
    second call changes nothing. Raises ValidationError if the invitation is no longer open, or the player or the name
    belongs to somebody else.
    """
    club = lock_club(invitation.club)
    membership = club.memberships.filter(account=by).first()
    own = find_player(club, by)
    if membership is not None and (invitation.player is None or invitation.player == own):
        return membership
    if not Invitation.objects.filter(pk=invitation.pk).take(most_uses):
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
    invitation: Invitation,
    *,
    name: str,
    player_name: str = "",
    claimed: Player | None = None,
    most_uses: int | None = None,
) -> Membership:
    """Register an account called `name`, without a password, and accept the invitation for it.

    Raises ValidationError as `accept_invitation`. All or nothing: if the invitation was used meanwhile, no account
    is left behind.
    """
    try:
        account = registration.register_account(
            username=registration.free_username(name), display_name=name, password=None, permitted=True
        )
    except sign_ins.NotAllowed as refusal:
        raise ValidationError(str(refusal)) from refusal
    return accept_invitation(invitation, player_name=player_name, by=account, claimed=claimed, most_uses=most_uses)


@transaction.atomic
def invite_again(
    club: Club, *, seed: str, players: Collection[Player], own: Player | None, expires_at: datetime, by: Account
) -> None:
    """Create an invitation for each awaited player in `players`; `own`: the player of `by`, who needs none.

    Rights move to the invitation and are stored nowhere else: without accepting it, a player has none. The same seed
    creates them once. Raises ValidationError if `own` belongs to somebody else.
    """
    club = lock_club(club)
    awaited = Awaited.objects.to_invite().filter(player__club=club).select_related("player")
    if own is not None:
        bind_player(own, by, by=by)
    invited = list(awaited.filter(player__in=players))
    Invitation.objects.bulk_create(
        Invitation(
            club=club,
            token_hash=hash_token(token_for(seed, one.player)),
            player=one.player,
            scorer=one.may_score,
            treasurer=one.may_keep_money,
            single_use=True,
            expires_at=expires_at,
            created_by=by,
        )
        for one in invited
    )
    Awaited.objects.filter(pk__in=[one.pk for one in invited]).delete()


def token_for(seed: str, player: Player) -> str:
    """Derive a token as long as any other; it is useless for other players."""
    digest = sha256(f"{seed} {player.pk}".encode()).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def invited_by(club: Club, seed: str) -> list[tuple[Invitation, str]]:
    """List the invitations of this seed with their tokens, by name. One query."""
    of_players = club.invitations.exclude(player=None).select_related("player").order_by("player__folded_name", "pk")
    made = [(one, token_for(seed, one.player)) for one in of_players if one.player is not None]
    return [(one, token) for one, token in made if one.token_hash == hash_token(token)]


@transaction.atomic
def forget_awaited(club: Club) -> None:
    """Delete all awaited players, so that no one else is invited. A second call changes nothing."""
    Awaited.objects.filter(player__club=lock_club(club)).delete()


def purge_awaited() -> int:
    """Delete rights of players not invited for a month; return their number. Hooked into purges."""
    return Awaited.objects.to_purge().delete()[0]
