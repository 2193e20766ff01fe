"""The commands `validate` and `convert` as functions from bytes to texts. docs/format.md."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from scoring.format.canonical import write_document
from scoring.format.checks import find_problems
from scoring.format.convert import DOKO, NO_PROGRAM, SHEET, Options, read_any, write_table
from scoring.format.csv_table import OpenQuestion
from scoring.format.lines import write_lines
from scoring.format.parsing import NoJson, decode_text, parse_text, unpack_bytes
from scoring.format.peers.common import Question, Refused
from scoring.format.reckoning import compute_document
from scoring.terms import Problem, say

TAKEN: Final = 0
LOSSES: Final = 1
REFUSED: Final = 2


class Report(NamedTuple):
    """The verdict on a file; `problems` have JSON pointers as fields."""

    is_json: bool
    is_canonical: bool
    problems: list[Problem]


def check_content(content: bytes, *, must_be_canonical: bool = False) -> Report:
    """Return everything that is wrong with a document."""
    try:
        text = decode_text(unpack_bytes(content))
        document = parse_text(text)
    except NoJson as refused:
        return Report(False, False, [refused.problem])
    problems = find_problems(document)
    is_canonical = not problems and write_document(document) == text and unpack_bytes(content) == text.encode()
    if must_be_canonical and not problems and not is_canonical:
        problems = [Problem("", say("This is valid, but not in the canonical form."))]
    return Report(True, is_canonical, problems)


def format_report(name: str, report: Report, *, as_json: bool) -> list[str]:
    """Return the lines that a report prints."""
    if not as_json:
        return [f"{name}:{problem.field}: {problem}" for problem in report.problems]
    told = [{"at": problem.field, "problem": str(problem)} for problem in report.problems]
    line = {"file": name, "valid": not told, "canonical": report.is_canonical, "problems": told}
    return [json.dumps(line, ensure_ascii=False)]


class Converted(NamedTuple):
    """A converted file: its text in pieces, what is said about it, and the exit status."""

    pieces: Iterable[str]
    said: list[str]
    status: int


def convert_content(content: bytes, options: Options, target: str = DOKO) -> Converted:
    """Convert a file; a refusal or a question leaves no text."""
    try:
        imported = read_any(content, options)
    except Refused as refused:
        where = f"{refused.problem.field}: " if refused.problem.field else ""
        hint = ["A table of points is read with --from table."] if refused.problem.problem == NO_PROGRAM else []
        return Converted((), [f"{where}{refused.problem}", *hint], REFUSED)
    except Question as question:
        return Converted((), list(_ask_names(question)), REFUSED)
    except OpenQuestion as question:
        return Converted((), question.lines, REFUSED)
    document, losses = imported.document, list(imported.losses)
    if target == DOKO:
        pieces = [write_document(compute_document(document) if imported.peer == SHEET else document)]
    elif target == SHEET:
        pieces = [json.dumps(line, ensure_ascii=False) + "\n" for line in write_lines(document, losses)]
    else:
        pieces = list(write_table(document, losses))
    return Converted(pieces, list(_count_losses(losses)), LOSSES if losses else TAKEN)


def _ask_names(question: Question) -> Iterator[str]:
    yield "The file has ids for names. Write a file for --names with a line for each: ID;NAME"
    for key, (games, points) in question.ids.items():
        yield f"{key}: {games} games, {points} points"


def _count_losses(losses: Iterable[Problem]) -> Iterator[str]:
    for text, times in Counter(map(str, losses)).items():
        yield f"{text} ({times})"


def read_names(text: str) -> Mapping[str, str]:
    """Return names by id from lines such as `ID;NAME`. Raises Refused for any other line."""
    names: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        key, *name = re.split(r"[;\t]", line, maxsplit=1)
        if name:
            names[key.strip()] = name[0].strip()
        elif line.strip():
            raise Refused("Line {line} of the names is not like this: ID;NAME", line=number)
    return names
