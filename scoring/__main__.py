"""The command line: score, sheet, rating, seating, ranking, prizes, rules, table, validate, convert. rules.md 6."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from scoring.contract.cli import Answer, Desk, answer_line, as_errors
from scoring.contract.rating import answer_rating
from scoring.game.value_table import value_table
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules
from scoring.terms import Problem

if TYPE_CHECKING:
    from scoring.format.workbook import Tab

_CHUNK = 1 << 16


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    match given.command:
        case "rules":
            return _rules(given.preset)
        case "table":
            return _table(given.preset, given.overrides)
        case "validate":
            return _validate(given.files, must_be_canonical=given.canonical, as_json=given.json)
        case "convert":
            return _convert(given)
        case _:
            return _answer_lines(given.command)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m scoring", description="Score Doppelkopf games.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("score", help="a game a line (JSON) in, its points out")
    commands.add_parser("sheet", help="a whole list a line (JSON) in, its games and totals out")
    commands.add_parser("rating", help="games of a club a line (JSON) in, what they tell of its players out")
    commands.add_parser("seating", help="a tournament a line (JSON) in, who sits where in each round out")
    commands.add_parser("ranking", help="the rounds of a tournament a line (JSON) in, its ranks out")
    commands.add_parser("prizes", help="a pool and ranks a line (JSON) in, who gets how many cents out")
    rules = commands.add_parser("rules", help="the names of the presets, or one preset as JSON")
    rules.add_argument("preset", nargs="?", choices=PRESETS)
    table = commands.add_parser("table", help="the value table of rules, as JSON")
    table.add_argument("--preset", required=True)
    table.add_argument("--overrides", type=_json, help="parameters to replace, as a JSON object")
    validate = commands.add_parser("validate", help="the problems of Doko-Zettel files, each at its JSON pointer")
    validate.add_argument("--canonical", action="store_true", help="refuse any other than the canonical form")
    validate.add_argument("--json", action="store_true", help="a verdict a line, as JSON")
    validate.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
    convert = commands.add_parser("convert", help="a file of ours or of another program as Doko-Zettel")
    convert.add_argument("--from", dest="origin", default="", help="the program that wrote it, if not recognized")
    convert.add_argument("--to", dest="target", default="doko", choices=("doko", "sheet", "csv"))
    convert.add_argument("--names", metavar="FILE", help="lines ID;NAME, for files that have ids only, or COLUMN;NAME")
    convert.add_argument("--players", default="", metavar="A,B,C,D", help="the headings of a table's players")
    convert.add_argument(
        "--points",
        action="append",
        default=[],
        help="of a table: game, running, anew, evening, stand; plus, minus, zero",
    )
    convert.add_argument("--days", default="", choices=("dmy", "mdy"), help="the order of a table's days")
    convert.add_argument("file", nargs="?", default="-", metavar="FILE", help="a file, or - for standard input")
    return parser


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise argparse.ArgumentTypeError("this is no JSON") from None


def _rules(preset: str | None) -> int:
    print("\n".join(PRESETS) if preset is None else json.dumps(PRESETS[preset].rules.to_json()))
    return 0


def _table(preset: str, overrides: object) -> int:
    rules = get_rules(preset, overrides)
    if not isinstance(rules, Rules):
        print(json.dumps({"error": as_errors(rules)}))
        return 1
    print(json.dumps(value_table(rules), separators=(",", ":")))
    return 0


def _validate(files: list[str], *, must_be_canonical: bool, as_json: bool) -> int:
    """Print the problems of files; 1 if one of them is not valid, 2 if one cannot be read or is no JSON."""
    from scoring.format.cli import check_content, format_report  # imported late: only this command needs it

    status = 0
    for name in files:
        content = _read_file(name)
        if content is None:
            status = 2
            continue
        report = check_content(content, must_be_canonical=must_be_canonical)
        for line in format_report(name, report, as_json=as_json):
            print(line.encode(errors="backslashreplace").decode())
        status = max(status, 2 if not report.is_json else 1 if report.problems else 0)
    return status


def _convert(given: argparse.Namespace) -> int:
    """Print a converted file; 1 if something is lost, 2 if it is refused or a question is open."""
    from scoring.format.cli import convert_content, read_names  # imported late: only this command needs it
    from scoring.format.convert import ORIGINS, Options
    from scoring.format.csv_table import KINDS, NOTATION_OF, TableOptions
    from scoring.format.peers.common import Refused

    if not _is_one_of("--from", given.origin, ("", *ORIGINS)):
        return 2
    if not all(_is_one_of("--points", word, (*KINDS, *NOTATION_OF)) for word in given.points):
        return 2
    content = _read_file(given.file)
    names = _read_file(given.names) if given.names else b""
    if content is None or names is None:
        return 2
    try:
        called = read_names(names.decode("utf-8-sig", errors="replace"))
    except Refused as refused:
        print(f"{given.names}: {refused.problem}", file=sys.stderr)
        return 2
    table = TableOptions(Path(given.file).stem, called, given.players, given.points, given.days)
    options = Options(given.origin, called, _read_tabs(content), table)
    done = convert_content(content, options, given.target)
    for piece in done.pieces:
        sys.stdout.buffer.write(piece.encode())
    for text in done.said:
        print(text.encode(errors="backslashreplace").decode(), file=sys.stderr)
    return done.status


def _is_one_of(option: str, word: str, allowed: Sequence[str]) -> bool:
    if word not in allowed:
        print(f"{option} is one of: {', '.join(filter(None, allowed))}", file=sys.stderr)
    return word in allowed


def _read_tabs(content: bytes) -> list[Tab]:
    """Return the tabs of a workbook; none if it is none."""
    from scoring.format.workbook import Unreadable, read_workbook

    if not content.startswith(b"PK"):
        return []
    try:
        return read_workbook(ZipFile(BytesIO(content)))
    except (BadZipFile, Unreadable):
        return []


def _read_file(name: str) -> bytes | None:
    """Return the content of a file; if it cannot be read, say so and return None."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        print(f"{name}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
        return None


def _answer_lines(command: str) -> int:
    """Answer standard input line by line, as soon as lines arrive; 1 if any answer was an error."""
    if sys.stdin is None:  # closed by the caller
        return 0
    work = _get_work(command)
    all_good = True
    for lines in _arriving(sys.stdin.fileno()):
        answers = []
        for line in lines:
            if line.strip(b" \t\r"):
                text, good = answer_line(line, work)
                answers.append(text)
                all_good = all_good and good
        if answers:
            print("\n".join(answers), flush=True)
    return 0 if all_good else 1


def _get_work(command: str) -> Callable[[Answer], Answer | list[Problem]]:
    desk = Desk()
    if command in ("score", "sheet"):
        return desk.score if command == "score" else desk.sheet
    if command == "rating":
        return answer_rating
    from scoring.contract.tournament_cli import ANSWERS  # imported late: only these commands need it

    return ANSWERS[command]


def _arriving(file: int) -> Iterator[list[bytes]]:
    """Yield whole lines, as many as there are at a time: quick with a file, prompt with somebody at the other end."""
    begun: list[bytes] = []  # the chunks of an incomplete line
    while chunk := os.read(file, _CHUNK):
        begun.append(chunk)
        if b"\n" in chunk:
            *lines, rest = b"".join(begun).split(b"\n")
            begun = [rest]
            yield lines
    yield [b"".join(begun)]


if __name__ == "__main__":
    try:
        status = main()
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:  # the reader is gone, or nothing can be read or written
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(f"scoring: {error.strerror}", file=sys.stderr)
        status = 1
    sys.exit(status)
