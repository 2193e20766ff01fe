"""Import of this site's own files: downloads of games are read, tables of standings are recognized and refused."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final, TypeAlias

from dokoclub.exports.importers.files import BEFORE_JSON, is_json
from dokoclub.exports.importers.unpacking import Budget
from scoring.contract.attribution import check_attribution, store_attribution
from scoring.contract.cli import Desk
from scoring.contract.stored_rows import (
    MOST_ROWS,
    TOO_MANY_ROWS,
    length_problems,
    parse_row,
    store_row,
)
from scoring.game.rows import Penalty, Row, Table
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules, store_rules
from scoring.tables.cells import day_in
from scoring.tables.grid import MOST_COLUMNS, Grid
from scoring.tables.notes import Note, Unreadable, name_notes
from scoring.tables.own_tables import STANDINGS
from scoring.tables.points import WHOLE
from scoring.tables.sheet import OldSheet
from scoring.terms import Problem, say
from scoring.text import LONGEST_NAME, clean_all, clean_line, fold_name

Json: TypeAlias = dict[str, Any]

MOST_NOTES: Final = 200
_MOST_SEATED: Final = 60  # names in a list
_UUID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def load_own_json(content: bytes) -> Mapping[str, Any] | None:
    """Load a download of this site or the file of a whole club, recognized by "name" or "format"; else None."""
    if not is_json(content):
        return None
    try:
        whole = clean_all(json.loads(content), clean_line)
    except (ValueError, RecursionError):
        return None
    return whole if isinstance(whole, dict) and not whole.keys().isdisjoint({"name", "format"}) else None


def read_own_games(title: str, whole: Mapping[str, Any], budget: Budget) -> Grid:
    """Return the games of a JSON file of this site, arranged as in its CSV. Raises Unreadable."""
    games = whole.get("games")
    if "table" in whole and games is None:
        raise Unreadable(STANDINGS)
    if "format" in whole:
        raise Unreadable(say("This is a whole club's file: import it under “Create a club”."))
    if not isinstance(games, list) or not games or not all(isinstance(row, dict) for row in games):
        raise Unreadable(say("There are no games in it."))
    return _grid(title, games, budget)


_WHERE: Final = ("date", "round", "table", "number")


def _grid(title: str, games: list[Mapping[str, Any]], budget: Budget) -> Grid:
    names: dict[str, None] = {}
    for row in games:
        given = row.get("points")
        if isinstance(given, dict):
            names.update(dict.fromkeys(str(name) for name in given))
    where = [key for key in _WHERE if any(key in row for row in games)]
    heads = [*("no." if key == "number" else key for key in where), *names]
    if len(heads) > MOST_COLUMNS:
        raise Unreadable(say("There are no games in it."))
    rows = [(1, heads)]
    for number, row in enumerate(games, start=2):
        given = row.get("points")
        cells = [row.get(key) for key in where] + [
            given.get(name) if isinstance(given, dict) else None for name in names
        ]
        budget.take_cells(len(cells))
        rows.append((number, ["" if cell is None else str(cell)[:100] for cell in cells]))
    return Grid(title, rows)


def read_lists(title: str, content: bytes, budget: Budget) -> Iterator[OldSheet]:
    """Yield one sheet per line. Raises Unreadable, and Exhausted if `budget` runs out."""
    lines = [line for line in content.lstrip(BEFORE_JSON).split(b"\n") if line.strip()]
    desk = Desk()
    for number, line in enumerate(lines, start=1):
        yield _read(_load(line, number), title if len(lines) == 1 else f"{title} · {number}", desk, budget)


def _load(line: bytes, number: int) -> Json:
    try:
        read = clean_all(json.loads(line, parse_constant=_refuse), clean_line)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise Unreadable(say("Line {line} is no list as the command line reads it."), line=number)
    return read


def _refuse(text: str) -> object:
    raise ValueError(text)


def _read(line: Json, title: str, desk: Desk, budget: Budget) -> OldSheet:
    sheet = OldSheet(_text(line.get("id")) or title, day=_day(line, title), kind=WHOLE)
    games = line.get("games")
    if isinstance(games, list) and len(games) > MOST_ROWS:
        sheet.problems.append(Note(TOO_MANY_ROWS, values={"most": MOST_ROWS}))
        return sheet
    budget.take_cells(len(games) * 4 if isinstance(games, list) else 0)
    answer = desk.sheet(line)
    if isinstance(answer, list):
        sheet.problems += [_note(problem) for problem in answer][:MOST_NOTES]
        return sheet
    sheet.names = [*answer["totals"]]
    sheet.problems += [*_name_problems(sheet.names)]
    rules = get_rules(line["preset"], line.get("overrides"))
    assert isinstance(rules, Rules)  # noqa: S101  # the desk has read them
    sheet.line = _store_list(line, rules, sheet.problems)
    sheet.games = [
        (number, [game["scores"].get(player) for player in sheet.names])
        for number, game in enumerate(answer["games"], start=1)
    ]
    if not sheet.games:
        sheet.problems.append(Note(say("There are no games in it.")))
    del sheet.problems[MOST_NOTES:]
    return sheet


def _day(line: Json, title: str) -> date | None:
    """Return the day that the list gives, else the day in its name."""
    return day_in(_text(line.get("day"))) or day_in(_text(line.get("id"))) or day_in(title)


def _text(value: object) -> str:
    return value[:200] if isinstance(value, str) else ""


def _note(problem: Problem) -> Note:
    """Convert a problem to a note: `games[3].re` is `re` in row 4."""
    place, _, field = problem.field.partition(".")
    if not place.startswith("games["):
        return Note(problem.problem, column=problem.field, values=problem.values)
    return Note(problem.problem, int(place[len("games[") : -1]) + 1, field, problem.values)


def _name_problems(names: Sequence[str]) -> Iterator[Note]:
    seen: set[str] = set()
    for name in names[:_MOST_SEATED]:
        if fold_name(name) in seen:
            yield Note(say("“{name}” is in it twice."), values={"name": name[:LONGEST_NAME]})
        yield from name_notes(name)
        seen.add(fold_name(name))
    if len(names) > _MOST_SEATED:
        yield Note(say("No more than {most} people fit on one sheet."), values={"most": _MOST_SEATED})


# --- Stored form of a list --------------------------------------------------------------------------------------------


def _store_list(line: Json, rules: Rules, problems: list[Note]) -> Json:
    """Return the list with its rows in stored form, players by name; add rejected parts to `problems`."""
    games, table = line["games"], list(line["players"])
    said, notes = (_beside(line.get(name), len(games)) for name in ("attribution", "notes"))
    rows = []
    for place, raw in enumerate(games):
        row = parse_row(raw, rules)
        assert not isinstance(row, list)  # noqa: S101  # the desk has read it
        joining = set(row.players) - set(table) if isinstance(row, Table) else set()
        table = list(row.players) if isinstance(row, Table) else table
        attribution, note = said[place] or {}, notes[place] or ""
        found = [*check_attribution(attribution, row, rules, joining), *_length_problems(row, note)]
        problems += [Note(problem.problem, place + 1, problem.field, problem.values) for problem in found]
        if not found:
            rows.append({"facts": store_row(row), "attribution": store_attribution(attribution), "note": note})
    dealer = line.get("first_dealer") or line["players"][0]
    uuids = [*filter(_is_uuid, _beside(line.get("uuids"), len(games)))]
    return {
        "players": line["players"], "first_dealer": dealer, "rules": store_rules(rules), "rows": rows, "uuids": uuids,
    }  # fmt: skip


def _is_uuid(given: object) -> bool:
    return isinstance(given, str) and bool(_UUID.fullmatch(given))


def _beside(given: object, length: int) -> list[Any]:
    """Return the values that accompany the rows, one for each; Nones if their number differs."""
    return given if isinstance(given, list) and len(given) == length else [None] * length


def _length_problems(row: Row, note: object) -> Iterator[Problem]:
    texts = {"note": note, "reason": row.reason if isinstance(row, Penalty) else ""}
    for field, text in texts.items():
        if isinstance(text, str):
            yield from length_problems(field, text)
        else:
            yield Problem(field, say("This must be a text."))
