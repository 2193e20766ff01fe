"""Who may pass an address, and with which methods; what the install of the tests offers."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, NamedTuple

from dokoclub.environment import openid_provider

# What an install may offer; an address of what it does not offer is 404.
OFFERED: Final[dict[str, Any]] = {
    "REGISTRATION": "open",
    "PUSH_CONTACT": "doko@example.org",
    "SOCIALACCOUNT_PROVIDERS": openid_provider("http://localhost:9", "dokoclub", "geheim"),
}
READING: Final = frozenset({"GET", "HEAD"})
FORM: Final = frozenset({"GET", "HEAD", "POST"})
WRITING: Final = frozenset({"POST"})


class May(Enum):
    """Who may open an address."""

    ANYBODY = "anybody"  # signed in or not
    ACCOUNT = "account"  # who is signed in
    READ = "read"  # and so on: members of the club with that right
    SCORE = "score"
    MONEY = "money"
    OWN = "own"
    FOUNDER = "founder"  # who looks after the install, whatever he may in a club


class AccessRule(NamedTuple):
    may: May
    methods: frozenset[str]  # all others are 405; empty: the view is not ours, and whatever it says to others holds
