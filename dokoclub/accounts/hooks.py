"""What later apps add to the accounts. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from django.http import HttpRequest

from dokoclub.accounts.models import Account

Stored: TypeAlias = tuple[str, object]  # a heading, and what is stored under it, ready for JSON


class AccountWay(NamedTuple):
    """A line of the account page that leads to a page of a later app."""

    title: str
    state: str
    url: str
    action: str  # what its button says


class AccountClub(NamedTuple):
    """A club of the account, as its page names it."""

    title: str
    state: str
    url: str


class Unsettled(NamedTuple):
    """Something that goes on without the name of who is erased: what it is, how much, and where it is settled."""

    said: str
    amount: str
    signed: str  # minus: he pays
    tone: str
    url: str  # "" where the reader may not go
    about: str = ""  # the items it is made of, or the club


# May this visitor register?
signup_permits: list[Callable[[HttpRequest], bool]] = []
# An account is being deleted; inside the transaction, before it goes. May raise Refused.
erase_account: list[Callable[[Account], None]] = []
# What is open with the account and is to be settled first; said before it is deleted
unsettled_of_account: list[Callable[[Account], list[Unsettled]]] = []
# "What is stored about me"
stored_about: list[Callable[[Account], Stored]] = []
# Lines of the account page; None where there is none
account_ways: list[Callable[[Account], AccountWay | None]] = []
# The clubs that the account page leads to
account_clubs: list[Callable[[Account], list[AccountClub]]] = []
# Names of addresses at which the visitor may write where DEMO_RESET says so: what the next night takes back
visitor_may_write: list[str] = []
# Names of addresses whose forms the visitor of the demo could open, but not send
visitor_may_not_read: list[str] = []
