"""Random rows: of every kind, always possible, and the same again for the same seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from dokoclub.evenings.models import Entry
from scoring.game.rows import REDEAL_REASONS
from scoring.game.seating import clockwise_from, sitting_out_by_default
from scoring.rules.presets import PRESETS
from tests.cast import Cast

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Frida", "Gerd")
KINDS = ("normal", "hochzeit", "armut", "stille_hochzeit", "solo", "manual", "points", "penalty", "redeal", "table")
WEIGHTS = (40, 6, 4, 3, 12, 5, 5, 5, 4, 6)
CALLS = (None, None, None, None, "ansage", "no90", "no60", "no30", "schwarz")
SOLOS = ("damen", "buben", "koenige", "trumpf", "kreuz", "pik", "herz", "karo", "fleischlos")


class Dice:
    def __init__(self, cast: Cast, preset: str, *, seed: str) -> None:
        self.random = random.Random(seed)
        self.cast = cast
        self.rules = PRESETS[preset].rules
        self.table = list(self.random.sample(NAMES, self.random.randint(4, 7)))

    def row(self) -> dict[str, Any]:
        kind = self.random.choices(KINDS, WEIGHTS)[0]
        return self.new_table() if kind == "table" else self.of_kind(kind, self.four())

    def row_like(self, entry: Entry) -> dict[str, Any]:
        """Return another row for the players of this one, or one without players."""
        players = [player for key in ("re", "kontra", "players") for player in entry.facts.get(key, [])]
        if not players:
            return {"kind": "redeal"}
        return self.of_kind(self.random.choice(KINDS[:7]), players)

    def four(self) -> list[str]:
        """Return the four players, mostly by rotation, sometimes with somebody else."""
        if self.random.random() < 0.2:
            return self.cast.ids(*self.random.sample(self.table, 4))
        dealer = self.random.choice(self.table)
        out = sitting_out_by_default(dealer, self.table)
        return self.cast.ids(*(name for name in clockwise_from(dealer, self.table) if name not in out))

    def of_kind(self, kind: str, four: Sequence[str]) -> dict[str, Any]:
        players = self.random.sample(list(four), 4)
        match kind:
            case "redeal":
                reason, by = self.random.choice((None, *REDEAL_REASONS)), self.random.choice((None, players[0]))
                return {"kind": "redeal", "reason": reason, "by": by}
            case "penalty":
                points = {players[0]: -self.random.randint(0, 12), players[1]: 0}
                return {"kind": "penalty", "points": points, "solo_of": self.random.choice([None, players[0]])}
            case "manual":
                winners = players[: self.random.randint(1, 3)]
                return {"kind": "manual", "players": players, "winners": winners, "value": self.random.randint(0, 9)}
            case "points":
                return {"kind": "manual", "points": self.points(players)}
            case _:
                return self.game(kind, players)

    def points(self, players: list[str]) -> dict[str, int]:
        value = self.random.randint(1, 5)
        match self.rules.notation:
            case "plus_only":
                return {player: value if place < 2 else 0 for place, player in enumerate(players)}
            case "minus_only":
                return {player: -value if place < 2 else 0 for place, player in enumerate(players)}
            case _:
                return {player: value if place < 2 else -value for place, player in enumerate(players)}

    def game(self, kind: str, players: list[str]) -> dict[str, Any]:
        alone = kind in ("stille_hochzeit", "solo") or (kind == "hochzeit" and self.random.random() < 0.3)
        size = 1 if alone else 2
        augen = self.random.choice([0, 29, 60, 89, 90, 119, 120, 121, 150, 151, 181, 211, 240, 131, 95, 144])
        facts: dict[str, Any] = {
            "kind": kind,
            "re": players[:size],
            "kontra": players[size:],
            "re_points": augen,
            "announced": {party: self.call(party) for party in ("re", "kontra")},
            "extras": {party: self.extras(augen if party == "re" else 240 - augen) for party in ("re", "kontra")},
            "hearts_trick": self.random.random() < 0.1,
            "bock_by_hand": self.random.random() < 0.05,
            "step_only": self.random.random() < 0.2,
        }
        if kind == "solo":
            facts["solo"] = self.random.choice(SOLOS)
            facts["duty"] = self.random.choice([None, None, "pflicht", "lust", "forced"])
        if augen in (0, 240) and not any(facts["extras"].values()):
            facts["no_tricks"] = self.random.choice([None, "re" if augen == 0 else "kontra"])
        return facts | self.of_the_house(kind, players)

    def of_the_house(self, kind: str, players: list[str]) -> dict[str, Any]:
        """Return the facts that only some rules record."""
        facts: dict[str, Any] = {}
        if self.rules.raises:
            facts["raises"] = self.random.randint(0, self.rules.raises)
        if self.rules.payments:
            facts["payments"] = [{"key": next(iter(self.rules.payments)), "by": self.random.choice(players)}]
            facts |= {"married": players[0]} if kind == "hochzeit" else {}
        return facts

    def call(self, party: str) -> str | None:
        call = self.random.choice(CALLS)
        if call not in (None, "ansage", *self.rules.limits):
            return None
        return party if call == "ansage" else call

    def extras(self, augen: int) -> dict[str, int]:
        """Return at most one Fuchs a party, and a Doppelkopf if there are Augen for it."""
        if self.random.random() < 0.5:
            return {}
        return {"fuchs": 1} if augen < 40 else {"fuchs": self.random.randint(0, 1), "doppelkopf": 1}

    def new_table(self) -> dict[str, Any]:
        self.table = self.random.sample(NAMES, self.random.randint(4, 7))
        dealer = self.random.choice([None, self.random.choice(self.table)])
        return {"kind": "table", "players": self.cast.ids(*self.table), "dealer": dealer and self.cast.ids(dealer)[0]}
