"""Hand out a secret address, and take it back."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.locking import lock_account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.writing import lock_club
from dokoclub.dates.models import Opens, Secret


@transaction.atomic
def make_answer_link(player: Player, *, by: Account) -> Secret:
    """By which the player answers without an account. The same one again while it holds and can be shown."""
    lock_club(player.club)
    return _make(by, opens=Opens.ANSWERS, player=player)


@transaction.atomic
def make_own_calendar(player: Player, *, by: Account | None = None) -> Secret:
    """The feed of somebody without an account: the dates of the club, with his answers."""
    lock_club(player.club)
    return _make(by, opens=Opens.OWN, player=player)


@transaction.atomic
def make_calendar(account: Account, club: Club | None = None) -> Secret:
    """The feed of an account: all its clubs with its answers; with `club`, that one without a name."""
    lock_account(account.pk)
    return _make(account, opens=Opens.CLUB if club else Opens.OWN, account=account, club=club)


def revoke_secret(secret: Secret) -> None:
    """The second time changes nothing."""
    Secret.objects.open().filter(pk=secret.pk).update(revoked_at=timezone.now())


def _make(by: Account | None, **whose: Any) -> Secret:
    found = Secret.objects.open().filter(**whose).first()
    if found is not None and found.token:
        return found
    if found is not None:
        revoke_secret(found)
    return Secret.objects.create(**whose, made_by=by)
