"""Read a club file: check every row before anything is written, and list all problems by table, row and field."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from typing import IO, Any, Final, NamedTuple, TypeAlias

from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.core.formatting import refuse_future, refuse_other_years
from dokoclub.exports.club_file.schema import (
    BESIDE,
    EARLIER,
    FORMAT,
    LAST,
    MAY,
    RIGHTS,
    TABLES,
    Older,
    bring_up,
)
from dokoclub.exports.club_file.shapes import fits_field
from dokoclub.exports.club_file.table import FileTable, clean_json, complete_row, get_pointer, renumber_row
from dokoclub.exports.sandbox.requests import NotTakenApart, Placed, Rows, take_apart
from scoring.contract.stored_rows import MOST_ROWS as MOST_ROWS_OF_A_SHEET
from scoring.format.canonical import FORMAT as DOCUMENT
from scoring.league import rules as standings_rules
from scoring.money import methods
from scoring.money import rules as settlement_rules
from scoring.rules import rules
from scoring.terms import say
from scoring.text import clean_line

MOST_PROBLEMS: Final = 50
MOST_BYTES: Final = 80 * 1024 * 1024  # about 200,000 games
MOST_PLAYERS: Final = 5000
SIZE_AT_ONCE: Final = 1024 * 1024  # bytes of rows held in memory at a time
MOST_WRITTEN: Final = 2 * MOST_ROWS_OF_A_SHEET  # rows of a sheet, including struck ones
TOTALS: Final = {"sheet": "sheets", "player": "players"}

Counts: TypeAlias = Mapping[str, int]  # table -> number of rows


class Wrong(NamedTuple):
    """A problem with `field` in row `row` (from 1) of `table`. `values` fill the placeholders of `text`."""

    text: str
    table: str = ""
    row: int | None = None
    field: str = ""
    values: Mapping[str, object] = {}

    def __str__(self) -> str:
        place = " ".join(filter(None, (self.table, str(self.row or ""), self.field)))
        said = _(self.text).format(**self.values) if self.values else _(self.text)
        return clean_line(f"{place}: {said}" if place else said)  # the text may quote unprintable characters


class InvalidClubFile(Exception):
    """The club file cannot be imported; `problems` says why."""

    def __init__(self, problems: list[Wrong]) -> None:
        super().__init__([str(problem) for problem in problems])
        self.problems = problems[:MOST_PROBLEMS]


class ClubFile:
    """A club file whose rows are all checked: yields them, typed for the models, in pieces."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._source = _Source.of(rows)
        self._totals: dict[int, array[int]] = {}  # number of a sheet -> positions of its totals
        for placed in rows.placed_rows("totals") if "totals" in rows.counts else ():
            self._totals.setdefault(placed.row["sheet"], array("Q")).append(placed.at)

    def rows_of(self, table: FileTable, *, rows: int, size: int = SIZE_AT_ONCE) -> Iterator[list[dict[str, Any]]]:
        """Yield pieces of at most `rows` rows and about `size` bytes."""
        piece: list[dict[str, Any]] = []
        left = size
        for number, placed in enumerate(_placed_rows(self._rows, table), start=1):
            if len(piece) == rows or placed.size > left:
                if piece:
                    yield piece
                piece, left = [], size
            piece.append(_typed(table, _get_row(table, placed.row, number, self._source)))
            left -= placed.size
        if piece:
            yield piece

    @property
    def totals(self) -> Iterator[dict[str, Any]]:
        return self._rows.rows_of("totals")

    @property
    def rights(self) -> Iterator[dict[str, Any]]:
        """Yield the rights, by the number of the player."""
        return _rows_beside(self._rows, RIGHTS)

    @property
    def is_document(self) -> bool:
        """Return whether this is a Doko-Zettel: its points are compared already, so it has no totals."""
        return self._source.is_document

    @property
    def earlier(self) -> Iterator[dict[str, Any]]:
        """Yield earlier versions of entries, in the order of the entries and of time."""
        for row in _rows_beside(self._rows, EARLIER):
            yield {**row, "note": clean_line(row["note"]), "facts": clean_json(row["facts"])}

    def totals_of(self, sheet: int) -> list[dict[str, Any]]:
        """List the totals of a sheet, by its number in the file."""
        return list(self._rows.rows_at(self._totals.get(sheet, ())))


def _get_older(rows: Rows) -> Older:
    """Return the file's data about its club, for the rows of an older version."""
    currency = next((row.get("currency") for row in _rows_beside(rows, "club")), None)
    return Older(currency, any(row.get("rated") is True for row in _rows_beside(rows, "leagues")))


def _placed_rows(rows: Rows, table: FileTable) -> Iterator[Placed]:
    """Yield the rows of a table; none if the table is newer than the file."""
    return rows.placed_rows(table.name) if table.name in rows.counts else iter(())


class _Source(NamedTuple):
    """The context for reading the rows of a file. `numbers`: of a document whose `n` are not 1, 2, 3, by table."""

    version: int
    older: Older
    is_document: bool
    numbers: Mapping[str, Mapping[str, int]]

    @classmethod
    def of(cls, rows: Rows) -> _Source:
        is_document = rows.beside["format"] == DOCUMENT
        # a document of another program may lack all that ours came to have
        version = 1 if is_document else rows.beside["version"]
        return cls(version, _get_older(rows), is_document, rows.beside["numbers"] if is_document else {})


def _get_row(table: FileTable, row: dict[str, Any], number: int, source: _Source) -> dict[str, Any]:
    """Return a row as this version writes it, with cleaned texts. Raises InvalidClubFile."""
    if source.numbers:
        row = renumber_row(table, row, source.numbers)
    row = bring_up(table.name, row, number, source.version, source.older)
    if source.is_document:
        row = complete_row(table, row)
    for name, clean in table.cleaners.items():
        if name not in row:
            continue
        try:
            row[name] = clean(row[name])
        except RecursionError:
            raise InvalidClubFile([Wrong(say("This cannot be understood."), table.name, number, name)]) from None
    return row


def _typed(table: FileTable, row: dict[str, Any]) -> dict[str, Any]:
    """Convert days, times, moments and UUIDs from text."""
    for name in table.fields:
        kind = table.model_fields[name]
        if isinstance(kind, (models.DateField, models.TimeField, models.UUIDField)):
            row[name] = kind.to_python(row[name])
    return row


@contextmanager
def open_file(content: IO[bytes]) -> Iterator[ClubFile]:
    """Open a club file inside the `with`, after checking all of it. Raises InvalidClubFile with all problems."""
    if content.seek(0, 2) > MOST_BYTES:
        raise InvalidClubFile([Wrong(say("This file is too large."))])
    try:
        with take_apart(content) as rows:
            _refuse_other(rows)
            try:
                if problems := list(islice(_problems(rows), MOST_PROBLEMS)):
                    raise InvalidClubFile(problems)
                yield ClubFile(rows)
            except InvalidClubFile as invalid:
                if rows.beside["format"] != DOCUMENT:
                    raise
                raise InvalidClubFile([_at_pointer(rows, problem) for problem in invalid.problems]) from None
    except NotTakenApart as wrong:
        told = Wrong(wrong.note.text, wrong.table, wrong.number, values=wrong.note.values)
        raise InvalidClubFile([told]) from None


def _at_pointer(rows: Rows, wrong: Wrong) -> Wrong:
    """Return a problem at its JSON pointer instead of its table and row."""
    if wrong.table.startswith("/") or not wrong.table:
        return wrong
    pointer = get_pointer(rows.rows_of, wrong.table, wrong.row, wrong.field)
    return wrong._replace(table=pointer, row=None, field="")


def _refuse_other(rows: Rows) -> None:
    if isinstance(problems := rows.beside.get("problems"), list):  # of a document; values of a club file are no lists
        raise InvalidClubFile([Wrong(text, pointer, values=values) for pointer, text, values in problems])
    if isinstance(rows.beside.get("numbers"), dict):
        return
    if rows.beside.get("format") != FORMAT:
        raise InvalidClubFile([Wrong(say("Choose a club file."))])
    _refuse_version(rows.beside.get("version"))


def _refuse_version(version: Any) -> None:
    """Refuse unknown versions: a newer one could be misread, while older ones are upgraded."""
    if type(version) is not int or version < 1:
        raise InvalidClubFile([Wrong(say("Choose a club file."))])
    if version > LAST:
        raise InvalidClubFile(
            [Wrong(say("A newer version of dokoclub wrote this file; this one must be updated first."))]
        )


def _problems(rows: Rows) -> Iterator[Wrong]:
    source = _Source.of(rows)
    since = {table.name: table.since for table in TABLES} | BESIDE
    counts = {name: 0 for name, first in since.items() if source.is_document or first > source.version} | rows.counts
    beside = {"numbers"} if source.is_document else set[str]()
    for name in (counts.keys() | rows.beside.keys()) - since.keys() - {"format", "version"} - beside:
        yield Wrong(say("There is no such table."), name)
    for name in since:
        if name not in counts:
            yield Wrong(say("This must be a list of rows."), name)
            return
    if counts["club"] != 1:
        yield Wrong(say("There must be exactly one club in it."), "club")
        return
    if counts["players"] > MOST_PLAYERS:
        yield Wrong(say("More than {most} rows: split the file."), "players", values={"most": MOST_PLAYERS})
        return
    for table in TABLES:
        for number, placed in enumerate(_placed_rows(rows, table), start=1):
            row = _get_row(table, placed.row, number, source)
            yield from _row_problems(table, number, row, counts)
    yield from _long_sheets(rows)
    yield from _total_problems(rows, counts)
    yield from _right_problems(rows, counts)


def _long_sheets(rows: Rows) -> Iterator[Wrong]:
    """Yield sheets that are too long: a sheet is posted in one go, while others wait to save their games."""
    written = Counter(row["sheet"] for row in _rows_beside(rows, "entries") if isinstance(row.get("sheet"), int))
    for sheet, number in written.items():
        if number > MOST_WRITTEN:
            yield Wrong(say("A sheet has at most {most} rows."), "sheets", sheet, values={"most": MOST_WRITTEN})


def _total_problems(rows: Rows, counts: Counts) -> Iterator[Wrong]:
    for number, row in enumerate(_rows_beside(rows, "totals"), start=1):
        if any(type(row.get(name)) is not int for name in (*TOTALS, "games", "scores", "balance")):
            yield Wrong(say("This must be a whole number."), "totals", number)
        elif any(not 1 <= row[name] <= counts[table] for name, table in TOTALS.items()):
            yield Wrong(say("There is no such row."), "totals", number)


def _right_problems(rows: Rows, counts: Counts) -> Iterator[Wrong]:
    seen: set[int] = set()
    for number, row in enumerate(_rows_beside(rows, RIGHTS), start=1):
        if row.keys() != {"player", *MAY} or any(not isinstance(row[name], bool) for name in MAY):
            yield Wrong(say("This cannot be understood."), RIGHTS, number)
        elif type(row["player"]) is not int or not 1 <= row["player"] <= counts["players"] or row["player"] in seen:
            yield Wrong(say("There is no such row."), RIGHTS, number, "player")
        else:
            seen.add(row["player"])


def _rows_beside(rows: Rows, name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of an extra list; none if the file is older than the list."""
    return rows.rows_of(name) if name in rows.counts else iter(())


def _row_problems(table: FileTable, number: int, row: dict[str, Any], counts: Counts) -> Iterator[Wrong]:
    if row.keys() != set(table.columns):
        odd = sorted(map(str, row.keys() ^ set(table.columns)))
        yield Wrong(say("This is missing, or does not belong here."), table.name, number, ", ".join(odd)[:80])
        return
    for name, to in table.refs.items():
        if not _is_reference(table, name, row[name], counts[to], number):
            yield Wrong(say("There is no such row."), table.name, number, name)
    for name in (*table.fields, *table.inside):
        try:
            if not fits_field(table.name, name, row):
                raise ValueError(name)
            _check_value(table, name, row[name], counts)
        except ValidationError as wrong:
            yield Wrong(" ".join(wrong.messages), table.name, number, name)
        except Exception:  # malformed values fail in many ways; nothing looks at a value before this check
            yield Wrong(say("This cannot be understood."), table.name, number, name)


def _is_reference(table: FileTable, name: str, value: Any, rows: int, number: int) -> bool:
    if value is None:
        return table.model_fields[name].null
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    # a reference to its own table may only point to earlier rows
    most = number - 1 if table.refs[name] == table.name else rows
    return 1 <= value <= most


def _check_value(table: FileTable, name: str, value: Any, counts: Counts) -> None:
    """Raise ValidationError for a bad value, or any other exception for a bad shape."""
    field = table.model_fields[name]
    if name in table.inside:
        table.inside[name](value, lambda to, number: _in(counts[to], number))
    elif isinstance(field, models.JSONField):
        _refuse_rules(table, name, value)
    elif value is None:
        if not field.null:
            raise ValidationError(_("This must not be empty."))
    elif isinstance(field, (models.CharField, models.TextField)):
        _check_text(field, value)
    elif isinstance(field, models.IntegerField) and type(value) is not int:
        raise ValidationError(_("This must be a whole number."))
    elif isinstance(field, models.BooleanField) and not isinstance(value, bool):
        raise ValidationError(_("This must be true or false."))
    else:
        _check_day(table, name, field.clean(value, None))


def _check_day(table: FileTable, name: str, value: object) -> None:
    """Check the year of a day or moment, that a moment has an offset, and that no past event lies in the future."""
    if isinstance(value, datetime) and timezone.is_naive(value):
        raise ValidationError(_("This needs its time and offset, as in 2026-11-20T20:15:00+01:00."))
    if isinstance(value, date):
        refuse_other_years(value)
        if name in table.happened:
            refuse_future(value)


def _check_text(field: models.Field[Any, Any], value: Any) -> None:
    """Check a text. The database constraints decide if it may be empty."""
    if not isinstance(value, str):
        raise ValidationError(_("This must be a text."))
    if value:
        field.clean(value, None)


def _in(rows: int, number: int) -> int:
    if type(number) is not int:
        raise TypeError(number)
    if not 1 <= number <= rows:
        raise KeyError(number)
    return number


_RULES: Final[dict[str, Any]] = {
    "rules_versions": (rules.restore_rules, rules.Rules),
    "sheets": (rules.restore_rules, rules.Rules),
    "tournaments": (rules.restore_rules, rules.Rules),
    "tournament_series": (standings_rules.restore_standings_rules, standings_rules.StandingsRules),
    "seasons": (standings_rules.restore_standings_rules, standings_rules.StandingsRules),
    "leagues": (standings_rules.restore_standings_rules, standings_rules.StandingsRules),
    "closings": (standings_rules.restore_standings_rules, standings_rules.StandingsRules),
    "money": (settlement_rules.restore_money_rules, methods.MoneyRules),
    "evening_moneys": (settlement_rules.restore_money_rules, methods.MoneyRules),
}


def _refuse_rules(table: FileTable, name: str, value: Any) -> None:
    """Refuse rules that cannot be played."""
    if name not in ("rules", "month_rules") or (table.name == "evening_moneys" and value is None):
        return
    restore, wanted = _RULES[table.name]
    found = restore(value)
    if not isinstance(found, wanted):
        raise ValidationError("; ".join(f"{problem.field}: {problem}" for problem in found))
