"""Messages to browsers: reminders of dates without an answer, and notices of what happened.

One message per subject and person, by day, in the browser's language.
"""

import json
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone, translation

from dokoclub.accounts.models import Account, SignIn
from dokoclub.accounts.services.sign_ins import lock_account
from dokoclub.clubs.models import Club, Player
from dokoclub.dates import texts
from dokoclub.dates.models import News, Notice, Reminder, Subscription, Wish
from dokoclub.dates.selectors.reminders import FRESH, Due, find_notices, is_anybody_asked, list_due, list_notices
from dokoclub.webpush import Unreachable, load_key, name_key, post_message, read_place, seal_message, sign_token

MOST: Final = 10  # the most browsers of one account
AWAKE: Final = range(9, 21)  # hours of the day in which a phone may ring
AGAIN: Final = timedelta(minutes=10)  # after a first failure, then twice as long each time
MOST_TRIES: Final = 6
BUDGET: Final = 300.0  # seconds of one round; the rest waits for the next
KEPT: Final = timedelta(days=30)  # Until then nobody hears of the same twice.
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
    is_first = not account.push_subscriptions.exists()
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
    if is_first and not account.push_wishes.exists():  # The button promises reminders.
        Wish.objects.create(account=account, kind=News.ANSWER)
    return kept


@transaction.atomic
def change_wishes(account: Account, kinds: Collection[str]) -> None:
    """Replace the kinds of news that the account wants to hear of."""
    lock_account(account.pk)
    account.push_wishes.exclude(kind__in=kinds).delete()
    Wish.objects.bulk_create((Wish(account=account, kind=kind) for kind in kinds), ignore_conflicts=True)
    Notice.objects.filter(account=account, sent_at=None).exclude(kind__in=kinds).delete()


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
    Notice.objects.filter(club=player.club_id, account=player.account_id).delete()
    others = Player.objects.active().filter(account=player.account_id, club__deleted_at=None).exclude(pk=player.pk)
    if not others.exists():
        Subscription.objects.filter(account=player.account_id).delete()


def forget_subscriptions(account: Account) -> None:
    for model in (Subscription, Wish, Reminder, Notice):
        model.objects.filter(account=account).delete()


def purge_reminders() -> int:
    """Delete reminders of past dates, old notices, and browsers of accounts that play nowhere. Hooked into purges."""
    reminders = Reminder.objects.filter(date__end__lte=timezone.now()).delete()[0]
    return drop_idle() + reminders + Notice.objects.filter(made_at__lte=timezone.now() - KEPT).delete()[0]


# --- Notices: queued with the change that they report, so that both are stored or neither ---------------------------


def queue_notices(
    kind: News, club: Club, accounts: Collection[int | None], *, subject: int, day: date, path: str, by: Account | None
) -> None:
    """Queue a message to those of the accounts who wish it, except the one who acted. At most two queries."""
    if not settings.PUSH_CONTACT:
        return
    wishes = Wish.objects.filter(kind=kind, account__in=[one for one in accounts if one is not None])
    notices = [
        Notice(kind=kind, club=club, account_id=wish.account_id, subject=subject, day=day, path=path)
        for wish in wishes
        if by is None or wish.account_id != by.pk
    ]
    if notices:
        Notice.objects.bulk_create(notices, ignore_conflicts=True)


def withdraw_notices(kind: News, subjects: Collection[int]) -> None:
    """Delete messages that are not sent yet, because what they report was undone. One query."""
    if settings.PUSH_CONTACT:
        Notice.objects.filter(kind=kind, subject__in=subjects, sent_at=None).delete()


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

    Two queries at most.
    """
    sender, now = find_sender(), timezone.now()
    if sender is None or is_quiet(now):
        return False
    key = name_key(sender.key)
    return is_anybody_asked(now, key) or find_notices(now, key).exists()


def send_reminders(sender: Sender) -> Round:
    """Send what time allows. Nothing is sent in quiet hours; nobody gets two messages about the same."""
    drop_idle()
    until, key = time.monotonic() + BUDGET, name_key(sender.key)
    jobs: list[Callable[[], bool | None]] = [partial(_remind, due, sender) for due in list_due(timezone.now(), key)]
    jobs += [partial(_notify, one, browsers, sender) for one, browsers in list_notices(timezone.now(), key)]
    outcomes = []
    for job in jobs:
        if is_quiet(timezone.now()) or time.monotonic() > until:
            break
        outcomes.append(job())
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


def _remind(due: Due, sender: Sender) -> bool | None:
    """Send to all browsers of the person. Return whether one of them took it; None if another process sends it."""
    reminder = _claim(due)
    if reminder is None:
        return None
    if _send_to_all(due.subscriptions, show_reminder(due), sender):
        Reminder.objects.filter(pk=reminder.pk).update(sent_at=timezone.now())
        return True
    reminder = Reminder.objects.get(pk=reminder.pk)
    again = _next_try(reminder.tries)
    if again and again < due.date.start:
        Reminder.objects.filter(pk=reminder.pk).update(again_at=again)
    return False


def _notify(notice: Notice, browsers: Sequence[Subscription], sender: Sender) -> bool | None:
    """Send a notice, like a reminder."""
    mine = Notice.objects.filter(pk=notice.pk, again_at=notice.again_at)
    if not mine.update(again_at=None, tries=notice.tries + 1):
        return None
    if _send_to_all(browsers, show_notice(notice), sender):
        Notice.objects.filter(pk=notice.pk).update(sent_at=timezone.now())
        return True
    Notice.objects.filter(pk=notice.pk).update(again_at=_next_try(notice.tries + 1))
    return False


def _next_try(tries: int) -> datetime | None:
    return timezone.now() + AGAIN * 2 ** (tries - 1) if tries < MOST_TRIES else None


class Message(NamedTuple):
    """A message for any browser of the person. `tag`: a later one with it replaces it; `until`: too late after that."""

    tag: str
    path: str
    until: datetime
    write: Callable[[], tuple[str, str]]  # title and text, in the current language


def show_reminder(due: Due) -> Message:
    write = partial(texts.format_reminder, due.date, again=due.again)
    return Message(f"date-{due.date.pk}", reverse("dates:show_date", args=[due.date.pk]), due.date.start, write)


def show_notice(notice: Notice) -> Message:
    write = partial(texts.format_notice, notice)
    return Message(f"{notice.kind}-{notice.subject}", notice.path, notice.made_at + FRESH, write)


def _send_to_all(browsers: Sequence[Subscription], message: Message, sender: Sender) -> bool:
    taken = [one for one in browsers if _send(one, message, sender)]
    return bool(taken)


def _send(to: Subscription, message: Message, sender: Sender) -> bool:
    try:
        status = post_message(to.endpoint, *_request(to, message, sender))
    except (Unreachable, ValueError) as wrong:
        _log.warning("A message was not delivered: %s", wrong)
        return False
    if status in GONE:
        drop_subscriptions([to])
    elif not HTTPStatus(200) <= status < 300:
        _log.warning("A push service answered %s.", status)
    return 200 <= status < 300


def _request(to: Subscription, message: Message, sender: Sender) -> tuple[bytes, Mapping[str, str]]:
    """Return the body and headers of the request."""
    now = time.time()
    audience = read_place(to.endpoint).origin
    token = sign_token(sender.key, audience=audience, contact=sender.contact, now=int(now))
    return seal_message(write_message(message, to.language), to.receiver), {
        "Authorization": token,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int(message.until.timestamp() - now))),
        "Topic": message.tag,
        "Urgency": "normal",
    }


def write_message(message: Message, language: str) -> bytes:
    """Return the message as the service worker shows it."""
    with translation.override(language):
        title, text = message.write()
        shown = {
            "title": title,
            "body": text,
            "lang": language,
            "tag": message.tag,
            "icon": static("icons/icon-192.png"),
            "data": message.path,
        }
    return json.dumps(shown, ensure_ascii=False).encode()
