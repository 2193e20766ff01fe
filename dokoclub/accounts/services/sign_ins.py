"""Services for sign-ins: sessions (one row each), guesses, login links, passkeys, codes and other services."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from dokoclub.accounts.access.throttling import ThrottleKey
from dokoclub.accounts.models import (
    LONG_AGO,
    Account,
    FailedTries,
    LoginLink,
    SecurityEvent,
    SignIn,
    fresh_token,
    hash_throttle_key,
    hash_token,
)
from dokoclub.accounts.selectors import can_return
from dokoclub.ui.forms import bare_code

KEPT: Final = timedelta(days=90)
FIRST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(minutes=15)
FORGOTTEN_AFTER: Final = timedelta(days=1)  # without another wrong guess
_COUNTER: Final = "counter"  # stored with allauth's data of a passkey


def lock_account(pk: int) -> Account:
    """Lock the account until the transaction ends and return its current state; other writers wait."""
    return Account.objects.select_for_update(no_key=True).get(pk=pk)


def note_event(account: Account, what: str, browser: str, *, by: Account | None = None) -> None:
    """Record an event; `what` is a key of texts.EVENTS. One query."""
    SecurityEvent.objects.create(account=account, what=what, browser=browser, by=by)


def note_wrong_guess(username: str, what: str, browser: str) -> None:
    """Record a wrong password or code; do nothing for an unknown name. Two queries at most."""
    account = Account.objects.real().filter(username=Account.normalize_username(username)).first()
    if account is not None:
        note_event(account, what, browser)


def purge_security_log() -> int:
    """Delete old log lines; return their number. Hooked into purges."""
    return SecurityEvent.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]


def begin_sign_in(account: Account, session_key: str, how: str, browser: str, link: LoginLink | None = None) -> SignIn:
    """Record a new session. `how` is a key of texts.HOW; `link`: the login link used. Two queries."""
    note_event(account, how, browser, by=link.made_by if link else None)
    return SignIn.objects.create(account=account, session_key=session_key, how=how, browser=browser, link=link)


def adopt_session(account: Account, session_key: str, browser: str) -> SignIn:
    """Return the row of a session that began before sign-ins were recorded. Two queries."""
    return SignIn.objects.get_or_create(session_key=session_key, defaults={"account": account, "browser": browser})[0]


def renew_sign_in(number: int) -> None:
    """Record today's use. One query."""
    SignIn.objects.filter(pk=number).update(last_used_at=timezone.now())


def follow_session(number: int, session_key: str) -> None:
    """Store the new key of a session. One query."""
    SignIn.objects.filter(pk=number).update(session_key=session_key)


def end_sign_in(account: Account, number: int, browser: str) -> bool:
    """End a single session of the account; return False if it is already over, or of another account."""
    ended = _end(account.sign_ins.filter(pk=number)) > 0
    if ended:
        note_event(account, "device_ended", browser)
    return ended


def end_other_sign_ins(account: Account, keep: str | None) -> None:
    """End all sessions but the one with the key `keep`."""
    _end(account.sign_ins.exclude(session_key=keep or ""))


def end_link_sign_ins(account: Account) -> None:
    """End sessions by owners' links when the account joins another club. One query, three if there is one."""
    _end(account.sign_ins.by_owners())


def end_sign_ins_by(maker: Account) -> None:
    """End sessions by links of a former owner, `maker`. One query or three."""
    _end(SignIn.objects.filter(link__made_by=maker))


def is_signed_in_otherwise(account: Account) -> bool:
    """Return True if the account has a session not started by an owner's link. One query."""
    return account.sign_ins.running().exclude(pk__in=account.sign_ins.by_owners().values("pk")).exists()


@transaction.atomic
def confirm_links(account: Account) -> None:
    """Confirm that the member used the owners' links; the question is closed."""
    lock_account(account.pk)
    account.login_links.filter(unconfirmed=True).update(unconfirmed=False)
    Account.objects.filter(pk=account.pk).update(has_unconfirmed_links=False)


@transaction.atomic
def disown_links(account: Account) -> None:
    """End sessions by owners' links, which somebody else used."""
    confirm_links(account)
    end_link_sign_ins(account)


def purge_sign_ins() -> int:
    """Delete the rows of ended sessions; return their number. Hooked into purges."""
    return SignIn.objects.exclude(pk__in=SignIn.objects.running().values("pk")).delete()[0]


def _end(sign_ins: QuerySet[SignIn]) -> int:
    """End the sessions; return their number."""
    keys = list(sign_ins.values_list("session_key", flat=True))
    if keys:
        Session.objects.filter(session_key__in=keys).delete()
        SignIn.objects.filter(session_key__in=keys).delete()
    return len(keys)


class Counted(NamedTuple):
    """A counted guess, to be returned if it is right."""

    at: datetime
    before: tuple[tuple[ThrottleKey, datetime], ...]  # the time of each key's previous guess


class HeldUp(ValidationError):
    """Too many wrong guesses: none is checked for `seconds`."""

    def __init__(self, wait: timedelta) -> None:
        self.seconds = max(1, -(-wait // timedelta(seconds=1)))
        super().__init__(format_wait(self.seconds), code="held_up")


def format_wait(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many wrong attempts. Wait %(minutes)s minute.",
        "Too many wrong attempts. Wait %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


def count_guess(guessers: Iterable[ThrottleKey]) -> Counted:
    """Count one guess, not yet known to be wrong. Raises HeldUp, without counting, while any key has to wait.

    One query while somebody has to wait; otherwise four more in a transaction.
    """
    now = timezone.now()
    by_hash = {hash_throttle_key(guesser.who): guesser for guesser in guessers}
    _refuse_early(by_hash, FailedTries.objects.filter(who__in=by_hash), now)  # writes nothing, so it never blocks
    return _count(by_hash, now)


def give_back(counted: Counted) -> None:
    """Return a right guess. A name starts over; an address only loses this guess, so that a thief cannot reset it."""
    for guesser, last_at in counted.before:
        rows = FailedTries.objects.filter(who=hash_throttle_key(guesser.who))
        if not guesser.shared:
            rows.delete()
            continue
        rows.filter(last_at=counted.at).update(last_at=last_at)
        rows.filter(count__gt=0).update(count=F("count") - 1)


def note_right(guesser: ThrottleKey) -> None:
    """Record that something right was typed there today."""
    FailedTries.objects.update_or_create(who=_hash_right(guesser), defaults={"count": 0, "last_at": timezone.now()})


def was_right_today(guesser: ThrottleKey) -> bool:
    """Return True if something right was typed there today. One query."""
    since = timezone.now() - FORGOTTEN_AFTER
    return FailedTries.objects.filter(who=_hash_right(guesser), last_at__gt=since).exists()


def purge_guesses() -> int:
    """Delete expired guesses; return their number. Hooked into purges."""
    return FailedTries.objects.filter(last_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()[0]


def delay_after(count: int, free: int, first: timedelta = FIRST) -> timedelta:
    """Return the delay: none below wrong guess number `free`, then one, two, four, eight, at most 15 minutes."""
    if count < free:
        return timedelta(0)
    return min(LONGEST, first * (1 << min(count - free, 4)))


def _hash_right(guesser: ThrottleKey) -> str:
    return hash_throttle_key(f"right {guesser.who}")


@transaction.atomic
def _count(by_hash: dict[str, ThrottleKey], now: datetime) -> Counted:
    fresh = [FailedTries(who=who, last_at=now) for who in sorted(by_hash)]
    FailedTries.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = list(FailedTries.objects.select_for_update(no_key=True).filter(who__in=by_hash).order_by("who"))
    _refuse_early(by_hash, rows, now)  # checked again: another request may have been faster
    before = tuple((by_hash[row.who], row.last_at) for row in rows)
    for row in rows:
        row.count, row.last_at = _lately(row, by_hash[row.who], now) + 1, now
    FailedTries.objects.bulk_update(rows, ["count", "last_at"])
    return Counted(now, before)


def _refuse_early(by_hash: dict[str, ThrottleKey], rows: Iterable[FailedTries], now: datetime) -> None:
    wait = max((_wait(row, by_hash[row.who], now) for row in rows), default=timedelta(0))
    if wait > timedelta(0):
        raise HeldUp(wait)


def _wait(row: FailedTries, guesser: ThrottleKey, now: datetime) -> timedelta:
    delay = delay_after(_lately(row, guesser, now), guesser.free, guesser.first)
    return min(LONGEST, delay - (now - row.last_at)) if delay else delay


def _lately(row: FailedTries, guesser: ThrottleKey, now: datetime) -> int:
    """Return the number of guesses that still count; if the clock was set back, nobody waits for it to catch up."""
    forgotten_after = guesser.window if row.count < guesser.free else FORGOTTEN_AFTER
    return row.count if -LONGEST < now - row.last_at < forgotten_after else 0


class NotAllowed(Exception):  # an expected answer, not a bug
    """The action was refused and changed nothing; `message` gives the reason, worded for pages.

    `field` is the form field that the message belongs to, if any.
    """

    def __init__(self, message: object, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field

    def __str__(self) -> str:
        return str(self.message)


@transaction.atomic
def create_login_link(account: Account, by: Account | None = None) -> str:
    """Create a login link for `account`, valid once within the hour; return its token, stored only as SHA-256.

    It replaces the creator's earlier link for the same account, so that a form sent twice leaves one. `by` is shown
    in the account; None means the operator of the install. The caller checks the right to create one. Raises
    NotAllowed for the demo visitor and for accounts that cannot sign in.
    """
    if account.is_visitor or account.erased_at or not account.is_active:
        raise NotAllowed(_("There is no login link for this account."))
    account.login_links.filter(made_by=by).void()
    token = fresh_token()
    LoginLink.objects.create(account=account, token_hash=hash_token(token), made_by=by)
    return token


def void_login_links(account: Account) -> None:
    """Invalidate owners' links for `account`, and links that it created as an owner.

    They were valid for the former clubs, which the caller has just changed. This includes one in use at this moment:
    see holds_login_link.
    """
    of_owners = LoginLink.objects.filter(expires_at__gt=timezone.now()).exclude(made_by=None)
    of_owners.filter(Q(account=account) | Q(made_by=account)).update(expires_at=LONG_AGO)


@transaction.atomic
def holds_login_link(link: LoginLink) -> bool:
    """Return True if the link just used is still valid; not if the member joined a club meanwhile.

    It waits for a concurrent invalidation. One query.
    """
    return LoginLink.objects.select_for_update(no_key=True).filter(pk=link.pk, expires_at__gt=timezone.now()).exists()


@transaction.atomic
def use_login_link(token: str) -> LoginLink | None:
    """Use up a link and return it; None if it is unknown, expired or used.

    A conditional UPDATE of this one table: of two people pressing the button, one gets in. If an owner created the
    link, the member is asked from now on about its use.
    """
    taken = LoginLink.objects.usable().of(token).update(used_at=timezone.now(), unconfirmed=~Q(made_by=None))
    if not taken:
        return None
    link = LoginLink.objects.of(token).select_related("account", "made_by").get()
    if not link.account.is_active:
        return None
    if link.is_of_owner:
        Account.objects.filter(pk=link.account_id).update(has_unconfirmed_links=True)
    return link


@transaction.atomic
def remove_passkey(account: Account, passkey: Authenticator) -> None:
    """Remove a passkey. Raises NotAllowed if nothing would be left to sign in with."""
    lock_account(account.pk)  # of two concurrent removals, the second waits
    others = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).exclude(pk=passkey.pk)
    if not account.has_usable_password() and not others.exists():
        raise NotAllowed(_("This is your only way to sign in. Set a password first, or add another passkey."))
    passkey.delete()


@transaction.atomic
def count_passkey(number: int, counter: int) -> bool:
    """Store a passkey's use counter; return False if it did not increase: then there is a copy.

    Passkeys that do not count (0, as all synchronized ones) are trusted. Two queries and a savepoint.
    """
    passkey = Authenticator.objects.select_for_update(no_key=True).get(
        pk=number
    )  # of two concurrent responses, the second waits
    before = passkey.data.get(_COUNTER, passkey.wrap().authenticator_data.counter)
    if (counter or before) and counter <= before:
        return False
    if counter != before:
        passkey.data[_COUNTER] = counter
        passkey.save(update_fields=["data"])
    return True


def account_by_recovery_code(username: str, code: str) -> Account | None:
    """Return the account of an unused recovery code, and use the code up."""
    codes = (
        Authenticator.objects.filter(type=Authenticator.Type.RECOVERY_CODES, user__is_active=True)
        .filter(user__username=Account.normalize_username(username))
        .select_related("user")
        .first()
    )
    if codes is None or not codes.wrap().validate_code(bare_code(code)):
        return None
    account: Account = codes.user
    return account


@transaction.atomic
def connect_account(account: Account, provider: str, uid: str, browser: str) -> None:
    """Connect `account` with a person of a service; connected once more, nothing changes.

    Raises NotAllowed if the account is connected with another person there, or the person with another account.
    """
    lock_account(account.pk)
    connected = SocialAccount.objects.filter(provider=provider, user=account).first()
    if connected and connected.uid == uid:
        return
    if connected:
        raise NotAllowed(_("You are connected with somebody else there. Disconnect that first."))
    _row, created = SocialAccount.objects.get_or_create(provider=provider, uid=uid, defaults={"user": account})
    if not created:
        raise NotAllowed(_("Another account here is connected with this one already."))
    note_event(account, "openid_connected", browser)


@transaction.atomic
def disconnect_account(account: Account, browser: str) -> None:
    """Disconnect every service. Raises NotAllowed if nothing would be left to sign in with."""
    lock_account(account.pk)
    if not can_return(account):
        raise NotAllowed(_("This is your only way to sign in. Set a password first, or add another passkey."))
    removed, _rows = SocialAccount.objects.filter(user=account).delete()
    if removed:
        note_event(account, "openid_removed", browser)
