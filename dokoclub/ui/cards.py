"""The playing card of each person: a tint, its suit and a monogram.

No queries. There are twelve tints, distinct also with red-green colour blindness. Tints that look similar carry
different suits (tests/ui/test_colours.py measures both). In charts the suit is the line style.
"""

import base64
import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final, Protocol

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString

TINTS: Final = 12  # --t1 … --t12 in look.css
SUITS: Final = ("club", "spade", "diamond", "heart")  # symbols of ui/_icons.html, in rotation
LONGEST_MONOGRAM: Final = 2
TINT: Final = re.compile(r"--t(\d+): var\(--light, (#[0-9a-f]{6})\)")


@dataclass(frozen=True, slots=True)
class Card:
    """`tint`: 1 to 12; `monogram`: one or two letters."""

    tint: int
    monogram: str

    @property
    def suit(self) -> str:
        return SUITS[(self.tint - 1) % len(SUITS)]


class Carded(Protocol):
    @property
    def card(self) -> Card: ...


def get_card(name: str, tint: int, monogram: str = "") -> Card:
    """Return the card of a person. Without a monogram of their own it shows the first letter of the name."""
    return Card(tint, monogram or get_initial(name))


def list_cards(*people: Carded | None) -> list[Card]:
    """Return the cards of these people. None (the kitty) has no card."""
    return [one.card for one in people if one is not None]


def get_initial(name: str) -> str:
    """Return the first letter or digit of a name: `K` for Karl-Heinz, `S` for „Sepp“."""
    return next((sign for sign in name if sign.isalnum()), name[:1]).upper()[:LONGEST_MONOGRAM]


def next_tint(given: Iterable[int]) -> int:
    """Return the first unused tint. When all twelve are taken, return the first of the least used ones."""
    times = Counter(given)
    return min(range(1, TINTS + 1), key=lambda tint: (times[tint], tint))


def free_monogram(name: str, taken: Collection[str]) -> str:
    """Return a free two-letter monogram, `Cl` next to `C`, or "" where the first letter of the name is free.

    Where all pairs are taken, return the first pair.
    """
    first = get_initial(name)
    if first not in taken:
        return ""
    letters = [sign.lower() for sign in name if sign.isalnum()][1:]
    pairs = [first[:1] + letter for letter in letters]
    return next((pair for pair in pairs if pair not in taken), pairs[0] if pairs else "")


def render_card(card: Card, size: str = "") -> SafeString:
    """Render a card as HTML.

    `size`: "" for lines of text and tables, "m" and "l" for larger cards. The style sheet draws the letters, so copied
    or searched text holds only the name.
    """
    kind = " ".join(filter(None, ["pc", f"p{card.tint}", size, "two" if len(card.monogram) > 1 else ""]))
    return SafeString(
        f'<i class="{kind}" data-letters="{escape(card.monogram)}" aria-hidden="true">'
        f'<svg><use href="#{card.suit}"/></svg></i>'
    )


@cache
def tints_on_paper() -> dict[int, str]:
    """Return the colour of each tint in the light theme, from the style sheet: `{1: "#2a268b", …}`."""
    tokens = find_static("css/look.css").read_text(encoding="utf-8")
    return {int(number): colour for number, colour in TINT.findall(tokens)}


@cache
def font_in_place(name: str) -> str:
    """Return `static/fonts/NAME.woff2` as a data URL."""
    data = base64.b64encode(find_static(f"fonts/{name}.woff2").read_bytes()).decode()
    return f"data:font/woff2;base64,{data}"


def find_static(name: str) -> Path:
    """Return the path of a static file. Raises FileNotFoundError."""
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    return Path(path)
