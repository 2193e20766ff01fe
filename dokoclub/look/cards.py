"""A person is a playing card: a tint, the suit that goes with it, and a monogram. Nothing here asks a database.

Twelve tints, told apart also with red-green blindness; those that come near each other carry different suits
(tests/look/test_colours.py measures both). In charts the suit is the style of the line.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

TINTS: Final = 12  # --t1 … --t12 in look.css
SUITS: Final = ("club", "spade", "diamond", "heart")  # signs of look/_icons.html, in turn
LONGEST_MONOGRAM: Final = 2


@dataclass(frozen=True, slots=True)
class Card:
    """`tint`: 1 to 12; `monogram`: one or two letters."""

    tint: int
    monogram: str

    @property
    def suit(self) -> str:
        return suit_of(self.tint)


class Carded(Protocol):
    @property
    def card(self) -> Card: ...


def suit_of(tint: int) -> str:
    return SUITS[(tint - 1) % len(SUITS)]


def card_of(name: str, tint: int, monogram: str = "") -> Card:
    """Without a monogram of its own it has the first letter of the name."""
    return Card(tint, monogram or initial_of(name))


def cards_of(*people: Carded | None) -> list[Card]:
    """None has no card: the cash box."""
    return [one.card for one in people if one is not None]


def initial_of(name: str) -> str:
    """`K` of Karl-Heinz, `S` of „Sepp“."""
    return next((sign for sign in name if sign.isalnum()), name[:1]).upper()[:LONGEST_MONOGRAM]


def next_tint(given: Iterable[int]) -> int:
    """The first that nobody has; of twelve that are all given, the first of those that fewest have."""
    times = Counter(given)
    return min(range(1, TINTS + 1), key=lambda tint: (times[tint], tint))


def free_monogram(name: str, taken: Collection[str]) -> str:
    """ "" where the first letter of the name will do, else two letters that nobody has, `Cl` beside `C`.

    Where all of them are taken, the first two.
    """
    first = initial_of(name)
    if first not in taken:
        return ""
    letters = [sign.lower() for sign in name if sign.isalnum()][1:]
    pairs = [first[:1] + letter for letter in letters]
    return next((pair for pair in pairs if pair not in taken), pairs[0] if pairs else "")
