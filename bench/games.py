"""Normal games of four players, drawn: as a form sends them, and as facts. Knows nothing of Django."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any
from uuid import uuid4


class Games:
    def __init__(self, players: Sequence[str], seed: int = 1) -> None:
        self.players, self.dice = list(players), random.Random(seed)

    def fill_form(self, number: int | None) -> dict[str, str]:
        """As the entry form sends the game of this number; None: as a phone without scripts, which does not know it."""
        return {
            "kind": "normal",
            "re_party": " ".join(self.dice.sample(self.players, 2)),
            "playing": " ".join(self.players),
            "re_augen": str(self.dice.randint(60, 200)),
            "re_call": self.dice.choice(["", "1"]),
            "re_fuchs": str(self.dice.randint(0, 1)),
            "kontra_karlchen": str(self.dice.randint(0, 1)),
            "uuid": str(uuid4()),
            "expected": "" if number is None else str(number),
        }

    def draw_facts(self) -> dict[str, Any]:
        players = self.dice.sample(self.players, 4)
        return {
            "kind": "normal",
            "re": players[:2],
            "kontra": players[2:],
            "re_points": self.dice.randint(60, 200),
            "announced": {"re": self.dice.choice([None, "re", "no90"])},
            "extras": {"re": {"fuchs": self.dice.randint(0, 1)}, "kontra": {"doppelkopf": self.dice.randint(0, 1)}},
        }
