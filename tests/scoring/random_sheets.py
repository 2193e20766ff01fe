"""Sheets, rows and forms that nobody would think of, in JSON, to which two programs must give the same answer."""

import copy
import json
import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from scoring.contract.form import SILENT, fields_of_row
from scoring.contract.stored_rows import parse_row
from scoring.game.game import Game
from scoring.game.rows import REDEAL_REASONS, ByHand, Table
from scoring.rules.kinds import DUTIES, KINDS, SOLO_WORDS
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules, store_rules
from tests.scoring.random_rules import EXTRAS, random_overrides

Json = dict[str, Any]

PEOPLE = (
    ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gerd"),
    ("4", "17", "12", "5", "101", "33", "9"),
)
STRANGER = "Zoe"
CALLS = (None, None, None, "own", "no90", "no60", "no30", "schwarz")
AUGEN = (0, 1, 29, 30, 89, 90, 119, 120, 121, 150, 151, 160, 180, 210, 239, 240)
# Values in the place of others.
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    5,
    121,
    100_001,
    "",
    "re",
    "kontra",
    "Anna",
    "12",
    STRANGER,
    "ä",
    [],
    {},
    [1],
    ["Anna"],
)
NUMBERS = ("", "", "0", "1", "2", "+3", "\u22124", "-5", "240", "120", "130", " 7 ", "--1", "١٢", "1e3", "12345678")
NOTES = ("", "", "Zweite Dulle sticht", "x" * 201, "🂡" * 200)


class Dice:
    """Everything by chance, and always the same for the same seed."""

    def __init__(self, seed: object) -> None:
        self.chance = random.Random(str(seed))
        self.people: Sequence[str] = self.chance.choice(PEOPLE)
        self.given = self._rules()
        self.seats = self.chance.sample(self.people, self.chance.randint(4, 7))

    def _rules(self) -> Json:
        """Return the rules as a line of the command line gives them."""
        overrides = random_overrides(self.chance) if self.maybe(0.8) else {}
        return {"preset": self.chance.choice(list(PRESETS)), "overrides": overrides}

    @cached_property
    def rules(self) -> Rules:
        rules = get_rules(self.given["preset"], self.given["overrides"])
        assert isinstance(rules, Rules), rules
        return rules

    @property
    def stored(self) -> Json:
        """Return the rules in stored form."""
        return dict(json.loads(json.dumps(store_rules(self.rules))))

    @property
    def sheet(self) -> Json:
        """Return the sheet as a phone gets it."""
        return {
            "rules": self.stored,
            "players": self.seats,
            "first_dealer": self.chance.choice(self.seats),
        }

    def maybe(self, likely: float) -> bool:
        return self.chance.random() < likely

    def pick(self, some: Sequence[Any]) -> Any:
        return self.chance.choice(some)

    # --- Rows as the command line reads them ---

    def rows(self, count: int) -> list[Json]:
        table, found = self.seats, []
        for _ in range(count):
            row = self.good_row(table)
            table = row["players"] if row["kind"] == "table" else table
            found.append(row)
        return found

    def good_row(self, table: Sequence[str]) -> Json:
        """Return a row that is possible by itself."""
        while True:
            row = self.row(table)
            if not isinstance(parse_row(row, self.rules), list):
                return row

    def row(self, table: Sequence[str]) -> Json:
        kinds: tuple[Callable[[Sequence[str]], Json], ...] = (self.by_hand, self.penalty, self.redeal, self.table)
        return self.pick(kinds)(table) if self.maybe(0.3) else self.game(table)

    def game(self, table: Sequence[str]) -> Json:
        four, kind = self.chance.sample(table, 4), self.pick(("normal", "normal", *KINDS))
        alone = self.pick(KINDS[kind].re_sizes)
        augen = self.pick(AUGEN) if self.maybe(0.6) else self.chance.randint(0, 240)
        facts: Json = {"kind": kind, "re": four[:alone], "kontra": four[alone:], "re_points": augen}
        if kind == "solo":
            facts |= {"solo": self.pick((*SOLO_WORDS, *self.rules.solo_names)), "duty": self.pick((None, *DUTIES))}
        if augen in (0, 240) and self.maybe(0.5):
            facts["no_tricks"] = "kontra" if augen else "re"
        facts["announced"] = {
            party: party if call == "own" else call for party in ("re", "kontra") if (call := self.pick(CALLS))
        }
        facts["extras"] = {
            party: {key: self.chance.randint(0, 2) for key in EXTRAS if self.maybe(0.15)} for party in ("re", "kontra")
        }
        facts |= {tick: True for tick in ("hearts_trick", "bock_by_hand", "step_only") if self.maybe(0.15)}
        if self.maybe(0.3):
            facts["sitting_out"] = [player for player in table if player not in four]
        return facts | self.of_the_house(kind, four)

    def of_the_house(self, kind: str, four: Sequence[str]) -> Json:
        """Return the facts that only some rules record."""
        facts: Json = {}
        if self.rules.raises and self.maybe(0.5):
            facts["raises"] = self.chance.randint(0, self.rules.raises)
        if self.rules.offender_pays and self.maybe(0.5):
            facts["offender"] = self.pick(four)
        if kind == "hochzeit" and self.maybe(0.7):
            facts["married"] = four[0]
        return facts | self.paid(four)

    def paid(self, four: Sequence[str]) -> Json:
        if not self.rules.payments or self.maybe(0.3):
            return {}
        return {"payments": [{"key": key, "by": self.pick(four)} for key in self.rules.payments if self.maybe(0.5)]}

    def by_hand(self, table: Sequence[str]) -> Json:
        four = self.chance.sample(table, 4)
        if self.maybe(0.5):
            return {
                "kind": "manual",
                "players": four,
                "winners": four[: self.chance.randint(1, 3)],
                "value": self.small(),
                **self.paid(four),
            }
        worth = self.small()
        plus, minus = {"plus_only": (worth, 0), "minus_only": (0, -worth)}.get(self.rules.notation, (worth, -worth))
        points = as_in_javascript(dict(zip(four, (plus, plus, minus, minus), strict=True)))
        return {"kind": "manual", "points": points, **({"imported": True} if self.maybe(0.1) else {})}

    def small(self) -> int:
        return self.chance.randint(0, 9)

    def penalty(self, table: Sequence[str]) -> Json:
        some = self.chance.sample(table, self.chance.randint(1, 3))
        points = as_in_javascript({player: -self.small() for player in some})
        return {"kind": "penalty", "points": points, "reason": self.pick(NOTES), "solo_of": self.pick((None, *table))}

    def redeal(self, table: Sequence[str]) -> Json:
        return {
            "kind": "redeal",
            "reason": self.pick((None, *REDEAL_REASONS, *self.rules.redeal_names)),
            "by": self.pick((None, *table)),
        }

    def table(self, _table: Sequence[str]) -> Json:
        players = self.chance.sample(self.people, self.chance.randint(4, 7))
        return {"kind": "table", "players": players, "dealer": self.pick((None, *players))}

    def spoiled(self, row: Json) -> Json:
        """Return the row with one or two wrong values, or with something missing."""
        changed: Any = copy.deepcopy(row)
        for _ in range(self.chance.randint(1, 2)):
            place: Any = changed
            while True:
                key = self.pick(list(place) if isinstance(place, dict) else range(len(place)))
                if isinstance(place[key], (dict, list)) and place[key] and self.maybe(0.6):
                    place = place[key]
                    continue
                break
            what = self.pick(("replace", "replace", "remove", "add"))
            if what == "replace":
                place[key] = copy.deepcopy(self.pick(ODD))
            elif what == "remove" and len(place) > 1:
                del place[key]
            elif isinstance(place, dict):
                place[self.pick(("fuchs", "karlchen", "extras", "bock", STRANGER, "re"))] = copy.deepcopy(
                    self.pick(ODD)
                )
            else:
                place.append(self.pick((STRANGER, *self.people)))
        return dict(changed)

    # --- Details of a row ---

    def written(self, row: Json) -> Json:
        """Return a row as the form passes it on."""
        return {"facts": row, "attribution": self.beside(row), "note": self.pick(NOTES)}

    def beside(self, row: Json) -> Json:
        if row.get("kind") == "table":
            some = [key for key in ("owing", "resting") if self.maybe(0.3)]
            return {key: self.chance.sample(self.people, self.chance.randint(0, 2)) for key in some}
        if row.get("kind") not in (*KINDS,) or self.maybe(0.5):
            return {}
        parties = {party: players for party in ("re", "kontra") if (players := _texts(row.get(party)))}
        told: Json = {
            "announced": {
                party: {self.pick((party, "no90", "no60")): self.pick((*players, STRANGER))}
                for party, players in parties.items()
                if self.maybe(0.5)
            },
            "extras": {
                party: {self.pick(EXTRAS): [{"by": self.pick(players), **self._victim(parties)}]}
                for party, players in parties.items()
                if self.maybe(0.5)
            },
            "marks": [{"key": self.pick(("schweine", "superschweine", "hyper")), "by": self.pick(self.people)}],
            "forced": {party: [self.pick((party, "no90"))] for party in parties if self.maybe(0.5)},
            "armut": {"from": self.pick(self.people)},
            "hochzeit": {"by": self.pick(self.people), "trick": self.chance.randint(0, 4)},
        }
        told = {key: value for key, value in told.items() if self.maybe(0.3)}
        return self.spoiled(told) if told and self.maybe(0.3) else told

    def _victim(self, parties: Json) -> Json:
        players = parties.get(self.pick(("re", "kontra")), ["?"])
        return {"from": self.pick(players)} if self.maybe(0.5) else {}

    # --- The form ---

    def fields(self, table: Sequence[str]) -> dict[str, str]:
        """Return the fields as the browser sends them: all as text, half of them as in a row, with some other
        fields.
        """
        other = self._any_fields(table)
        if self.maybe(0.5):
            return other
        row = parse_row(self.good_row(table), self.rules)
        assert not isinstance(row, list)
        if isinstance(row, Table):
            return other
        playing = " ".join(row.players) if isinstance(row, (Game, ByHand)) else ""
        said = fields_of_row(row, {}, self.pick(NOTES)) | {"playing": playing}
        return {**said, **dict(self.chance.sample(list(other.items()), 2))}

    def _any_fields(self, table: Sequence[str]) -> dict[str, str]:
        four = self.chance.sample(table, 4)
        kind = self.pick((*KINDS, "more", "more", "more", "", "solo"))
        fields = {
            "kind": kind,
            "more": self.pick(("", "manual", "manual", "penalty", "redeal", "table")),
            "solo": self.pick(("", SILENT, *SOLO_WORDS)),
            "duty": self.pick(("", *DUTIES)),
            "re_party": " ".join(four[: self.chance.randint(0, 3)]),
            "playing": " ".join(four),
            "out": " ".join(player for player in table if player not in four),
            "winners": " ".join(four[: self.chance.randint(0, 3)]),
            "value": self.number(),
            "re_augen": self.number(),
            "step": self.pick(("", "", "re:151", "kontra:121", "re:all", "kontra:all", "even:120", "re:²", "re:99999")),
            "tricks": self.pick(("", "all", "some")),
            "re_call": self.pick(("", "0", "1", "3", "5", "6", "no90")),
            "kontra_call": self.pick(("", "0", "1", "2", "-1")),
            "hearts_trick": self.pick(("", "on")),
            "bock_by_hand": self.pick(("", "on")),
            "reason": self.pick((" zu spät\u00a0", *NOTES)),
            "solo_of": self.pick(("", *table)),
            "dealt_again": self.pick(("", "nines", "nobody")),
            "dealt_again_by": self.pick(("", *table)),
            "note": self.pick(NOTES),
            "attribution": self.pick(
                ("", "{}", "[]", "{", '{"marks": [1]}', json.dumps(self.beside(self.game(table))))
            ),
        }
        fields |= {f"{party}_{key}": self.number() for party in ("re", "kontra") for key in EXTRAS if self.maybe(0.2)}
        fields |= {f"points_{player}": self.number() for player in four if self.maybe(0.3)}
        return {key: value for key, value in fields.items() if self.maybe(0.9)}

    def number(self) -> str:
        return str(self.pick(NUMBERS))


def as_in_javascript(points: dict[str, int]) -> dict[str, int]:
    """Return the points in JavaScript's order: objects sort their keys if all of them are numbers."""
    return {key: points[key] for key in sorted(points, key=int)} if all(map(str.isdecimal, points)) else points


def _texts(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
