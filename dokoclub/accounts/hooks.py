"""Hooks for later apps on accounts. `dokoclub/wiring.py` fills the lists; this module imports no later app."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from django.http import HttpRequest

from dokoclub.accounts.models import Account

Stored: TypeAlias = tuple[str, object]  # a heading, and the JSON-compatible data under it


class AccountWay(NamedTuple):
    """A line of the account page with a link to a later app."""

    title: str
    state: str
    url: str
    action: str  # text of its button


class AccountClub(NamedTuple):
    """A club of the account, for the account page."""

    title: str
    url: str


class Unsettled(NamedTuple):
    """An unsettled matter that continues without the erased name: its text, amount, and page to settle it."""

    said: str
    amount: str
    signed: str  # negative: they pay
    tone: str
    url: str  # "" if the reader has no access
    about: str = ""  # its items, or the club


# Return True if this visitor may register.
signup_permits: list[Callable[[HttpRequest], bool]] = []
# Called in the transaction that deletes an account. May raise NotAllowed.
erase_account: list[Callable[[Account], None]] = []
# Unsettled matters of the account, shown before it is deleted.
unsettled_of_account: list[Callable[[Account], list[Unsettled]]] = []
# Data for "What is stored about me".
stored_about: list[Callable[[Account], Stored]] = []
# Lines of the account page; None for no line.
account_links: list[Callable[[Account], AccountWay | None]] = []
# Further lines of the page about signing in; None for no line.
sign_in_links: list[Callable[[Account], AccountWay | None]] = []
# (account, key of the club last used or None): the account's own page in a club, "" if they play in none.
own_pages: list[Callable[[Account, int | None], str]] = []
# Clubs on the account page.
account_clubs: list[Callable[[Account], list[AccountClub]]] = []
# Names of routes at which the visitor may write with DEMO_RESET: the nightly reset undoes it.
visitor_may_write: list[str] = []
# Names of routes with forms that the demo visitor could open, but not send.
visitor_may_not_read: list[str] = []
