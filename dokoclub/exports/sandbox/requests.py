"""Requests to the sandbox: take a large JSON file apart into rows, or read uploads into old sheets."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO, Any, Final, NamedTuple

from dokoclub.exports.sandbox.process import Ending, run_apart
from dokoclub.exports.sandbox.rows_child import LONGER
from scoring.rules.rules import Rules, store_rules
from scoring.tables.notes import Note

_ROWS_CHILD: Final = "dokoclub.exports.sandbox.rows_child"
_LAST: Final = 20  # digits: offset of the line with all other offsets
_SHEETS_CHILD: Final = "dokoclub.exports.sandbox.sheets_child"
_LONGEST_LINE: Final = 16 * 1024 * 1024  # bytes of an answer: the games of a file


class NotTakenApart(Exception):
    """The file could not be taken apart; `number` (from 1) is the row of `table`, if it is about one."""

    def __init__(self, note: Note, table: str = "", number: int | None = None) -> None:
        super().__init__(note.text)
        self.note, self.table, self.number = note, table, number


class Placed(NamedTuple):
    """A row with its position and size in bytes, for `Rows.rows_at`."""

    at: int
    size: int
    row: dict[str, Any]


class Rows:
    """The tables of a file, row by row; several can be read at the same time."""

    def __init__(self, written: IO[bytes], tables: Mapping[str, tuple[int, int]], beside: Mapping[str, Any]) -> None:
        self._written, self._tables = written, tables
        self.beside = beside  # top-level values that are not tables

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of rows by table."""
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


class _Header(NamedTuple):
    tables: Mapping[str, tuple[int, int]]
    beside: Mapping[str, Any]


@contextmanager
def take_apart(given: IO[bytes]) -> Iterator[Rows]:
    """Take a JSON file apart; yield its tables, readable inside the `with`. Raises NotTakenApart."""
    with run_apart(_ROWS_CHILD, given, LONGER) as (written, ending):
        if ending is not Ending.WELL:
            raise NotTakenApart(ending.get_note(LONGER))
        told = _read_header(written)
        yield Rows(written, told.tables, told.beside)


def _read_header(written: IO[bytes]) -> _Header:
    end = written.seek(0, 2) - _LAST
    written.seek(end)
    written.seek(int(written.read()))
    told = json.loads(written.readline())
    if "refused" in told:
        text, table, number, values = told["refused"]
        raise NotTakenApart(Note(text, values=values), table, number)
    return _Header(told["tables"], told["beside"])


class Upload(NamedTuple):
    name: str
    content: bytes


class Unread(Exception):
    """The files were not read; `name` is the file that caused it, `note` the reason."""

    def __init__(self, name: str, note: Note) -> None:
        super().__init__(note.text)
        self.name, self.note = name, note


class Many(Exception):
    """The files hold more `sheets`, `games` or `names` than allowed."""

    def __init__(self, counted: Mapping[str, int]) -> None:
        super().__init__(counted)
        self.counted = counted


def read_apart(
    uploads: Sequence[Upload], options: Mapping[str, Any], rules: Rules, *, most: Mapping[str, int]
) -> list[dict[str, Any]]:
    """Read the uploads; return every sheet as from `OldSheet.stored`, checked by `rules`. Raises Unread and Many.

    `most`: the maximum number of sheets, games and names.
    """
    asked = {
        "options": options,
        "rules": store_rules(rules),
        "files": [(upload.name, len(upload.content)) for upload in uploads],
        "most": most,
    }
    with TemporaryFile() as given:
        given.write(json.dumps(asked).encode() + b"\n")
        for upload in uploads:
            given.write(upload.content)
        with run_apart(_SHEETS_CHILD, given) as (written, ending):
            return list(_sheets(written, ending, uploads))


def _sheets(written: IO[bytes], ending: Ending, uploads: Sequence[Upload]) -> Iterator[dict[str, Any]]:
    at = 0
    for told in _lines(written):
        if "many" in told:
            raise Many(told["many"])
        if "refused" in told:
            raise Unread(uploads[at].name, Note(*told["refused"]))
        at = told.get("reading", at)
        yield from told.get("sheets", ())
        if "done" in told and ending is Ending.WELL:
            return
    raise Unread(uploads[at].name, (Ending.BROKEN if ending is Ending.WELL else ending).get_note())


def _lines(written: IO[bytes]) -> Iterator[dict[str, Any]]:
    """Yield all complete lines: the last may be cut off."""
    while (line := written.readline(_LONGEST_LINE)).endswith(b"\n"):
        yield json.loads(line)
