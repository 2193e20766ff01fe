"""The statements of the rule texts, quoted, with the place that obeys them and games that show it: `statements.jsonl`.

`python -m tests.scoring.statements FOLDER` looks every quotation up in the five texts in a folder.
`python -m tools.statements` writes docs/statements.md.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from scoring.rules.presets import PRESETS
from tests.scoring import paper

DATA: Final = Path(__file__).parent / "statements.jsonl"
PRESET_OF: Final = {preset.cited_as: key for key, preset in PRESETS.items()}
TEXTS: Final = {
    "HAM": "an online tutorial on announcements, with the tests of its author's game",
    "PAR": "Parlett, The Penguin Book of Card Games",
    "HB": "a Doppelkopf handbook",
    "FOR": "a forum's house rules of 2024",
    "WIK": "the English encyclopedia article of July 2010",
}
VERDICTS: Final = {
    "as the text": "the preset follows the text",
    "reading": "the text is silent or ambiguous; the rules page names our reading",
    "variant": "the text offers it as a variant; a club can choose it",
    "differs": "the preset departs from the text; the rules page says so",
    "not recorded": "it concerns cards, never the score sheet",
}


@dataclass(frozen=True, kw_only=True)
class Statement:
    text: str  # the abbreviation of a rule text
    says: str  # in the text's words
    verdict: str  # of VERDICTS
    where: str  # parameters, functions and words of a note, in backticks
    proof: str  # tests, and games of the vectors
    note: str = ""
    reading: str = ""  # the parameter of scoring.rules.readings
    games: Sequence[str] = ()  # `AB-CD 120 re → kontra -4 +4`: as tests.scoring.paper writes them
    otherwise: Mapping[str, Any] = field(default_factory=dict)  # the alternative that a club can choose
    otherwise_games: Sequence[str] = ()  # and the results of games under it


def read_statements() -> list[Statement]:
    return [Statement(**json.loads(line)) for line in DATA.read_text(encoding="utf-8").splitlines()]


# --- Worked games -----------------------------------------------------------------------------------------------------


def find_wrong_games(statement: Statement) -> list[str]:
    """List the games that do not score as the statement says, with their actual result."""
    preset = PRESET_OF[statement.text]
    asked: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in statement.games]
    asked += [(game, dict(statement.otherwise)) for game in statement.otherwise_games]
    answered = [(game, work(game, preset, overrides)) for game, overrides in asked]
    return [f"{game}: {found}" for game, found in answered if found != game.partition(" → ")[2]]


def work(game: str, preset: str, overrides: Mapping[str, object]) -> str:
    """Return `kontra -4 +4`: the winner, and the points of a player of Re and of Kontra; `Bock` where the game
    starts one.
    """
    written, *_expected = game.split(" → ")
    level = re.search(r" bock:(\d)", written)
    row = paper.row(written.replace(level[0], "") if level else written)
    if level:
        row["bock"] = int(level[1])
    answer = paper.score(row, preset, **overrides)
    points = paper.signed([answer["scores"][row[party][0]] for party in ("re", "kontra")])
    return f"{answer['winner']} {points}{' Bock' if answer['bock_triggers'] else ''}"


# --- Quotations -------------------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Return the text without quotation marks, bullets and columns, and with single spaces."""
    return " ".join(re.sub(r",,|[\"“”„‘’'•|]", " ", text).split())


def find_misquoted(statements: Sequence[Statement], sources: Sequence[str]) -> list[Statement]:
    """List statements whose quotation is not in their source: for each text, the file that holds most of its
    quotations.
    """
    known = [plain(source) for source in sources]
    wrong: list[Statement] = []
    for text in dict.fromkeys(statement.text for statement in statements):
        said = [statement for statement in statements if statement.text == text]
        missing: list[list[Statement]] = [[one for one in said if plain(one.says) not in source] for source in known]
        wrong += sorted([*missing, said], key=len)[0]
    return wrong


def main(folder: str) -> int:
    statements = read_statements()
    sources = [file.read_text(encoding="utf-8") for file in sorted(Path(folder).glob("*.txt"))]
    wrong = find_misquoted(statements, sources)
    print(*(f"{one.text}: {one.says}" for one in wrong), f"{len(statements)} quotations, {len(wrong)} wrong", sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
