"""Texts that a phone shows without asking the server: the outbox band, the page, the entry form, the engine.

The engine phrases the rows of a sheet. The script fills {0} and {1} (static/js/texts.js), and picks singular or plural
from a pair of texts.
"""

import json
from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from dokoclub.ui.texts import translate_text
from scoring.terms import say

# The band above the form, by the state of the outbox, and its buttons.
BAND: Final = {
    "S1": _("Offline. Keep scoring; it's sent once you're online."),
    "S1first": _("Let only one phone score for now."),
    "S1read": _("Offline. Updates come once you're back online."),
    "S2": _("Offline · {0}"),
    "S3": _("Sending …"),
    "S4": _("Someone else has written. {0}"),
    "S4lost": _("The server has lost some sent games. {0}"),
    "S5": _("You are signed out. {0}"),
    "S6": _("{0} isn't valid: {1} Correct it first; the others wait."),
    "S7closed": _("The sheet has been closed since {1}. {0}"),
    "S7pen": _("The scoring link no longer works. {0}"),
    "S7gone": _("You may not write on this sheet any more. {0}"),
    "S7moving": _("The club is moving to {1} and can only be read. {0}"),
    "S7moved": _("The club has moved to {1}. {0}"),
    "file_moved": _("Save it as a file: a club owner can import it there under “Import old sheets”."),
    "there": _("Go there"),
    "file_begun": _("Save it as a file: a club owner can import it under “Import old sheets”."),
    "file_left": _(
        "It is sent once everyone is back in the club. Or save it as a file: an owner can import "
        "it under “Import old sheets”."
    ),
    "S8server": _("The server did not take it. Nothing is lost: {0}"),
    "S6begun": _("The evening can't start like this: {1} {0}"),
    "S6names": _("Before the evening starts: the club already knows some of these names. {0}"),
    "S7begun": _("You can no longer start evenings in this club. {0}"),
    "local": _("Tried out, on this phone alone."),
    "take_along": _("Keep it"),
    "busy": _("The server is busy. Your game will be sent automatically."),
    "page": _("Keep this page open until then: offline, a phone can't find it again."),
    "sign_in": _("Sign in"),
    "sign_in_as": _("Sign in as {0}"),
    "send_as": _("Send as {0}"),
    "sign_in_and_send": _("Sign in and send"),
    "open_again": _("Ask an owner"),
    "file": _("Save as a file"),
    "other_name": _("Who are the guests?"),
    "put_right": _("Correct"),
    "take_back": _("Undo"),
    "look": _("Have a look"),
    "again": _("Try again"),
}

INSERT_BEFORE: Final = _("Insert before {0}")
TIME_IS_UP: Final = say("Time's up: only this game and open Pflichtsoli still count.")

# Messages, questions, and words of a row.
PAGE: Final = {
    "noted": _("{0} noted"),
    "saved": _("{0} saved"),
    "changed": _("{0} changed"),
    "unchanged": _("Nothing was changed."),
    "changed_since": _("{0} was changed meanwhile."),
    "struck_now": _("{0} struck"),
    "restored": _("{0} restored"),
    "seated": _("Seats changed."),
    "kept": _("Saved."),
    "undone": _("Undone"),
    "unreckoned": _("{0} noted. It is worked out when there is a network again."),
    "sent_all": _("All sent."),
    "differs": _("The server came to another result than this phone. The server’s counts."),
    "moved": _("Under the new version: {0}."),
    "same": _("{0} was there already, just the same."),
    "ruled": _("The evening now counts by other rules."),
    "needs_network": _("Needs a connection."),
    "too_late": _(TIME_IS_UP),
    "closing": _("The evening ends once everything is sent."),
    "hand_in_later": _("You can hand it in as soon as everything is sent."),
    "closed": _("This sheet is closed."),
    "unknown": _("That has been struck. Your entry is kept."),
    "safe": _(
        "Put dokoclub on the home screen, then the phone keeps everything safely. You sign in there again: "
        "with a password, a passkey or a code from an owner."
    ),
    "stay": _("Stay in this browser: only it knows the scoring link and unsent games."),
    # questions
    "later": _("This changes later games"),
    "change": _("Save the change"),
    "cancel": _("Cancel"),
    "back": _("Back"),
    "took": _("{0} has meanwhile written {1}."),
    "was_struck": _("Meanwhile {0} was struck."),
    "somebody": _("somebody"),
    "behind": _("Mine behind"),
    "behind_title": _("Behind the others, yours become:"),
    "send_these": _("Send this"),
    "one_by_one": _("Compare one by one"),
    "discard": _("Discard mine"),
    "discard_sure": _("Really discard yours?"),
    "discard_hint": _("For 30 days this phone can take them back."),
    "lost": _("The server has lost {0}. Send again?"),
    "send_again": _("Send again"),
    "already": _("Game {0} is already written"),
    "changed_twice": _("Game {0} was changed twice"),
    "which": _("Which version counts?"),
    "same_versions": _("Both versions say the same."),
    "theirs": _("Keep the other version"),
    "mine": _("Keep mine"),
    "both": _("Two games"),
    "becomes": _("mine becomes game {0}"),
    "here": _("On this phone"),
    "there": _("On the sheet"),
    "by": _("By {0}"),
    "by_you": _("By you"),
    "by_pen": _("By scoring link"),
    "pen": pgettext_lazy("who wrote", "the scoring link"),
    "yes": _("yes"),
    # rows
    "number": _("Game {0}"),
    "two": _("Games {0} and {1}"),
    "range": _("Games {0} to {1}"),
    "and": _("{0} and {1}"),
    "value": _("value {0}"),
    "worth": _("Game value {0}"),
    "waits_long": _("waits on this phone"),
    "note": _("Note"),
    "edit": _("Edit"),
    "strike": _("Strike"),
    "insert": _("Insert before"),
    "insert_before": INSERT_BEFORE,
    "restore": _("Restore"),
    "the_pen": pgettext_lazy("of whom", "the scoring link"),
    "dealer": _("Dealer"),
    "sits_out": _("sits out"),
    "sits_out_one": _("{0} sits out"),
    # the seats
    "change_seats": _("Change seats"),
    "seats_in_order": _("Seats in order"),
    "up": _("{0} one seat up"),
    "down": _("{0} one seat down"),
    "leaves": _("leaves"),
    "leaves_one": _("{0} leaves"),
    "rests": _("Sits out until back"),
    "is_back": _("is back"),
    "is_back_one": _("{0} is back"),
    "comes": _("Someone new"),
    "joins": _("joins"),
    "joins_one": _("{0} joins"),
    "owes": _("owes a Pflichtsolo"),
    "round": _("in turn"),
    "from_game": _("From game {0}"),
    # an evening that begins on the phone
    "at_table": _("At the table"),
    "who_plays": _("Who plays?"),
    "seats_tap": _("Tap in seating order."),
    "reseat": _("Seated like this?"),
    "tap_anew": _("Start over"),
    "others_of_club": _("Others of the club"),
    "seat_order": _("Seat order"),
    "seats_few": _("# at the table (4–7)"),
    "seats_three": _("# at the table: seat a guest on the empty chair and enter points by hand."),
    "seats_fine": _("# at the table"),
    "guest": _("A guest"),
    "guest_name": _("Name of the guest"),
    "add_guest": _("Add a guest"),
    "name_taken": _("{0} is already in the list."),
    "start": _("Start an evening"),
    "same_person": _("Same person"),
    "same_person_is": _("Same person: {0}"),
    "other_names": _("The club already has this name. Same person?"),
    "somebody_else": _("Someone else"),
    "who_is_it": _("Same person or someone else? Choose one."),
    "another_name": _("Give the other person a different name."),
    "rename": _("Apply"),
    "discard_evening": _("Discard"),
}
TEXTS: Final = Path(__file__).with_name("engine.json")  # made by `python -m tools.engine`
OF_SHEETS: Final = ("scoring.contract.row_text", "scoring.contract.sheet_text")  # never about the form's content
SCRIPT: Final = {
    "re": _("Re wins"),
    "kontra": _("Kontra wins"),
    "nobody": _("Nobody wins"),
    "manual": _("By hand"),
    "penalty": _("Penalty points"),
    "redeal": _("Redeal"),
    "redealHint": _("Counts nothing; the same dealer deals again."),
    "value": _("Game value {0}"),
    "sum": _("Sum"),
    "total": _("Game value"),
    "solo": _("Which solo?"),
    "soloHint": _("Tap its kind"),
    "party": _("Re side missing"),
    "partyHint": _("Tap {0} more of {1}"),
    "soloist": _("Who plays alone?"),
    "rests": _("Who sits out?"),
    "restsHint": _("{0} must play: tap that tile"),
    "augen": _("Card points missing"),
    "augenHint": _("Tap digits or a step"),
    "tricks": _("All tricks?"),
    "more": _("What was it?"),
    "winners": _("Winners are missing"),
    "winnersHint": _("Tap the winners, or enter the points"),
    "worth": _("Game value is missing"),
    "points": _("Points are missing"),
    "pointsHint": _("Who gets how many?"),
    "rare": _("1 and 239 card points are impossible. Sure?"),
    "edit": _("Save the change"),
    "save": _("Save"),
    "editing": _("Edit: {0}"),
    "offline": _("No connection. Nothing is lost; try again."),
    "failed": _("That didn't work. Your entry is kept; try again."),
    "byWhom": _("who?"),
    "by": _("by {0}"),
    "calls": pgettext_lazy("margin", "Calls"),
    "alone": _("Solo"),
    "from": _("{0}: from whom?"),
    "held": _("{0}: who?"),
    "impossible": _("Not possible"),
    "whichRules": _("Sources"),
    "forced": _("compulsory"),
    "gave": _("Armut: who gave?"),
    "married": _("Hochzeit: who married?"),
    "marriedHint": _("Tap “{0}” on the left"),
    "wrongCard": _("Who played a wrong card?"),
    "handToHand": _("From hand to hand"),
    "noPayments": _("These rules know only the payment for a Hochzeit; it counts automatically."),
    "partnerIn": _("Partner in trick"),
    "nothingToAscribe": _("No calls, no bonus points."),
    "sitsOut": _("sits out"),
    "whoSitsOut": _("Who sits out?"),
    "thisGame": _("For this one game"),
    "longer": _("For longer: change seats"),
    "faster": _("{0} wrote game {1}"),
    "written": _("Game {0} is already written"),
    "left": _("No longer at the table: {0}. Everything else is as you typed it."),
    "outSince": _("Now sits out: {0}. Everything else is as you typed it."),
    "outNow": _("{0} sits out"),
    "instead": _("{0} sits out, {1} plays"),
    "pointsOf": _("Points {0}"),
    "turns": _("Points {0}: plus or minus"),
}


def _counted(number: int) -> dict[str, str]:
    """Return the texts for this number: singular or plural."""
    return {
        "wait": ngettext("{0} game is waiting on this phone.", "{0} games are waiting on this phone.", number),
        "wait_entries": ngettext(
            "{0} entry is waiting on this phone.", "{0} entries are waiting on this phone.", number
        ),
        "wait_of": ngettext(
            "{0} game of {1} is waiting on this phone.", "{0} games of {1} are waiting on this phone.", number
        ),
        "wait_entries_of": ngettext(
            "{0} entry of {1} is waiting on this phone.", "{0} entries of {1} are waiting on this phone.", number
        ),
        "leaving": ngettext(
            "{0} game is still waiting on this phone.", "{0} games are still waiting on this phone.", number
        ),
        "thrown": ngettext("Restore {0} discarded entry", "Restore {0} discarded entries", number),
        "entries": ngettext("{0} entry", "{0} entries", number),
        "sent": ngettext("All sent: {0} game.", "All sent: {0} games.", number),
    }


def _said(texts: Mapping[str, Promise | str]) -> dict[str, str]:
    return {key: str(text) for key, text in texts.items()}


def list_offline_texts() -> dict[str, dict[str, Any]]:
    """Return the texts in the reader's language: `state` of the band, and `page` for all others outside the engine."""
    one, many = _counted(1), _counted(2)
    return {"state": _said(BAND), "page": _said(PAGE) | {key: [one[key], many[key]] for key in one}}


def translate_engine(*, without: Container[str] = ()) -> dict[str, str]:
    """Return translations of the engine's texts that differ, by English text, which is the `problem` of a problem.

    `without`: modules of `scoring`.
    """
    told = {text: translate_text(text) for module, texts in _texts().items() if module not in without for text in texts}
    return {text: here for text, here in told.items() if here != text}


@cache
def _texts() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(TEXTS.read_text(encoding="utf-8"))
    return found
