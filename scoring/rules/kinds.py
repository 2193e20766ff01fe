"""Kinds of games and solos, and the number of players in Re. rules.md 1.11, 6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scoring.terms import say, say_in


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of played game; `re_sizes`: how many players its Re party can have."""

    key: str
    name: str
    re_sizes: tuple[int, ...]
    source: str
    short: str = ""  # label of a button, if it differs from the name


@dataclass(frozen=True, slots=True)
class Solo:
    key: str
    name: str
    short: str = ""
    source: str = "rules.md 6"


@dataclass(frozen=True, slots=True)
class Duty:
    """The reason why somebody plays a solo."""

    key: str
    name: str


KINDS: Final = {
    kind.key: kind
    for kind in (
        Kind("normal", say("Normal game"), (2,), source="rules.md 1.11", short=say_in("game", "Normal")),
        Kind("hochzeit", say("Hochzeit"), (2, 1), source="TSR 4.4"),
        Kind("armut", say("Armut"), (2,), source="FOR"),
        Kind("stille_hochzeit", say("Silent Hochzeit"), (1,), source="TSR 4.4", short=say("Stille Hochzeit")),
        Kind("solo", say("Solo"), (1,), source="rules.md 1.12"),
    )
}

SOLOS: Final = {
    solo.key: solo
    for solo in (
        Solo("damen", say("Queens solo"), short=say_in("solo", "Queens")),
        Solo("buben", say("Jacks solo"), short=say_in("solo", "Jacks")),
        Solo("koenige", say("Kings solo"), short=say_in("solo", "Kings")),
        Solo("trumpf", say("Trump solo"), short=say_in("solo", "Trump")),
        Solo("kreuz", say("Clubs solo"), short=say_in("solo", "Clubs")),
        Solo("pik", say("Spades solo"), short=say_in("solo", "Spades")),
        Solo("herz", say("Hearts solo"), short=say_in("solo", "Hearts")),
        Solo("fleischlos", say("Meatless solo"), short=say_in("solo", "Meatless")),
    )
}

# Karo is trumps in a normal game, so a Karosolo is a Trumpfsolo.
SOLO_ALIASES: Final = {"karo": "trumpf"}
SOLO_WORDS: Final = (*SOLOS, *SOLO_ALIASES)

# A further key of by_kind: a Hochzeit that found no partner.
HOCHZEIT_ALONE: Final = "hochzeit_alone"
KINDS_TOGETHER: Final = ("normal", "hochzeit", "armut")  # two players in Re

# Games that a player can choose to play alone: the solos, and the kinds that never have a partner.
ALONE: Final[Mapping[str, Solo | Kind]] = {
    **SOLOS,
    **{key: kind for key, kind in KINDS.items() if kind.re_sizes == (1,) and key != "solo"},
}

DUTIES: Final = {
    duty.key: duty
    for duty in (
        Duty("pflicht", say("Pflichtsolo")),
        Duty("lust", say("Lustsolo")),
        Duty("forced", say("Vorführung")),
    )
}
