"""Browsers with reminders switched on, and the runs that remind them."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.core.management import call_command

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import begin_sign_in
from dokoclub.core.formatting import to_local
from dokoclub.dates.models import Date, Subscription
from dokoclub.dates.models.date import begin_at
from dokoclub.dates.services.reminders import Browser, subscribe_browser
from dokoclub.webpush import load_key, name_key
from tests.dates.papers import later
from tests.webpush.service import PushService, TestBrowser


def own_key() -> str:
    return name_key(load_key(Path(settings.DATA_DIR)))


def switch_on(
    account: Account, service: PushService, path: str = "/box/1", *, language: str = "de", key: str = ""
) -> TestBrowser:
    """Store a browser of the signed-in account, with its address at the push service."""
    browser = TestBrowser()
    session = SessionStore()
    session.save()
    sign_in = begin_sign_in(account, str(session.session_key), "password", "Firefox/Android")
    said = Browser(endpoint=service.address(path), public=browser.keys["p256dh"], secret=browser.keys["auth"])
    subscribe_browser(account, said, sign_in=sign_in.pk, key=key or own_key(), language=language)
    return browser


def subscription_of(account: Account) -> Subscription:
    return Subscription.objects.get(account=account)


def at(one: Date, days: int, clock: str = "12:00") -> datetime:
    """Return the time this many days before a date, at that hour."""
    day = to_local(one.start).date() - timedelta(days=days)
    return begin_at(day, datetime.strptime(clock, "%H:%M").time())  # noqa: DTZ007  # an hour alone


def remind(moment: datetime) -> str:
    """Run the command and return its output."""
    said: list[str] = []

    class Out:
        def write(self, text: str) -> Any:
            said.append(text)

    with later(moment):
        call_command("remind", stdout=Out())
    return "".join(said).strip()
