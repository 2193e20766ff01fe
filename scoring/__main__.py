"""The command line: score, sheet, rating, seating, ranking, prizes, rules, table. rules.md 6."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator

from scoring.contract.cli import Answer, Desk, answer_line, as_errors
from scoring.contract.rating import answer_rating
from scoring.game.value_table import value_table
from scoring.rules.presets import PRESETS, get_rules
from scoring.rules.rules import Rules
from scoring.terms import Problem

_CHUNK = 1 << 16


def main(arguments: list[str] | None = None) -> int:
    given = _parser().parse_args(arguments)
    match given.command:
        case "rules":
            return _rules(given.preset)
        case "table":
            return _table(given.preset, given.overrides)
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
