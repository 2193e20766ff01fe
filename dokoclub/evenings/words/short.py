"""Words for buttons that stand for no entry of a registry."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.words.games import Texts

# Rows that are no played game.
MORE: Final[Texts] = {"manual": _("By hand"), "penalty": _("Penalty points"), "redeal": _("Dealt again")}

# Ticks that start a Bockrunde, by the key of the trigger that the rules name.
TICKS: Final = {
    "hearts_trick": ("hearts_trick", _("Herzstich went through")),
    "by_hand": ("bock_by_hand", _("Declare a Bockrunde")),
}
