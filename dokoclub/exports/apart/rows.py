"""Ask another process to take a large JSON file apart, and read its rows one by one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any, Final, NamedTuple

from dokoclub.exports.apart.running import Ending, run_apart
from dokoclub.exports.old_sheets.notes import Note

_CHILD: Final = "dokoclub.exports.apart.rows_child"
_LAST: Final = 20  # digits: where the line begins that says where all the others do


class NotTakenApart(Exception):
    """Why, and where: the row `number` (from 1) of `table`, if it is about one."""

    def __init__(self, note: Note, table: str = "", number: int | None = None) -> None:
        super().__init__(note.text)
        self.note, self.table, self.number = note, table, number


class Placed(NamedTuple):
    """A row, and where it stands, in bytes: for `Rows.rows_at`."""

    at: int
    size: int
    row: dict[str, Any]


class Rows:
    """The tables of a file, row by row; several may be read at the same time."""

    def __init__(self, written: IO[bytes], tables: Mapping[str, tuple[int, int]], beside: Mapping[str, Any]) -> None:
        self._written, self._tables = written, tables
        self.beside = beside  # what is no table

    @property
    def counts(self) -> dict[str, int]:
        """How many rows each table has."""
        return {name: number for name, (_, number) in self._tables.items()}

    def rows_of(self, table: str) -> Iterator[dict[str, Any]]:
        return (placed.row for placed in self.placed_rows(table))

    def placed_rows(self, table: str) -> Iterator[Placed]:
        at, number = self._tables[table]
        for _ in range(number):
            self._written.seek(at)
            line = self._written.readline()
            yield Placed(at, len(line), json.loads(line))
            at += len(line)

    def rows_at(self, places: Iterable[int]) -> Iterator[dict[str, Any]]:
        for at in places:
            self._written.seek(at)
            yield json.loads(self._written.readline())


class _Told(NamedTuple):
    tables: Mapping[str, tuple[int, int]]
    beside: Mapping[str, Any]


@contextmanager
def take_apart(given: IO[bytes]) -> Iterator[Rows]:
    """The rows are there inside the `with`. Raises NotTakenApart."""
    with run_apart(_CHILD, given) as (written, ending):
        if ending is not Ending.WELL:
            raise NotTakenApart(ending.note)
        told = _told(written)
        yield Rows(written, told.tables, told.beside)


def _told(written: IO[bytes]) -> _Told:
    end = written.seek(0, 2) - _LAST
    written.seek(end)
    written.seek(int(written.read()))
    told = json.loads(written.readline())
    if "refused" in told:
        text, table, number, values = told["refused"]
        raise NotTakenApart(Note(text, values=values), table, number)
    return _Told(told["tables"], told["beside"])
