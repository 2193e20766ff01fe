"""What the engine on a phone may say of a row, in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Container
from functools import cache
from pathlib import Path
from typing import Final

from dokoclub.look.words import translate_text

TEXTS: Final = Path(__file__).with_name("engine.json")  # made by `python -m tools.engine`
OF_SHEETS: Final = ("scoring.contract.row_text", "scoring.contract.sheet_text")  # never said of what stands in the form


def translate_engine(*, without: Container[str] = ()) -> dict[str, str]:
    """By its English text, which is the `problem` of a problem; only where another language says it otherwise.

    `without`: modules of `scoring`.
    """
    told = {text: translate_text(text) for module, texts in _texts().items() if module not in without for text in texts}
    return {text: here for text, here in told.items() if here != text}


@cache
def _texts() -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(TEXTS.read_text(encoding="utf-8"))
    return found
