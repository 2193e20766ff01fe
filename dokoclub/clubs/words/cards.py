"""What the cards of people are called, for who cannot tell their colours."""

from __future__ import annotations

from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.look.card_html import print_card
from dokoclub.look.cards import TINTS, Card

SUIT_NAMES: Final = {
    "club": gettext_lazy("Clubs"),
    "spade": gettext_lazy("Spades"),
    "diamond": gettext_lazy("Diamonds"),
    "heart": gettext_lazy("Hearts"),
}
# As they look on paper; in the dark they are lighter.
TINT_NAMES: Final = (
    gettext_lazy("dark blue"),
    gettext_lazy("teal"),
    gettext_lazy("lilac"),
    gettext_lazy("purple"),
    gettext_lazy("green"),
    gettext_lazy("fir green"),
    gettext_lazy("olive"),
    gettext_lazy("blue"),
    gettext_lazy("pink"),
    gettext_lazy("orange"),
    gettext_lazy("reddish brown"),
    gettext_lazy("old rose"),
)


def card_choices() -> list[tuple[int, SafeString]]:
    """Every card with its name: `Hearts, blue`."""
    return [
        (tint, format_html("<span>{}{}</span>", print_card(Card(tint, "")), card_name(tint)))
        for tint in range(1, TINTS + 1)
    ]


def card_name(tint: int) -> str:
    return _("%(suit)s, %(tint)s") % {"suit": SUIT_NAMES[Card(tint, "").suit], "tint": TINT_NAMES[tint - 1]}
