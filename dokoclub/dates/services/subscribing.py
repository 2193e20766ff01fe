"""A browser wants to be reminded, or no longer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from dokoclub.accounts.models import Account, SignIn
from dokoclub.accounts.services.locking import lock_account
from dokoclub.clubs.models import Player
from dokoclub.dates.models import Reminder, Subscription

MOST: Final = 10  # browsers of one account


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser:
    """What a browser said of itself when somebody switched it on, checked."""

    endpoint: str
    public: str
    secret: str


@transaction.atomic
def subscribe_browser(account: Account, browser: Browser, *, sign_in: int, key: str, language: str) -> Subscription:
    """The same browser again is the same row, whoever used it before; one session has one. The oldest of many goes."""
    lock_account(account.pk)
    facts = {
        "account": account,
        "sign_in": SignIn.objects.get(pk=sign_in, account=account),
        "public": browser.public,
        "secret": browser.secret,
        "key": key,
        "language": language,
    }
    Subscription.objects.filter(sign_in=sign_in).exclude(endpoint=browser.endpoint).delete()
    kept, _ = Subscription.objects.update_or_create(endpoint=browser.endpoint, defaults=facts)
    _drop_oldest(account)
    return kept


def _drop_oldest(account: Account) -> None:
    newest = account.push_subscriptions.order_by("-made_at", "-pk").values_list("pk", flat=True)
    account.push_subscriptions.filter(pk__in=list(newest[MOST:])).delete()


def end_subscription(account: Account, number: int) -> bool:
    """False where that is over already, or not of this account."""
    return account.push_subscriptions.filter(pk=number).delete()[0] > 0


def drop_subscriptions(dead: Sequence[Subscription]) -> None:
    """Push services know these browsers no longer."""
    Subscription.objects.filter(pk__in=[one.pk for one in dead]).delete()


def drop_idle() -> int:
    """Whoever plays in no club any more is asked for nothing; how many browsers that were. One query or two."""
    playing = Player.objects.present().filter(account=OuterRef("account"), club__deleted_at=None)
    return Subscription.objects.filter(~Exists(playing)).delete()[0]


def forget_club_reminders(player: Player) -> None:
    """Of what he was reminded; and his browsers, where he plays in no other club. He is still among those present."""
    if player.account_id is None:
        return
    Reminder.objects.filter(date__club=player.club_id, account=player.account_id).delete()
    others = Player.objects.present().filter(account=player.account_id, club__deleted_at=None).exclude(pk=player.pk)
    if not others.exists():
        Subscription.objects.filter(account=player.account_id).delete()


def forget_subscriptions(account: Account) -> None:
    Subscription.objects.filter(account=account).delete()
    Reminder.objects.filter(account=account).delete()


def purge_reminders() -> int:
    """Of dates that are over nobody is reminded; nor who plays nowhere. Hooked into purges."""
    return drop_idle() + Reminder.objects.filter(date__end__lte=timezone.now()).delete()[0]
