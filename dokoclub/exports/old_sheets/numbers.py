"""What number stands in a cell? `+5`, `−5`, `2,0`, `1.234`, `(5)`, `5-`; and what is a cell left empty."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from typing import Final

_EMPTY: Final = {"", "-", "–", "—", "/", "x", "."}  # "does not play", as people write it
_MINUS: Final = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "±": None, "'": None, "’": None})
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:[. \u202f][0-9]{3})+")
_PLAIN: Final = re.compile(r"[0-9]{1,9}(?:[.,][0-9]{1,9})?")


def is_empty(cell: str) -> bool:
    return cell.strip().lower() in _EMPTY


def is_number(cell: str) -> bool:
    return read_number(cell) is not None


@lru_cache(maxsize=4096)  # a list holds the same few over and over
def read_number(cell: str) -> Decimal | None:
    """None where it is no number."""
    text = cell.strip().translate(_MINUS).strip()
    negative = False
    if text.startswith("(") and text.endswith(")"):
        negative, text = True, text[1:-1].strip()
    elif text.endswith("-"):
        negative, text = True, text[:-1].strip()
    elif text[:1] in ("+", "-"):
        negative, text = text[0] == "-", text[1:].strip()
    if _THOUSANDS.fullmatch(text):
        text = re.sub(r"[. \u202f]", "", text)
    elif not _PLAIN.fullmatch(text):
        return None
    value = Decimal(text.replace(",", "."))
    return -value if negative else value
