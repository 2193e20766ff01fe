"""Random normal games of four players: as form fields, as a phone's batch, and as facts. Without Django."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

UNWRITTEN: Final = 1  # version of a new sheet


class Games:
    def __init__(self, players: Sequence[str], seed: int = 1) -> None:
        self.players, self.dice = list(players), random.Random(seed)

    def fill_form(self) -> dict[str, str]:
        """Return a game as fields of the entry form, with its key."""
        return {
            "kind": "normal",
            "re_party": " ".join(self.dice.sample(self.players, 2)),
            "playing": " ".join(self.players),
            "re_augen": str(self.dice.randint(60, 200)),
            "re_call": self.dice.choice(["", "1"]),
            "re_fuchs": str(self.dice.randint(0, 1)),
            "kontra_karlchen": str(self.dice.randint(0, 1)),
            "uuid": str(uuid4()),
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


def make_batch(form: dict[str, str], base: int) -> str:
    """Return the batch for `ops/` of a sheet known at version `base`: one new game, always the same.
    With `row` in the form that game is corrected.
    """
    key, row = form["uuid"], form.get("row")
    fields = {name: value for name, value in form.items() if name not in ("uuid", "row")}
    op: dict[str, Any] = {"uuid": key, "kind": "amend", "row": row} if row else {"uuid": key, "kind": "write"}
    op["fields"] = fields
    return json.dumps({"format": 1, "batch": str(uuid5(UUID(key), str(base))), "base": base, "ops": [op]})
