"""Tables of points in CSV files as documents: the numbers say who plays, open questions go to the caller."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias

from scoring.format.building import points_row
from scoring.format.peers.common import NO_DAY, Imported, PeerDocument, Refused, digest_of
from scoring.tables import points
from scoring.tables.candidates import find_candidates
from scoring.tables.columns import (
    DAY,
    OTHER,
    PLAYER,
    Columns,
    find_columns,
    find_day_column,
    find_heading,
    format_shape,
)
from scoring.tables.csv_files import read_csv
from scoring.tables.grid import Grid, get_place
from scoring.tables.lines import HALF, split_grid
from scoring.tables.notes import FALLS_SHORT, Note, Unreadable, column_letter
from scoring.tables.questions import DAYS, NAMES, NOTATIONS, SIGNS, WHO
from scoring.tables.reading import Options, Source, read_source
from scoring.tables.sheet import OldSheet
from scoring.terms import Problem
from scoring.text import fold_name

Json: TypeAlias = dict[str, Any]

NAME: Final = "table"
NOTATION_OF: Final[Mapping[str, str]] = {"plus": NOTATIONS[1], "minus": NOTATIONS[-1], "zero": NOTATIONS[0]}
KINDS: Final = (points.A_GAME, *points.RUNNING_TOTALS, *points.OF_EVENINGS)
_ONE_SIDED: Final = (NOTATIONS[1], NOTATIONS[-1])
_WORDS: Final = {notation: word for word, notation in NOTATION_OF.items()}
ONE_SIGN: Final = "Points of one sign only: somebody must say that they are meant so."
_SHOWN: Final = 3  # numbers of a column
_NO_CSV: Final = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")  # workbooks


class TableOptions(NamedTuple):
    """Answers to questions about a table; empty: not given."""

    title: str = ""  # the name of the file: a day may be in it
    names: Mapping[str, str] = {}  # by letter of the column
    players: str = ""  # their headings, separated by commas
    kinds: Sequence[str] = ()  # of KINDS and NOTATION_OF
    day_order: str = ""  # of questions.ORDERS


class OpenQuestion(Exception):
    """The numbers leave something open; `lines` ask for it and name the options that answer."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__("table")
        self.lines = list(lines)


def read_table(content: bytes, options: TableOptions) -> Imported:
    """Return the document of a CSV file. Raises Refused and OpenQuestion."""
    grid = _rename(_read_grid(content, options.title), options.names)
    roles, losses = _choose_players(grid, options.players), list[Note]()
    written = next((NOTATION_OF[kind] for kind in options.kinds if kind in NOTATION_OF), "")
    kind = next((kind for kind in options.kinds if kind in KINDS), "")
    reading = Options(points=kind, written=written, columns=roles, day_order=options.day_order)
    sheets = read_source(Source(grid, get_place(0, 0)), reading)
    for sheet in sheets:
        _refuse_problems(sheet)
        losses += _list_oddities(sheet)
    if not written:
        _ask_for_sign(sheets)
    losses += _list_left_columns(grid, reading)
    return _build(sheets, losses)


def _read_grid(content: bytes, title: str) -> Grid:
    if content.startswith(_NO_CSV):
        raise Refused("Only CSV files are read as tables: save it as CSV.")
    try:
        return read_csv(title, content, lambda _number: None)
    except Unreadable as wrong:
        raise Refused.of(Problem("", wrong.note.text, wrong.note.values)) from None


# --- Answers ----------------------------------------------------------------------------------------------------------


def _rename(grid: Grid, names: Mapping[str, str]) -> Grid:
    """Return the table with these names above its columns, in a row of their own if there is none."""
    if not names:
        return grid
    heading = find_heading(grid)
    before = [] if heading is None else grid.rows[heading][1]
    letters = [column_letter(at) for at in range(max(len(before), max(len(cells) for _, cells in grid.rows)))]
    if unknown := names.keys() - letters:
        raise Refused("There is no column {column}.", column=min(unknown))
    padded = [*before, *[""] * (len(letters) - len(before))]
    after = [names.get(letter, cell) for letter, cell in zip(letters, padded, strict=True)]
    if heading is None:
        return replace(grid, rows=[(0, after), *grid.rows])
    return replace(grid, rows=[(row, after if cells == before else cells) for row, cells in grid.rows])


def _choose_players(grid: Grid, said: str) -> dict[str, dict[str, str]]:
    """Return the roles of the columns by the shape of their table. Raises Refused for a name above no column."""
    names = [name.strip() for row in csv.reader([said]) for name in row]
    wanted = {fold_name(name): name for name in names if name}
    roles: dict[str, dict[str, str]] = {}
    found: set[str] = set()
    for part in split_grid(grid) if wanted else ():
        heading = find_heading(part)
        cells = part.rows[heading][1] if heading is not None else []
        players = [at for at, cell in enumerate(cells) if fold_name(cell) in wanted]
        if heading is not None and players:
            day = find_day_column(part, heading, cells, players)
            found |= {fold_name(cells[at]) for at in players}
            roles[format_shape(part, heading)] = {
                str(at): PLAYER if at in players else DAY if at == day else OTHER for at in range(len(cells))
            }
    for folded, name in wanted.items():
        if folded not in found:
            raise Refused("No column is called “{name}”.", name=name)
    return roles


# --- Questions --------------------------------------------------------------------------------------------------------


def _refuse_problems(sheet: OldSheet) -> None:
    """Raise OpenQuestion if an option answers what is open, else Refused with the first problem."""
    if not sheet.problems:
        return
    table = sheet.table or {}
    if table.get("asks") == SIGNS:
        raise OpenQuestion([ONE_SIGN, *_list_options(table)])
    if table.get("asks"):
        raise OpenQuestion([*map(_format_note, sheet.problems), *_list_options(table)])
    first = sheet.problems[0]
    text = "{cell}: use whole points." if first.text == HALF else first.text
    raise Refused.of(Problem(_format_place(first), text, first.values))


def _list_oddities(sheet: OldSheet) -> Iterator[Note]:
    """Yield the oddities, without the sums of games of which only plus or only minus is written."""
    games = dict(sheet.games)
    for note in sheet.oddities:
        is_game = sheet.notation in _ONE_SIDED and points.looks_like_a_game(games.get(note.row or 0, []))
        if note.text != FALLS_SHORT or not is_game:
            yield note


def _ask_for_sign(sheets: Sequence[OldSheet]) -> None:
    """Raise OpenQuestion if points of one sign were read as such, but nobody said so."""
    read = {sheet.notation for sheet in sheets} - {""}
    if not read:
        return
    totals = [[name, total] for sheet in sheets for name, total in zip(sheet.names, sheet.totals, strict=True)]
    raise OpenQuestion([ONE_SIGN, *(_format_answer(notation, totals) for notation in read)])


def _list_options(table: Json) -> Iterator[str]:
    """Yield the options that answer a question, each with what it gives."""
    if table["asks"] == NAMES:
        yield "Write a file for --names with a line for each player: COLUMN;NAME"
    if table["asks"] == WHO:
        heads = [column["head"] for column in table["columns"] if column["role"] == PLAYER]
        yield f"For example: --players {','.join(heads)}"
    if table["asks"] in (NAMES, WHO):
        yield from _list_columns(table["columns"])
    for answer in table["answers"]:
        if table["asks"] == DAYS:
            cell, day = answer["example"]
            yield f"--days {answer['answer']}: {cell} is {day or 'no day'}"
            continue
        if any(total for _, total in answer["totals"]):
            yield _format_answer(answer["answer"], answer["totals"])


def _format_answer(answer: str, totals: Iterable[Sequence[Any]]) -> str:
    summed: Counter[str] = Counter()
    for name, total in totals:
        summed[name] += total
    told = ", ".join(f"{name} {total}" for name, total in summed.items())
    return f"--points {_WORDS.get(answer, answer)}: {told}"


def _list_columns(columns: Sequence[Json]) -> Iterator[str]:
    for at, column in enumerate(columns):
        if column["has_numbers"]:
            numbers = ", ".join(cell or "–" for cell in column["cells"][:_SHOWN])
            head = f" ({column['head']})" if column["head"] else ""
            yield f"{column_letter(at)}{head}: {numbers} …; sum {column['sum']}"


def _format_place(note: Note) -> str:
    row = f"row {note.row}" if note.row else ""
    return ", ".join(filter(None, (row, f"column {note.column}" if note.column else "")))


def _format_note(note: Note) -> str:
    place = _format_place(note)
    return f"{place}: {note}" if place else str(note)


# --- The document -----------------------------------------------------------------------------------------------------


def _list_left_columns(grid: Grid, options: Options) -> Iterator[Note]:
    """Yield the columns that are not taken, without those that count rows, never change or follow from the points."""
    for part in split_grid(grid):
        columns = find_columns(part, roles=options.roles_in(part), sign=options.sign)
        yield from _list_untaken(part, columns) if isinstance(columns, Columns) else ()


def _list_untaken(grid: Grid, columns: Columns) -> Iterator[Note]:
    cells = grid.rows[columns.heading][1]
    taken = {*columns.players, columns.day, columns.value, columns.games, columns.table, columns.round}
    rows = [row for _, row in grid.rows[columns.heading + 1 :] if row != cells]
    for at, head in enumerate(cells):
        is_written = any(at < len(row) and row[at] for row in rows)
        if at not in taken and is_written and not _says_nothing(rows, at):
            name = head or column_letter(at)
            yield Note("The column “{column}”: it holds no points of a player", values={"column": name})


def _says_nothing(rows: Sequence[Sequence[str]], at: int) -> bool:
    found = find_candidates(rows, [at])
    return bool(found.apart or found.nil)


def _build(sheets: Sequence[OldSheet], losses: Iterable[Note]) -> Imported:
    document = PeerDocument(NAME)
    for name in dict.fromkeys(name for sheet in sheets for name in sheet.names):
        document.builder.add_player(name, name)
    for number, (_, group) in enumerate(groupby(enumerate(sheets), lambda pair: pair[1].group or pair[0])):
        some = [sheet for _, sheet in group]
        day = some[0].day.isoformat() if some[0].day else None
        key = document.key_of(digest_of(number, day, [(sheet.names, sheet.games) for sheet in some]))
        document.builder.add_evening([_build_sheet(document, sheet, len(some)) for sheet in some], day=day, key=key)
        if day is None:
            document.lose(NO_DAY)
    for note in losses:
        document.lose("{note}", note=_format_note(note))
    return document.finish()


def _build_sheet(document: PeerDocument, sheet: OldSheet, number: int) -> Json:
    """Return a sheet, with its round and table if its evening has several sheets."""
    players = [document.builder.player_of(name) for name in sheet.names]
    place = {"round": str(sheet.round), "table": sheet.table_name} if number > 1 else {}
    rows = [_build_row(players, values, sheet) for _, values in sheet.games]
    return {**place, "rules": document.rules, "players": players, "rows": rows}


def _build_row(players: Sequence[int], values: points.Values, sheet: OldSheet) -> Json:
    given = {n: value for n, value in zip(players, values, strict=True) if value is not None}
    if not sheet.is_sum:
        return points_row(given)
    counted = {"games": sheet.played} if sheet.played else {}
    return {"kind": "sums", "points": {str(n): given[n] for n in sorted(given)}, **counted}
