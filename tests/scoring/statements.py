"""What the rule texts say, in their own words, where it is obeyed, and the games that show it: `statements.jsonl`.

`python -m tests.scoring.statements` writes docs/statements.md and the readings of docs/rules.md from the data.
With a folder that holds the five texts, it looks every quotation up in them and changes nothing.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from scoring.rules.presets import PRESETS
from scoring.rules.readings import READINGS
from tests.scoring import paper
from tests.scoring.documents import ROOT

DATA: Final = Path(__file__).parent / "statements.jsonl"
DOCUMENT: Final = ROOT / "docs" / "statements.md"
RULES: Final = ROOT / "docs" / "rules.md"
PRESET_OF: Final = {preset.cited_as: key for key, preset in PRESETS.items()}
TEXTS: Final = {
    "HAM": "an online tutorial on announcements, with the tests of its author's game",
    "PAR": "Parlett, The Penguin Book of Card Games",
    "HB": "a Doppelkopf handbook",
    "FOR": "a forum's house rules of 2024",
    "WIK": "the English encyclopedia article of July 2010",
}
VERDICTS: Final = {
    "as the text": "the preset does what the text says",
    "reading": "the text is silent there or can be read otherwise; the rules page says how it is read",
    "variant": "the text tells it as a variant; a club can choose it",
    "differs": "the preset does not do what the text says; the rules page says so",
    "not recorded": "it changes cards, never what is written; or the text says no more",
}


@dataclass(frozen=True, kw_only=True)
class Statement:
    text: str  # the abbreviation of a rule text
    says: str  # its own words
    verdict: str  # of VERDICTS
    where: str  # parameters, functions and words of a note, in backticks
    proof: str  # tests, and games of the vectors
    note: str = ""
    reading: str = ""  # the parameter of scoring.rules.readings
    games: Sequence[str] = ()  # `AB-CD 120 re → kontra -4 +4`: as tests.scoring.paper writes them
    otherwise: Mapping[str, Any] = field(default_factory=dict)  # what a club can choose instead
    otherwise_games: Sequence[str] = ()  # and what comes of games then


def read_statements() -> list[Statement]:
    return [Statement(**json.loads(line)) for line in DATA.read_text(encoding="utf-8").splitlines()]


# --- Worked games -----------------------------------------------------------------------------------------------------


def find_wrong_games(statement: Statement) -> list[str]:
    """Games that do not come out as the statement says, with what comes of them."""
    preset = PRESET_OF[statement.text]
    asked: list[tuple[str, dict[str, Any]]] = [(game, {}) for game in statement.games]
    asked += [(game, dict(statement.otherwise)) for game in statement.otherwise_games]
    answered = [(game, work(game, preset, overrides)) for game, overrides in asked]
    return [f"{game}: {found}" for game, found in answered if found != game.partition(" → ")[2]]


def work(game: str, preset: str, overrides: Mapping[str, object]) -> str:
    """`kontra -4 +4`: who wins, and the points of a player of Re and of Kontra; `Bock` where the game starts one."""
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
    """Without marks of quotation, bullets and columns, and with single blanks."""
    return " ".join(re.sub(r",,|[\"“”„‘’'•|]", " ", text).split())


def find_misquoted(statements: Sequence[Statement], sources: Sequence[str]) -> list[Statement]:
    """Statements whose words do not stand in their source: for each text, the one that holds most of its words."""
    known = [plain(source) for source in sources]
    wrong: list[Statement] = []
    for text in dict.fromkeys(statement.text for statement in statements):
        said = [statement for statement in statements if statement.text == text]
        missing: list[list[Statement]] = [[one for one in said if plain(one.says) not in source] for source in known]
        wrong += sorted([*missing, said], key=len)[0]
    return wrong


# --- The documents ----------------------------------------------------------------------------------------------------


def count_statements(statements: Sequence[Statement]) -> str:
    """`160 statements: HAM 25, …`."""
    counts = [f"{text} {sum(one.text == text for one in statements)}" for text in TEXTS]
    return f"{len(statements)} statements: {', '.join(counts)}"


def write_document(statements: Sequence[Statement]) -> str:
    verdicts = "\n".join(f"- **{verdict}**: {meaning};" for verdict, meaning in VERDICTS.items())
    head = f"""# What the rule texts say, and where it is obeyed

Made by `python -m tests.scoring.statements` from `tests/scoring/statements.jsonl`: change that. The five texts from which
the presets were made, read sentence by sentence: all that bears on scoring and on what is written down. The first column
quotes the text. [rules.md](rules.md) goes the other way, from its paragraphs to functions and tests.

{count_statements(statements)}. The verdicts:

{verdicts.removesuffix(";")}.

How to read a place:

- `name: value` a parameter as the preset of that text has it, or one of the values that it holds there; `name = value`
  one that a club can choose instead;
- `module.function` of `scoring/`, or of an app;
- `table_notes.…` “…” the note of the preset, which is shown on the rules page, and its words.

Games: Re and Kontra by letters, Augen of Re, announcements and Sonderpunkte → who wins, points of a player of Re and of
Kontra. `test_statements` scores them under the preset of the text, and holds that all that is named here exists.
`seed004-ex1` and the like are games of `scoring/contract/published.py` and of `tests/scoring/vectors/`. With a folder of
the texts behind it, the command above looks every quotation up in them.
"""
    return "\n".join([head, *_tables(statements)])


def _tables(statements: Sequence[Statement]) -> Iterator[str]:
    for text, what in TEXTS.items():
        said = [statement for statement in statements if statement.text == text]
        yield f"## {text}: {what}; preset `{PRESET_OF[text]}`\n\n{len(said)} statements.\n"
        yield "| the text | verdict | where | proved by |\n|---|---|---|---|"
        yield from (_row(statement) for statement in said)
        yield ""


def _row(statement: Statement) -> str:
    where = "; ".join(filter(None, (statement.where, statement.note)))
    games = [f"`{game}`" for game in statement.games]
    games += [f"`{game}` with {json.dumps(dict(statement.otherwise))}" for game in statement.otherwise_games]
    proved = " ".join(filter(None, (statement.proof, ", ".join(games))))
    verdict = f"{statement.verdict} (`{statement.reading}`)" if statement.reading else statement.verdict
    return f"| {statement.says.replace('|', '·')} | {verdict} | {where} | {proved} |"


def write_readings() -> list[str]:
    """The rows of the table of readings in docs/rules.md."""
    return [
        f"| `{reading.preset}` | `{reading.parameter}{value_of(reading.preset, reading.parameter)}` | {reading.why} |"
        for reading in READINGS
    ]


def value_of(preset: str, parameter: str) -> str:
    if parameter == "table_notes":
        return ""
    known: Any = PRESETS[preset].rules.to_json()
    for key in parameter.split("."):
        known = known[key]
    return f": {known if isinstance(known, str) else json.dumps(known)}"


def replace_readings(document: str) -> str:
    """docs/rules.md with the table of readings as it is."""
    head, mark, rest = document.partition("| preset | (r) | because |\n|---|---|---|\n")
    _old, end, tail = rest.partition("\n\n")
    return head + mark + "\n".join(write_readings()) + end + tail


def main(folder: str = "") -> int:
    statements = read_statements()
    if folder:
        sources = [file.read_text(encoding="utf-8") for file in sorted(Path(folder).glob("*.txt"))]
        wrong = find_misquoted(statements, sources)
        print(
            *(f"{one.text}: {one.says}" for one in wrong), f"{len(statements)} quotations, {len(wrong)} wrong", sep="\n"
        )
        return bool(wrong)
    DOCUMENT.write_text(write_document(statements), encoding="utf-8")
    RULES.write_text(replace_readings(RULES.read_text(encoding="utf-8")), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
