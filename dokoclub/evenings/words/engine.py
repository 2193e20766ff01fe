"""What the engine on a phone may say of a row, in the reader's language."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

from dokoclub.look.words import translate_text

TEXTS: Final = Path(__file__).with_name("engine.json")  # made by `python -m tools.engine`


def translate_engine() -> dict[str, str]:
    """By its English text, which is the `problem` of a problem; only where another language says it otherwise."""
    told = {text: translate_text(text) for text in _texts()}
    return {text: here for text, here in told.items() if here != text}


@cache
def _texts() -> tuple[str, ...]:
    return tuple(json.loads(TEXTS.read_text(encoding="utf-8")))
