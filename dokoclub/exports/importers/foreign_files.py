"""Import of Doko-Zettel documents and of files of other programs: all become old sheets, with notes on lost data."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from hashlib import sha256
from typing import Any, Final, TypeAlias

from dokoclub.exports.importers.own_files import read_lists
from dokoclub.exports.importers.unpacking import Budget
from scoring.format import club_file
from scoring.format.club_tables import LONGEST_FOREIGN_DATA, find_foreign_data
from scoring.format.convert import DOKO, SHEET, Options, read_any, recognize_source
from scoring.format.lines import write_lines
from scoring.format.peers import PEERS, chohner, doppelkopffreunde, gsheet
from scoring.format.peers.common import Imported, Question, Refused, Source
from scoring.format.workbook import Tab
from scoring.tables.grid import Grid
from scoring.tables.notes import Note, Unreadable
from scoring.tables.points import A_GAME, EVENING, Values
from scoring.tables.sheet import CLUB, OldSheet, at_the_table, number_tables
from scoring.terms import say
from scoring.text import LONGEST_NAME

Json: TypeAlias = dict[str, Any]

# Their tables can also be read without knowing the program: where they do not fit, that is tried.
SILENT: Final = ("table", "redeal")  # rows without points
_TABLES: Final = (chohner.NAME, gsheet.NAME)


def read_foreign_file(title: str, content: bytes, budget: Budget) -> list[OldSheet] | None:
    """Return the sheets of a document, or of a file of a program that is known; else None. Raises Unreadable."""
    origin = recognize_source(Source(content))
    if origin in ("", SHEET, club_file.NAME):  # those lists are read by `own_files`
        return None
    return _read_known(title, content, origin, (), budget)


def read_foreign_grids(title: str, grids: Sequence[Grid], budget: Budget) -> list[OldSheet] | None:
    """Return the sheets of a workbook of a program that is known; else None. Raises Unreadable."""
    tabs = [Tab(grid.tab or grid.title, _as_cells(grid)) for grid in grids]
    if not doppelkopffreunde.is_mine(Source(b"", tabs)):
        return None
    return _read_known(title, b"", doppelkopffreunde.NAME, tabs, budget)


def _as_cells(grid: Grid) -> list[list[Any]]:
    width = max((len(cells) for _, cells in grid.rows), default=0)
    return [
        [int(cell) if cell.removeprefix("-").isdecimal() else cell or None for cell in cells]
        + [None] * (width - len(cells))
        for _, cells in grid.rows
    ]


def _read_known(title: str, content: bytes, origin: str, tabs: Sequence[Tab], budget: Budget) -> list[OldSheet] | None:
    try:
        imported = _read_or_name(content, origin, tabs)
    except Refused as refused:
        if origin in _TABLES:
            return None
        problem = refused.problem
        unreadable = Unreadable(problem.problem, **problem.values)
        unreadable.note = unreadable.note._replace(column=problem.field)
        raise unreadable from None
    sheets = list(_list_sheets(title, imported, budget))
    if not sheets:
        return [OldSheet(title, problems=[Note(say("There are no games in it."))])]
    sheets[0].oddities[:0] = _notes(imported)
    return sheets


def _read_or_name(content: bytes, origin: str, tabs: Sequence[Tab]) -> Imported:
    """Read the file. Where it has ids for names, the next step asks for the players, as for any unknown name."""
    options = Options(origin, tabs=tabs)
    try:
        return read_any(content, options)
    except Question as question:
        names = {key: f"{key[: LONGEST_NAME - 12]} ({games})" for key, (games, _) in question.ids.items()}
        return read_any(content, options._replace(names=names))


def _notes(imported: Imported) -> Iterator[Note]:
    if imported.peer in PEERS and not imported.losses:
        yield Note(say("This comes from {program}."), values={"program": imported.peer})
    elif imported.peer in PEERS:
        yield Note(say("This comes from {program}. Not taken from it:"), values={"program": imported.peer})
    for loss in {str(loss): loss for loss in imported.losses}.values():
        yield Note(loss.problem, values=loss.values)
    if imported.peer == DOKO:
        yield from _untaken(imported.document)


def _untaken(document: Json) -> Iterator[Note]:
    """Say what evenings of a document lose: here they are written as if today."""
    evenings = [evening for evening in document.get("evenings", ()) if "deleted" not in evening]
    sheets = [sheet for evening in evenings for sheet in evening["sheets"]]
    rows = [row for sheet in sheets for row in sheet["rows"]]
    struck = sum("struck" in row for row in rows)
    corrected = sum("was" in row and "struck" not in row for row in rows)
    if struck or corrected:
        text = say("Not taken: {struck} struck rows, and what {corrected} rows said before their correction.")
        yield Note(text, values={"struck": struck, "corrected": corrected})
    untold = {rules["n"] for rules in document.get("rules", ()) if rules["preset"] is None}
    if any(sheet["rules"] in untold and row["kind"] != "sums" for sheet in sheets for row in sheet["rows"]):
        yield Note(say("Its rules are unknown: games come in as points."))


def _list_sheets(title: str, imported: Imported, budget: Budget) -> Iterator[OldSheet]:
    document = imported.document
    evenings = [evening for evening in document.get("evenings", ()) if "deleted" not in evening]
    number, several = 0, sum(len(evening["sheets"]) for evening in evenings) > 1
    for place, evening in enumerate(evenings, start=1):
        read: list[OldSheet] = []
        for sheet in evening["sheets"]:
            number += 1
            called = f"{title} · {number}" if several else title
            read += _read_sheet(called, imported, evening, sheet, budget)
        _join_sheets(read, evening, str(place))
        if place == 1 and read and imported.peer == DOKO and document.get("scope") == "club":
            read[0].foreign_data = {**read[0].foreign_data, CLUB: True}
        yield from read


def _read_sheet(title: str, imported: Imported, evening: Json, sheet: Json, budget: Budget) -> list[OldSheet]:
    document = imported.document
    names = {player["n"]: player["name"] for player in document["players"]}
    preset = next(rules["preset"] for rules in document["rules"] if rules["n"] == sheet["rules"])
    is_sum = any(row["kind"] == "sums" for row in sheet["rows"])
    has_facts = imported.peer == DOKO and preset is not None and not is_sum
    read = (
        list(_whole_list(title, document, evening, sheet, budget))
        if has_facts
        else [_points(title, evening, sheet, names, budget)]
    )
    for one in read:
        one.foreign_data = _find_foreign_data(document, evening, sheet, () if has_facts else SILENT)
    return read


def _join_sheets(read: Sequence[OldSheet], evening: Json, group: str) -> None:
    """Make the sheets one evening with rounds and tables, and give all of them the digest of its content."""
    if len(read) > 1:
        for one, sheet in zip(read, evening["sheets"], strict=True):
            one.group, one.round_name, one.table_name = group, sheet.get("round", ""), sheet.get("table", "")
        number_tables(read)
    if any("id" in one.foreign_data.get("evening", {}) for one in read):
        content = json.dumps([_get_content(one) for one in read], sort_keys=True)
        digest = sha256(content.encode()).hexdigest()
        for one in read:
            one.foreign_data = {**one.foreign_data, "digest": digest}


def _get_content(one: OldSheet) -> list[Any]:
    told = {key: value for key, value in one.foreign_data.items() if key not in ("club", "players")}
    return [one.day and one.day.isoformat(), one.names, one.games, one.line, told]


def _find_foreign_data(document: Json, evening: Json, sheet: Json, left_out: Sequence[str]) -> Json:
    """Return ids and keys that only other programs know: by what they belong to, rows by number from 1."""
    rows = [row for row in sheet["rows"] if "struck" not in row and row["kind"] not in left_out]
    rules: Json = next((rules for rules in document.get("rules", ()) if rules["n"] == sheet["rules"]), {})
    of_rules = find_foreign_data("rules", rules, ("name", "text")) | ({} if rules.get("preset") else {"preset": None})
    data = {
        "club": find_foreign_data("document", document, ()),
        "players": {player["name"]: find_foreign_data("player", player) for player in document["players"]},
        "evening": find_foreign_data("evening", evening, ("id", "rev")),
        "place": evening.get("place", ""),
        "sheet": find_foreign_data("sheet", sheet) | ({"rules": of_rules} if of_rules else {}),
        "rows": {str(number): find_foreign_data("row", row) for number, row in enumerate(rows, start=1)},
    }
    for name in ("players", "rows"):
        data[name] = {key: keys for key, keys in data[name].items() if keys}
    found = {name: keys for name, keys in data.items() if keys}
    return found if len(json.dumps(found)) <= LONGEST_FOREIGN_DATA else {}


def _whole_list(title: str, document: Json, evening: Json, sheet: Json, budget: Budget) -> Iterator[OldSheet]:
    """Yield the sheet with all its facts."""
    single = {**document, "evenings": [{**evening, "sheets": [sheet]}]}
    content = "\n".join([json.dumps(line) for line in write_lines(single, [])])
    for read in read_lists(title, content.encode(), budget):
        read.title = title
        yield read


def _points(title: str, evening: Json, sheet: Json, names: dict[int, str], budget: Budget) -> OldSheet:
    """Return the sheet as points only: of games, or of a whole evening."""
    day = date.fromisoformat(evening["day"]) if "day" in evening else None
    rows = [row for row in sheet["rows"] if "struck" not in row and row["kind"] not in SILENT]
    told = [row.get("computed", {}).get("scores") or row.get("points", {}) for row in rows]
    people = list(dict.fromkeys([*sheet["players"], *(int(n) for points in told for n in points)]))
    budget.take_cells(len(people) * len(rows))
    games: list[tuple[int, Values]] = [
        (number, [points.get(str(n)) for n in people]) for number, points in enumerate(told, start=1)
    ]
    called = [names[n] for n in people]
    read = OldSheet(title, day=day, kind=A_GAME)
    if not games:
        read.problems.append(Note(say("There are no games in it.")))
    elif rows[0]["kind"] == "sums":
        read.kind, read.names, read.games, read.played = EVENING, called, games, rows[0].get("games")
    else:
        at_the_table(called, games, into=read)
    return read
