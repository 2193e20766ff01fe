"""Generator of docs/statements.md from the data of tests/scoring: `python -m tools.statements`."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.scoring.house_texts import READ, Clause, HouseText, read_texts
from tests.scoring.statements import PRESET_OF, TEXTS, VERDICTS, Statement, read_statements

DOCUMENT: Final = Path(__file__).resolve().parents[1] / "docs" / "statements.md"
HEAD: Final = """# What the rule texts say

Written by `python -m tools.statements`: the five texts behind the presets, and 29 published house rules.

## The texts behind the presets

Read sentence by sentence; `tests/scoring/statements.jsonl` has each statement with its place in the code, its tests and
games worked by hand. Only statements that a preset does not simply follow are listed here.
"""
HOUSE_HEAD: Final = """## House rules

Every clause of 29 texts, in our words, with the parameter and the value that say it. The data are
`tests/scoring/house_texts.jsonl`; `test_house_texts` plays each game under the rules of the whole text, and once more
under rules that say the clause otherwise.

- **A game**: `AB-CD 155 re re:fuchs` is A and B in Re with 155 Augen, Re said, a fox of Re; what follows the arrow is
  written for A, B, C and D. A solo is `A-BCD`. `Bock` gives the level of each game, `deals` the dealers, `leads` who
  leads to the last solo, `open` who owes a Pflichtsolo, `refused` the field that is refused.
- **A name with a dot**: a function that does it without a parameter, or a test.
- **Note**: it changes cards only and belongs into the notes of the table (`table_notes`).
- **No parameter**: the sentence is what the search in the rules form answers.
- What all texts take for granted (trumps, who is Re) is not listed.
"""


def write_document(statements: Sequence[Statement], texts: Sequence[HouseText]) -> str:
    parts = [HEAD, *_count(statements), *_list_others(statements), HOUSE_HEAD, *_count_clauses(texts)]
    return "\n".join([*parts, *(line for text in texts for line in _list_clauses(text))])


def _count(statements: Sequence[Statement]) -> Iterator[str]:
    yield f"| text | preset | {' | '.join(VERDICTS)} |\n|---|---{'|---' * len(VERDICTS)}|"
    for text, name in TEXTS.items():
        counts = Counter(statement.verdict for statement in statements if statement.text == text)
        numbers = " | ".join(str(counts[verdict]) for verdict in VERDICTS)
        yield f"| {text}: {name} | `{PRESET_OF[text]}` | {numbers} |"
    yield ""
    yield from (f"- **{verdict}**: {meaning}" for verdict, meaning in VERDICTS.items())
    yield ""


def _list_others(statements: Sequence[Statement]) -> Iterator[str]:
    for text in TEXTS:
        yield f"### {text}\n"
        for one in statements:
            if one.text == text and one.verdict in ("reading", "variant", "differs"):
                yield f"- {one.verdict} `{_name(one)}`: “{one.says.replace('|', '·')}”"
        yield ""


def _name(statement: Statement) -> str:
    """Return the parameter that the statement is about, or the first place where it is obeyed."""
    return statement.reading or ", ".join(statement.otherwise) or re.findall(r"`([^`]+)`", statement.where)[0]


# --- House rules ------------------------------------------------------------------------------------------------------


def _count_clauses(texts: Sequence[HouseText]) -> Iterator[str]:
    yield "| text | read | clauses | games | no parameter |\n|---|---|---|---|---|"
    for text in texts:
        games = sum(len(clause.games) for clause in text.clauses)
        without = sum(bool(clause.why) for clause in text.clauses)
        yield f"| {text.text}: {text.name} | {READ[text.read]} | {len(text.clauses)} | {games} | {without} |"
    yield ""


def _list_clauses(text: HouseText) -> Iterator[str]:
    yield f"### {text.text}\n"
    if not text.clauses:
        yield "The survey names the text and takes no clause from it.\n"
        return
    given = f", with {_values(text.base, ', ')}" if text.base else ""
    yield f"Preset `{text.preset}`{given}.\n\n| clause | said by | shown by |\n|---|---|---|"
    for one in text.clauses:
        tests = [place for place in one.by if place.startswith("test_")]
        yield f"| {one.says} | {_said_by(one)} | {_code([*one.games, *tests])} |"
    yield ""


def _said_by(clause: Clause) -> str:
    if clause.note:
        return "note"
    said = [
        f"no parameter: {clause.why}" if clause.why else "",
        _values(clause.rules),
        f"money: {_values(clause.money)}" if clause.money else "",
        _code(place for place in clause.by if not place.startswith("test_")),
    ]
    return "<br>".join(filter(None, said))


def _values(rules: Mapping[str, Any], between: str = "<br>") -> str:
    return _code((f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in _flat(rules)), between)


def _flat(rules: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield parameters by name; of objects that hold objects, and of Bock, each part by itself."""
    for key, value in rules.items():
        name = f"{prefix}{key}"
        deep = isinstance(value, dict) and (name == "bock" or any(isinstance(part, dict) for part in value.values()))
        yield from _flat(value, f"{name}.") if deep else [(name, value)]


def _code(words: Iterable[str], between: str = "<br>") -> str:
    return between.join(f"`{word}`" for word in words)


if __name__ == "__main__":
    DOCUMENT.write_text(write_document(read_statements(), read_texts()), encoding="utf-8")
