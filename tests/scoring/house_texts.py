"""The clauses of 29 published house rules: the parameters that say each, or why none does: `house_texts.jsonl`.

A line with `text` begins a text; the lines after it are its clauses, in our words. `python -m tools.statements` writes
them to docs/statements.md.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from scoring.contract.cli import Desk
from scoring.game.seating import next_after, soloist_leads
from scoring.rules.parameters import PARAMETERS
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules
from tests.scoring import paper

DATA: Final = Path(__file__).parent / "house_texts.jsonl"
DESK: Final = Desk()
READ: Final = {
    "whole": "whole",
    "beginning": "beginning; what follows is from a survey",
    "survey": "not read; from a survey",
}


@dataclass(frozen=True, kw_only=True)
class Clause:
    says: str  # in our words
    rules: Mapping[str, Any] = field(default_factory=dict)  # parameters with the value that says it
    money: Mapping[str, Any] = field(default_factory=dict)  # the same, of the money rules
    by: Sequence[str] = ()  # parameters, functions or tests, where no single value says it
    note: bool = False  # it changes no points and belongs into the notes of the table
    why: str = ""  # the answer of the search in the form, where there is no parameter
    asked: str = ""  # and the words that find it there
    alone: bool = False  # a variant that the rest of the text does not hold with
    games: Sequence[str] = ()  # rows as tests.scoring.paper writes them, `; ` between them, and what comes out


@dataclass(frozen=True, kw_only=True)
class HouseText:
    text: str  # H1 … H29
    name: str
    read: str  # of READ
    preset: str = "ddv"
    base: Mapping[str, Any] = field(default_factory=dict)  # what the text takes for granted
    clauses: Sequence[Clause] = ()

    def get_rules(self, clause: Clause | None = None, *, without: Clause | None = None) -> dict[str, Any]:
        """Return the overrides of the whole text, or those that hold for a clause; `without` one of the clauses."""
        if clause is not None and clause.alone:
            return {} if without is clause else dict(clause.rules)
        rules = dict(self.base)
        for one in self.clauses:
            if one is not without and not one.alone:
                rules = merge(rules, one.rules)
        return rules


def read_texts() -> list[HouseText]:
    heads: list[dict[str, Any]] = []
    for line in DATA.read_text(encoding="utf-8").splitlines():
        read = json.loads(line)
        if "text" in read:
            heads.append({**read, "clauses": []})
        else:
            heads[-1]["clauses"].append(Clause(**read))
    return [HouseText(**head) for head in heads]


def merge(rules: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return both: objects and lists of words are joined, everything else is replaced."""
    both = dict(rules)
    for key, value in more.items():
        known = both.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            both[key] = merge(known, value)
        elif (
            isinstance(known, list)
            and isinstance(value, list)
            and all(isinstance(one, str) for one in (*known, *value))
        ):
            both[key] = list(dict.fromkeys([*known, *value]))
        else:
            both[key] = value
    return both


# --- Worked games -----------------------------------------------------------------------------------------------------


def work(game: str, preset: str, overrides: Mapping[str, Any]) -> str:
    """Return the scores of the last row; or, as expected, who deals, who leads to the last solo, the Bock levels, or
    who owes a Pflichtsolo.
    """
    written, _, expected = game.partition(" → ")
    rows = [paper.row(row) for row in written.split("; ")]
    line = {"preset": preset, "overrides": overrides, "players": paper.names("ABCD"), "games": rows}
    answer = DESK.sheet(json.loads(json.dumps(line)))
    if isinstance(answer, list):
        return " ".join(["refused", *(problem.field.rpartition("].")[2] for problem in answer)])
    found = json.loads(json.dumps(answer))
    match expected.split()[0]:
        case "deals":
            return " ".join(["deals", *(row["dealer"][0] for row in found["games"]), found["next_dealer"][0]])
        case "leads":
            return f"leads {who_leads(rows, found['games'][-1]['dealer'], preset, overrides)}"
        case "Bock":
            return " ".join(["Bock", *(str(row["bock_level"]) for row in found["games"])])
        case "open":
            return " ".join(["open", *(name[0] for name in found["pflichtsolo_open"])])
        case _:
            return paper.by_letter(found["games"][-1]["scores"])


def who_leads(rows: Sequence[Mapping[str, Any]], dealer: str, preset: str, overrides: Mapping[str, Any]) -> str:
    """Return the letter of the player who leads to the last row, which is a solo."""
    rules, solo = get_rules(preset, overrides), rows[-1]
    assert isinstance(rules, Rules)
    (soloist,) = solo["re"]
    before = sum(row["re"] == solo["re"] for row in rows[:-1])
    leads = soloist_leads(rules, solo["solo"], solo.get("duty"), before)
    return (soloist if leads else next_after(dealer, paper.names("ABCD")))[0]


def other_rules(text: HouseText, clause: Clause) -> Iterator[dict[str, Any]]:
    """Yield rules that say the clause otherwise: without it, or with another value of one of its parameters."""
    now = text.get_rules(clause)
    yield text.get_rules(clause, without=clause)
    for key in clause.rules:
        others = [preset.rules.to_json()[key] for preset in PRESETS.values()] + list(other_values(key, now[key]))
        yield from ({**now, key: value} for value in others)


def other_values(key: str, value: Any) -> Iterator[Any]:
    yield from getattr(PARAMETERS[key].values, "words", ())
    match value:
        case bool():
            yield not value
        case int():
            yield value + 1
        case list():
            yield []
        case dict() if key == "by_kind":
            yield {kind: {"points": 1, "announced": True} for kind in ("normal", "hochzeit", "armut", "solo")}
        case dict() if key == "payments":
            yield {"hochzeit": {"name": "Hochzeit", "points": 1, "with": "each"}}
        case dict() if all(type(one) is int for one in value.values()):
            yield {extra: points + 1 for extra, points in value.items()}
