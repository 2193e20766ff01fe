"""What the script of the entry form says: {0} and {1} are filled there."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

SCRIPT: Final = {
    "re": _("Re wins"),
    "kontra": _("Kontra wins"),
    "nobody": _("Nobody wins"),
    "manual": _("By hand"),
    "penalty": _("Penalty points"),
    "redeal": _("Dealt again"),
    "redealHint": _("Counts nothing; the same dealer deals again."),
    "value": _("Game value {0}"),
    "sum": _("Sum"),
    "total": _("Game value"),
    "solo": _("Which solo?"),
    "soloHint": _("Tap its kind"),
    "party": _("Re party is missing"),
    "partyHint": _("Tap {0} more of {1}"),
    "soloist": _("Who plays alone?"),
    "augen": _("Augen are missing"),
    "augenHint": _("Tap digits or a step"),
    "tricks": _("All tricks?"),
    "more": _("What was it?"),
    "winners": _("Winners are missing"),
    "winnersHint": _("Tap the winners, or write the points"),
    "worth": _("Game value is missing"),
    "points": _("Points are missing"),
    "pointsHint": _("Who gets how many?"),
    "rare": _("1 and 239 Augen cannot be made from the cards. Is it right?"),
    "edit": _("Save the change"),
    "save": _("Save"),
    "editing": _("Edit game {0}"),
    "offline": _("No connection. Nothing is lost: please try again."),
    "signedOut": _("You are signed out. Your entry stays on this phone."),
    "forbidden": _("You may not write on this sheet. Your entry stays on this phone."),
    "failed": _("That did not work. Your entry stays here: please try again."),
    "byWhom": _("by whom?"),
    "by": _("by {0}"),
    "calls": _("Ansagen"),
    "alone": _("Solo"),
    "from": _("{0}: from whom?"),
    "nothingToAscribe": _("Nothing was announced, and no Sonderpunkte were made."),
    "sitsOut": _("sits out"),
    "whoSitsOut": _("Who sits out?"),
    "thisGame": _("For this one game"),
    "longer": _("For longer: change the seats"),
    "faster": _("{0} wrote game {1}"),
    "written": _("Game {0} is already written"),
    "left": _("No longer at the table: {0}. Everything else stands as you typed it."),
    "outSince": _("Now sits out: {0}. Everything else stands as you typed it."),
    "struck": _("This row was struck meanwhile."),
    "outNow": _("{0} sits out"),
    "instead": _("{0} sits out, {1} plays"),
    "pointsOf": _("Points {0}"),
    "turns": _("Points {0}: plus or minus"),
}
# Why nothing can be sent any more: to whoever holds the pen of a table, and to members.
PEN_IS_GONE: Final = _("The pen of this table does not write any more. Your entry stays on this phone.")
SHEET_IS_GONE: Final = _("This sheet is not there any more. Your entry stays on this phone.")
