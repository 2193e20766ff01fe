"""Which kinds of games and solos there are, and how many play alone. rules.md 1.11, 6."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of played game; `re_sizes`: how many players its Re party can have."""

    key: str
    re_sizes: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Solo:
    key: str
    name: str
    source: str = "rules.md 6"


KINDS: Final = {
    kind.key: kind
    for kind in (
        Kind("normal", (2,), source="rules.md 1.11"),
        Kind("hochzeit", (2, 1), source="TSR 4.4"),
        Kind("armut", (2,), source="HB"),
        Kind("stille_hochzeit", (1,), source="TSR 4.4"),
        Kind("solo", (1,), source="rules.md 1.12"),
    )
}

SOLOS: Final = {
    solo.key: solo
    for solo in (
        Solo("damen", "Damensolo"),
        Solo("buben", "Bubensolo"),
        Solo("koenige", "Königesolo"),
        Solo("trumpf", "Trumpfsolo"),
        Solo("kreuz", "Kreuzsolo"),
        Solo("pik", "Piksolo"),
        Solo("herz", "Herzsolo"),
        Solo("fleischlos", "Fleischloser"),
    )
}

# Karo is trumps in a normal game, so a Karosolo is a Trumpfsolo.
SOLO_ALIASES: Final = {"karo": "trumpf"}
SOLO_WORDS: Final = (*SOLOS, *SOLO_ALIASES)

DUTIES: Final = ("pflicht", "lust", "forced")
