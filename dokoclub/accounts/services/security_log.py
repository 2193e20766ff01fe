"""What happened to an account, for its owner to read; kept for 90 days."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from dokoclub.accounts.models import Account, SecurityEvent

KEPT: Final = timedelta(days=90)


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
