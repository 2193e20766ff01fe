"""A session begins and ends. One row each, so that its owner sees them all and ends a single one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from dokoclub.accounts.access.throttling import Guesser
from dokoclub.accounts.models import (
    LONG_AGO,
    Account,
    FailedTries,
    LoginLink,
    SecurityEvent,
    SignIn,
    fresh_token,
    hash_guesser,
    hash_token,
)
from dokoclub.ui.forms import bare_code

KEPT: Final = timedelta(days=90)
FIRST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(minutes=15)
FORGOTTEN_AFTER: Final = timedelta(days=1)  # without another wrong guess
_COUNTER: Final = "counter"  # beside what allauth keeps of a passkey


def lock_account(pk: int) -> Account:
    """The account as it is now, held until the transaction ends: who else changes it, waits."""
    return Account.objects.select_for_update(no_key=True).get(pk=pk)


def note_event(account: Account, what: str, browser: str, *, by: Account | None = None) -> None:
    """`what` is a key of words.EVENTS. One query."""
    SecurityEvent.objects.create(account=account, what=what, browser=browser, by=by)


def note_wrong_guess(username: str, what: str, browser: str) -> None:
    """A wrong password or code; nothing for a name that nobody has. Two queries at most."""
    account = Account.objects.real().filter(username=Account.normalize_username(username)).first()
    if account is not None:
        note_event(account, what, browser)


def purge_security_log() -> int:
    """Remove what is older; how many lines. Hooked into purges."""
    return SecurityEvent.objects.filter(at__lt=timezone.now() - KEPT).delete()[0]


def begin_sign_in(account: Account, session_key: str, how: str, browser: str, link: LoginLink | None = None) -> SignIn:
    """`how` is a key of words.HOW; `link`: the login link that it began by. Two queries."""
    note_event(account, how, browser, by=link.made_by if link else None)
    return SignIn.objects.create(account=account, session_key=session_key, how=how, browser=browser, link=link)


def adopt_session(account: Account, session_key: str, browser: str) -> SignIn:
    """The row of a session that began before sign-ins were noted. Two queries."""
    return SignIn.objects.get_or_create(session_key=session_key, defaults={"account": account, "browser": browser})[0]


def renew_sign_in(number: int) -> None:
    """It was used today. One query."""
    SignIn.objects.filter(pk=number).update(last_used_at=timezone.now())


def follow_session(number: int, session_key: str) -> None:
    """The session got another key. One query."""
    SignIn.objects.filter(pk=number).update(session_key=session_key)


def end_sign_in(account: Account, number: int, browser: str) -> bool:
    """End a single session of the account; False where that is over already, or not of this account."""
    ended = _end(account.sign_ins.filter(pk=number)) > 0
    if ended:
        note_event(account, "device_ended", browser)
    return ended


def end_other_sign_ins(account: Account, keep: str | None) -> None:
    """All but the session with the key `keep`."""
    _end(account.sign_ins.exclude(session_key=keep or ""))


def end_link_sign_ins(account: Account) -> None:
    """The account has come into another club: who looks in by an owner's link does not come along.

    One query, three where there is one.
    """
    _end(account.sign_ins.by_owners())


def end_sign_ins_by(maker: Account) -> None:
    """`maker` owns a club no longer: sessions that began by links of his end. One query or three."""
    _end(SignIn.objects.filter(link__made_by=maker))


def is_signed_in_otherwise(account: Account) -> bool:
    """Is there a session of the account that no owner's link began? One query."""
    return account.sign_ins.running().exclude(pk__in=account.sign_ins.by_owners().values("pk")).exists()


@transaction.atomic
def confirm_links(account: Account) -> None:
    """It was the member who used the links of owners; nobody asks any more."""
    lock_account(account.pk)
    account.login_links.filter(unconfirmed=True).update(unconfirmed=False)
    Account.objects.filter(pk=account.pk).update(has_unconfirmed_links=False)


@transaction.atomic
def disown_links(account: Account) -> None:
    """It was somebody else: their sessions end at once."""
    confirm_links(account)
    end_link_sign_ins(account)


def purge_sign_ins() -> int:
    """Remove the rows of sessions that are over; how many. Hooked into purges."""
    return SignIn.objects.exclude(pk__in=SignIn.objects.running().values("pk")).delete()[0]


def _end(sign_ins: QuerySet[SignIn]) -> int:
    """How many ended."""
    keys = list(sign_ins.values_list("session_key", flat=True))
    if keys:
        Session.objects.filter(session_key__in=keys).delete()
        SignIn.objects.filter(session_key__in=keys).delete()
    return len(keys)


class Counted(NamedTuple):
    """A guess that was counted, to be given back should it be right."""

    at: datetime
    before: tuple[tuple[Guesser, datetime], ...]  # when each had guessed before


class HeldUp(ValidationError):
    """Too many wrong guesses: none is looked at for `seconds`."""

    def __init__(self, wait: timedelta) -> None:
        self.seconds = max(1, -(-wait // timedelta(seconds=1)))
        super().__init__(format_wait(self.seconds), code="held_up")


def format_wait(seconds: int) -> str:
    minutes = -(-seconds // 60)
    return ngettext(
        "Too many wrong attempts. Please wait for %(minutes)s minute.",
        "Too many wrong attempts. Please wait for %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


def count_guess(guessers: Iterable[Guesser]) -> Counted:
    """Count one guess, not yet known to be wrong. Raises HeldUp, and counts nothing, while one of them has to wait.

    One query while somebody has to wait; otherwise four in a transaction follow.
    """
    now = timezone.now()
    by_hash = {hash_guesser(guesser.who): guesser for guesser in guessers}
    _refuse_early(by_hash, FailedTries.objects.filter(who__in=by_hash), now)  # writes nothing, so waits for nobody
    return _count(by_hash, now)


def give_back(counted: Counted) -> None:
    """It was right. A name begins anew; an address loses this guess alone, or a thief would sign in to guess on."""
    for guesser, last_at in counted.before:
        rows = FailedTries.objects.filter(who=hash_guesser(guesser.who))
        if not guesser.shared:
            rows.delete()
            continue
        rows.filter(last_at=counted.at).update(last_at=last_at)
        rows.filter(count__gt=0).update(count=F("count") - 1)


def note_right(guesser: Guesser) -> None:
    """Note that something right was typed there today."""
    FailedTries.objects.update_or_create(who=_hash_right(guesser), defaults={"count": 0, "last_at": timezone.now()})


def was_right_today(guesser: Guesser) -> bool:
    """Return whether something right was typed there today. One query."""
    since = timezone.now() - FORGOTTEN_AFTER
    return FailedTries.objects.filter(who=_hash_right(guesser), last_at__gt=since).exists()


def purge_guesses() -> int:
    """Remove what counts no more; how many. Hooked into purges."""
    return FailedTries.objects.filter(last_at__lt=timezone.now() - FORGOTTEN_AFTER).delete()[0]


def delay_after(count: int, free: int, first: timedelta = FIRST) -> timedelta:
    """None until the wrong guess number `free`, then a minute, two, four, eight, and never more than 15."""
    if count < free:
        return timedelta(0)
    return min(LONGEST, first * (1 << min(count - free, 4)))


def _hash_right(guesser: Guesser) -> str:
    return hash_guesser(f"right {guesser.who}")


@transaction.atomic
def _count(by_hash: dict[str, Guesser], now: datetime) -> Counted:
    fresh = [FailedTries(who=who, last_at=now) for who in sorted(by_hash)]
    FailedTries.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = list(FailedTries.objects.select_for_update(no_key=True).filter(who__in=by_hash).order_by("who"))
    _refuse_early(by_hash, rows, now)  # once more: somebody may have been faster
    before = tuple((by_hash[row.who], row.last_at) for row in rows)
    for row in rows:
        row.count, row.last_at = _lately(row, by_hash[row.who], now) + 1, now
    FailedTries.objects.bulk_update(rows, ["count", "last_at"])
    return Counted(now, before)


def _refuse_early(by_hash: dict[str, Guesser], rows: Iterable[FailedTries], now: datetime) -> None:
    wait = max((_wait(row, by_hash[row.who], now) for row in rows), default=timedelta(0))
    if wait > timedelta(0):
        raise HeldUp(wait)


def _wait(row: FailedTries, guesser: Guesser, now: datetime) -> timedelta:
    delay = delay_after(_lately(row, guesser, now), guesser.free, guesser.first)
    return min(LONGEST, delay - (now - row.last_at)) if delay else delay


def _lately(row: FailedTries, guesser: Guesser, now: datetime) -> int:
    """How many guesses still count. After a clock was set back, nobody shall wait until it is where it was."""
    forgotten_after = guesser.window if row.count < guesser.free else FORGOTTEN_AFTER
    return row.count if -LONGEST < now - row.last_at < forgotten_after else 0


class NotAllowed(Exception):  # a plain answer, not our error
    """Nothing was changed; `message` tells the person why, in words made for pages.

    `field` is the field of the form that the message belongs to, if it is about one.
    """

    def __init__(self, message: object, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field

    def __str__(self) -> str:
        return str(self.message)


@transaction.atomic
def create_login_link(account: Account, by: Account | None = None) -> str:
    """The token of a new link for `account`, good once within the hour; only its SHA-256 is kept.

    It replaces the maker's earlier link for the same account, so that a form sent twice leaves one.
    `by` is noted in the account; None means whoever runs the install. Who may make one is the caller's
    question. Raises Refused for the demo visitor and for accounts that cannot sign in.
    """
    if account.is_visitor or account.erased_at or not account.is_active:
        raise NotAllowed(_("There is no login link for this account."))
    account.login_links.filter(made_by=by).void()
    token = fresh_token()
    LoginLink.objects.create(account=account, token_hash=hash_token(token), made_by=by)
    return token


def void_login_links(account: Account) -> None:
    """Links that owners made for `account`, or that it made as an owner, open nothing any more.

    They were right for the clubs of that moment; the caller has just changed them. One that is being used at this
    moment is among them: see holds_login_link.
    """
    of_owners = LoginLink.objects.filter(expires_at__gt=timezone.now()).exclude(made_by=None)
    of_owners.filter(Q(account=account) | Q(made_by=account)).update(expires_at=LONG_AGO)


@transaction.atomic
def holds_login_link(link: LoginLink) -> bool:
    """Was a link that has just signed somebody in right until now? Not where the member came into a club meanwhile.

    Whoever is voiding it at this moment is waited for. One query.
    """
    return LoginLink.objects.select_for_update(no_key=True).filter(pk=link.pk, expires_at__gt=timezone.now()).exists()


@transaction.atomic
def use_login_link(token: str) -> LoginLink | None:
    """The link that signs its account in, None when it is unknown, expired or used. Uses it up.

    A conditional UPDATE of this one table: of two people pressing the button, one gets in. Where an owner made the
    link, the member is asked from now on who that was.
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
    """Raises Refused when nothing would be left to sign in with."""
    lock_account(account.pk)  # of two at once, the second waits
    others = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).exclude(pk=passkey.pk)
    if not account.has_usable_password() and not others.exists():
        raise NotAllowed(_("This is your only way to sign in. Set a password first, or add another passkey."))
    passkey.delete()


@transaction.atomic
def count_passkey(number: int, counter: int) -> bool:
    """Note how often the passkey says it was used. False where it said as much before: then there are two of it.

    Those that do not count (0, as all that are kept in a cloud) are taken at their word. Two queries and a savepoint.
    """
    passkey = Authenticator.objects.select_for_update(no_key=True).get(
        pk=number
    )  # of two answers at once, the second waits
    before = passkey.data.get(_COUNTER, passkey.wrap().authenticator_data.counter)
    if (counter or before) and counter <= before:
        return False
    if counter != before:
        passkey.data[_COUNTER] = counter
        passkey.save(update_fields=["data"])
    return True


def account_by_recovery_code(username: str, code: str) -> Account | None:
    """The account whose unused code this is; the code is used up."""
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
