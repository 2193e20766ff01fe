"""A club came from another install: whoever had an account there gets an invitation with the rights he had."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Collection
from datetime import datetime
from hashlib import sha256

from django.db import transaction

from dokoclub.accounts.models import Account, hash_token
from dokoclub.clubs.models import Awaited, Club, Invitation, Player
from dokoclub.clubs.services.members import bind_player
from dokoclub.clubs.services.writing import lock_club


@transaction.atomic
def invite_again(
    club: Club, *, seed: str, players: Collection[Player], own: Player | None, expires_at: datetime, by: Account
) -> None:
    """An invitation for each of these who are awaited; `own`: whom of them `by` is, without one.

    The rights go along with the invitation and are noted nowhere else any more: who does not accept has none. The same
    seed makes them once. Raises ValidationError where `own` is somebody else's.
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
    """As long as that of any invitation, and worth nothing for anybody else's."""
    digest = sha256(f"{seed} {player.pk}".encode()).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")


def invited_by(club: Club, seed: str) -> list[tuple[Invitation, str]]:
    """What this seed has made, with the tokens, by name. One query."""
    of_players = club.invitations.exclude(player=None).select_related("player").order_by("player__folded_name", "pk")
    made = [(one, token_for(seed, one.player)) for one in of_players if one.player is not None]
    return [(one, token) for one, token in made if one.token_hash == hash_token(token)]


@transaction.atomic
def forget_awaited(club: Club) -> None:
    """Nobody else is invited. The second time changes nothing."""
    Awaited.objects.filter(player__club=lock_club(club)).delete()


def purge_awaited() -> int:
    """Rights of whom nobody has invited for a month; how many. Hooked into purges."""
    return Awaited.objects.to_purge().delete()[0]
