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
# The page of a form that is sent elsewhere; there, a wrong form is shown again, and a reload leads to the page.
STANDS_ON: Final = {
    "clubs:make_login_link": "clubs:edit_member",
    "dates:answer_date": "dates:show_date",
    "dates:answer_by_link": "dates:show_by_link",
    "evenings:undo_correction": "evenings:correct_sheet",
    "exports:confirm_move": "exports:move_club",
    "screens:give_invitation_code": "clubs:show_invitation",
    "settlement:pay": "settlement:show_evening",
    "settlement:pay_all": "settlement:show_evening",
    "settlement:take_back": "settlement:show_evening",
    "settlement:freeze": "settlement:show_evening",
    "settlement:let_go": "settlement:show_evening",
    "settlement:excuse": "settlement:show_evening",
    "settlement:preview_club": "settlement:edit_club",
    "settlement:preview_evening": "settlement:edit_evening",
    "settlement:net": "settlement:show_overview",
    "settlement:net_several": "settlement:show_overview",
    "settlement:take_back_payment": "settlement:show_overview",
    "settlement:take_back_several": "settlement:show_overview",
    "settlement:take_back_clearing": "settlement:show_clearing",
    "settlement:plan_purpose": "settlement:show_budget",
    "settlement:pay_tapped": "settlement:show_accounts",
    "settlement:pay_some": "settlement:show_account",
    "settlement:except_player": "settlement:edit_due",
    "tournaments:disqualify_entrant": "tournaments:edit_entrant",
    "tournaments:swap_people": "tournaments:show_round",
}


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
