"""Reminders of dates without an answer: one message per date and person, by day, in the browser's language."""

import json
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone, translation

from dokoclub.accounts.models import Account, SignIn
from dokoclub.accounts.services.sign_ins import lock_account
from dokoclub.clubs.models import Player
from dokoclub.dates import texts
from dokoclub.dates.models import Reminder, Subscription
from dokoclub.dates.selectors.reminders import Due, is_anybody_asked, list_due
from dokoclub.webpush import Unreachable, load_key, name_key, post_message, read_place, seal_message, sign_token

MOST: Final = 10  # the most browsers of one account
AWAKE: Final = range(9, 21)  # hours of the day in which a phone may ring
AGAIN: Final = timedelta(minutes=10)  # after a first failure, then twice as long each time
MOST_TRIES: Final = 6
BUDGET: Final = 300.0  # seconds of one round; the rest waits for the next
GONE: Final = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser:
    """The checked subscription data of a browser."""

    endpoint: str
    public: str
    secret: str


@transaction.atomic
def subscribe_browser(account: Account, browser: Browser, *, sign_in: int, key: str, language: str) -> Subscription:
    """Store a browser.

    A known one keeps its row for any user; one session has one. The oldest beyond the limit goes.
    """
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
    """End a subscription. Return False if it has ended already, or belongs to another account."""
    return account.push_subscriptions.filter(pk=number).delete()[0] > 0


def drop_subscriptions(dead: Sequence[Subscription]) -> None:
    """Delete browsers that the push services no longer know."""
    Subscription.objects.filter(pk__in=[one.pk for one in dead]).delete()


def drop_idle() -> int:
    """Delete the browsers of accounts that no longer play in any club. Return their number. One query or two."""
    playing = Player.objects.active().filter(account=OuterRef("account"), club__deleted_at=None)
    return Subscription.objects.filter(~Exists(playing)).delete()[0]


def forget_club_reminders(player: Player) -> None:
    """Delete a player's reminders, and their browsers if they play in no other club.

    The player still counts as active here.
    """
    if player.account_id is None:
        return
    Reminder.objects.filter(date__club=player.club_id, account=player.account_id).delete()
    others = Player.objects.active().filter(account=player.account_id, club__deleted_at=None).exclude(pk=player.pk)
    if not others.exists():
        Subscription.objects.filter(account=player.account_id).delete()


def forget_subscriptions(account: Account) -> None:
    Subscription.objects.filter(account=account).delete()
    Reminder.objects.filter(account=account).delete()


def purge_reminders() -> int:
    """Delete reminders of past dates, and browsers of accounts that play nowhere. Hooked into purges."""
    return drop_idle() + Reminder.objects.filter(date__end__lte=timezone.now()).delete()[0]


@dataclass(frozen=True, slots=True)
class Sender:
    """The key of this install, and the contact for push services."""

    key: ec.EllipticCurvePrivateKey
    contact: str


def find_sender() -> Sender | None:
    """Return the sender, None if the install has reminders switched off. Raises ValueError for an unreadable key."""
    if not settings.PUSH_CONTACT:
        return None
    return Sender(load_key(Path(settings.DATA_DIR)), settings.PUSH_CONTACT)


@dataclass(frozen=True, slots=True)
class Round:
    """The results of one round of reminders."""

    sent: int = 0
    failed: int = 0


def is_quiet(now: datetime) -> bool:
    """Return whether it is a quiet hour by the club's local time."""
    return timezone.localtime(now).hour not in AWAKE


def is_anybody_waiting() -> bool:
    """Return roughly whether anybody is due; `send_reminders` is exact. Hooked into operations' reminders.

    One query at most.
    """
    sender, now = find_sender(), timezone.now()
    return sender is not None and not is_quiet(now) and is_anybody_asked(now, name_key(sender.key))


def send_reminders(sender: Sender) -> Round:
    """Send the reminders that time allows. Nothing is sent in quiet hours; nobody gets two about a date."""
    drop_idle()
    until, outcomes = time.monotonic() + BUDGET, []
    for due in list_due(timezone.now(), name_key(sender.key)):
        if is_quiet(timezone.now()) or time.monotonic() > until:
            break
        reminder = _claim(due)
        if reminder is not None:
            outcomes.append(_remind(due, reminder, sender))
    return Round(outcomes.count(True), outcomes.count(False))


def _claim(due: Due) -> Reminder | None:
    """Store the reminder before it is sent, so that a killed process sends none rather than two.

    None: another process sends it.
    """
    if due.tried is not None:
        mine = Reminder.objects.filter(pk=due.tried.pk, again_at=due.tried.again_at)
        return due.tried if mine.update(again_at=None, tries=due.tried.tries + 1) else None
    try:
        with transaction.atomic():
            return Reminder.objects.create(date=due.date, account_id=due.account)
    except IntegrityError:
        return None


def _remind(due: Due, reminder: Reminder, sender: Sender) -> bool:
    """Send to all browsers of the person. Return whether one of them took it."""
    taken = [one for one in due.subscriptions if _send(one, due, sender)]
    if taken:
        Reminder.objects.filter(pk=reminder.pk).update(sent_at=timezone.now())
        return True
    reminder = Reminder.objects.get(pk=reminder.pk)
    again = timezone.now() + AGAIN * 2 ** (reminder.tries - 1)
    if reminder.tries < MOST_TRIES and again < due.date.start:
        Reminder.objects.filter(pk=reminder.pk).update(again_at=again)
    return False


def _send(to: Subscription, due: Due, sender: Sender) -> bool:
    try:
        status = post_message(to.endpoint, *_request(to, due, sender))
    except (Unreachable, ValueError) as wrong:
        _log.warning("A reminder was not delivered: %s", wrong)
        return False
    if status in GONE:
        drop_subscriptions([to])
    elif not HTTPStatus(200) <= status < 300:
        _log.warning("A push service answered %s.", status)
    return 200 <= status < 300


def _request(to: Subscription, due: Due, sender: Sender) -> tuple[bytes, Mapping[str, str]]:
    """Return the body and headers of the request."""
    now = time.time()
    audience = read_place(to.endpoint).origin
    token = sign_token(sender.key, audience=audience, contact=sender.contact, now=int(now))
    return seal_message(write_message(due, to.language), to.receiver), {
        "Authorization": token,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int(due.date.start.timestamp() - now))),  # No reminders once the date has begun.
        "Topic": f"date-{due.date.pk}",  # A later message replaces a waiting one.
        "Urgency": "normal",
    }


def write_message(due: Due, language: str) -> bytes:
    """Return the message as the service worker shows it."""
    with translation.override(language):
        title, text = texts.format_reminder(due.date, again=due.again)
        shown = {
            "title": title,
            "body": text,
            "lang": language,
            "tag": f"date-{due.date.pk}",
            "icon": static("icons/icon-192.png"),
            "data": reverse("dates:show_date", args=[due.date.pk]),
        }
    return json.dumps(shown, ensure_ascii=False).encode()
