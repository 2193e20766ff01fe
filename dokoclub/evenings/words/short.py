"""Short words for buttons and rows; the long ones, for sentences, are those of the clubs."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from dokoclub.clubs.words.games import EXTRAS as LONG_EXTRAS
from dokoclub.clubs.words.games import Texts

# The segmented switch of the entry form.
KINDS: Final[Texts] = {
    "normal": pgettext_lazy("game", "Normal"),
    "hochzeit": _("Hochzeit"),
    "armut": _("Armut"),
    "solo": _("Solo"),
    "more": pgettext_lazy("game", "More"),
}

# What one plays alone; the Stille Hochzeit is a kind of its own, but stands among them.
SOLOS: Final[Texts] = {
    "damen": pgettext_lazy("solo", "Queens"),
    "buben": pgettext_lazy("solo", "Jacks"),
    "koenige": pgettext_lazy("solo", "Kings"),
    "trumpf": pgettext_lazy("solo", "Trump"),
    "kreuz": pgettext_lazy("solo", "Clubs"),
    "pik": pgettext_lazy("solo", "Spades"),
    "herz": pgettext_lazy("solo", "Hearts"),
    "fleischlos": pgettext_lazy("solo", "Meatless"),
    "stille_hochzeit": _("Stille Hochzeit"),
}

# Rows that are no played game.
MORE: Final[Texts] = {"manual": _("By hand"), "penalty": _("Penalty points"), "redeal": _("Dealt again")}

EXTRAS: Final[Texts] = {**LONG_EXTRAS, "fuchs": _("Fuchs")}

# Ticks that start a Bockrunde, by the key of the trigger that the rules name.
TICKS: Final = {
    "hearts_trick": ("hearts_trick", _("Herzstich went through")),
    "by_hand": ("bock_by_hand", _("Declare a Bockrunde")),
}
