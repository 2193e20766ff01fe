"""Words for buttons that stand for no entry of a registry."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.words.games import Texts
from dokoclub.look.words import translate_texts
from scoring.contract import row_text

# Rows that are no played game.
MORE: Final[Texts] = {"manual": _("By hand"), "penalty": _("Penalty points"), "redeal": _("Dealt again")}

# Ticks that start a Bockrunde, by the key of the trigger that the rules name.
_TICKS: Final[Texts] = translate_texts(row_text.TICKS)
TICKS: Final = {key.removeprefix("bock_"): (key, text) for key, text in _TICKS.items()}
