"""A session begins and ends. One row each, so that its owner sees them all and ends a single one."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from dokoclub.accounts.models import Account, LoginLink, SignIn
from dokoclub.accounts.services.locking import lock_account
from dokoclub.accounts.services.security_log import note_event


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
