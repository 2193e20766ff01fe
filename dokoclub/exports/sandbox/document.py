"""In the child process: documents of the open format, checked and taken apart into the tables of a club file."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from tempfile import TemporaryFile
from typing import IO, Any, Final

from dokoclub.exports.sandbox.rows_child import LONGEST_ROW, MOST_ROWS, RefusedRow, Scanner, take_names
from scoring.format.canonical import FORMAT
from scoring.format.checks import PieceCheck
from scoring.format.club_file import PART_VERSION, PARTS
from scoring.format.club_tables import HIGHEST_N, Numbers, TableReader, find_day_problem
from scoring.format.parsing import NoJson, check_depth
from scoring.terms import Problem, say

LONGEST_EVENING: Final = 4 * 1024 * 1024
MOST_PROBLEMS: Final = 50
SMALL: Final = ("club", "players", "rules_versions", "whole_rules", "stakes")  # said besides of what all documents name
_SAYS_MORE: Final = {"players": "player", "stakes": "evening", "rules_versions": "rules", "whole_rules": "rules"}
_NO_N: Final = HIGHEST_N + 1


def take_document(scanner: Scanner, out: IO[bytes]) -> dict[str, Any]:
    """Write the tables of a document, sheet by sheet; where it is wrong, only its problems.

    Evenings and rows of parts wait on the disk until all of it was read, as keys may stand in any order.
    """
    scanner.be_strict()
    with TemporaryFile() as waiting:
        found = _Document(waiting)
        for name in take_names(scanner):
            found.take(scanner, name)
        if scanner.next_sign():
            raise ValueError
        if problems := found.find_problems():
            told = [(one.field, one.problem, dict(one.values)) for one in problems[:MOST_PROBLEMS]]
            return {"tables": {}, "beside": {"format": FORMAT, "problems": told}}
        return found.write(out)


class _Document:
    """A document that is taken apart: its head, and where its evenings and the rows of its parts wait."""

    def __init__(self, waiting: IO[bytes]) -> None:
        self._waiting = waiting
        self._head: dict[str, Any] = {}
        self._evenings: list[tuple[int, int]] = []  # offset and size
        self._parts: dict[str, list[tuple[int, int]]] = {}  # table -> offset and size of each row
        self._problems: list[Problem] = []
        self._sheets: list[tuple[int, int, int]] = []  # n, place of the evening, place in it
        self._numbers: list[int] = []  # n of each evening

    def take(self, scanner: Scanner, name: str) -> None:
        """Consume the value of a key. Raises ValueError and NoJson."""
        if name in self._head:
            raise NoJson(say("The key “{key}” is in an object twice."), key=name)
        self._head[name] = None
        if name == "evenings" and scanner.next_sign() == "[":
            self._evenings = [self._wait(written) for written in _elements(scanner, LONGEST_EVENING)]
            del self._head[name]
        elif name in ("players", "rules") and scanner.next_sign() == "[":
            self._head[name] = [json.loads(written) for written in _elements(scanner, LONGEST_ROW)]
        elif name == "parts" and scanner.next_sign() == "{":
            self._head[name] = {}
            for part in take_names(scanner):
                self._head[name][part] = self._take_part(scanner, part)
        else:
            self._head[name], _ = scanner.take_value()
            check_depth(self._head[name])

    def _take_part(self, scanner: Scanner, part: str) -> Any:
        """Consume a part; return its unknown tables."""
        if part not in PARTS or scanner.next_sign() != "{":
            return scanner.take_value(LONGEST_EVENING)[0]
        rest: dict[str, Any] = {}
        for name in take_names(scanner):
            if name in PARTS[part] and scanner.next_sign() == "[" and name not in self._parts:
                self._parts[name] = [self._wait(written) for written in _elements(scanner, LONGEST_ROW)]
            else:
                rest[name], _ = scanner.take_value()
                if name != "version":
                    self._problems.append(Problem(f"/parts/{part}/{name}", say("There is no such table.")))
        version = rest.get("version")
        if type(version) is int and version > PART_VERSION:
            newer = say("A newer version of dokoclub wrote this file; this one must be updated first.")
            self._problems.append(Problem(f"/parts/{part}/version", newer))
        return {key: value for key, value in rest.items() if key == "version"}

    def _wait(self, written: str) -> tuple[int, int]:
        encoded = written.encode()
        self._waiting.write(encoded)
        return self._waiting.tell() - len(encoded), len(encoded)

    def _get(self, place: tuple[int, int]) -> Any:
        self._waiting.seek(place[0])
        return json.loads(self._waiting.read(place[1]))

    def _evening(self, place: int) -> Any:
        evening = self._get(self._evenings[place])
        return {"n": _NO_N + place, **evening} if isinstance(evening, dict) else evening

    def find_problems(self) -> list[Problem]:
        """List the first problems: those of the head, and then evening by evening."""
        check = PieceCheck(self._head)
        found = [*check.problems, *self._problems, *self._part_problems()]
        for place, at in enumerate(self._evenings):
            if len(found) >= MOST_PROBLEMS:
                return found
            evening = self._get(at)
            told = check.check_evening(evening, place)
            if not told and (undated := find_day_problem(evening, place)):
                told = [undated]
            if not told:
                self._numbers.append(evening.get("n", _NO_N + place))
                for within, sheet in enumerate(evening["sheets"]):
                    self._sheets.append((sheet.get("n", _NO_N + len(self._sheets)), place, within))
            found += told
        counts = Counter(place for _, place, _ in self._sheets)
        return found or check.check_scope([counts[place] for place in range(len(self._evenings))])

    def _part_problems(self) -> Iterator[Problem]:
        of = {table: part for part, tables in PARTS.items() for table in tables}
        for table, places in self._parts.items():
            for number, place in enumerate(places):
                row, pointer = self._get(place), f"/parts/{of[table]}/{table}/{number}"
                if not isinstance(row, dict):
                    yield Problem(pointer, say("This must be an object."))
                elif table in _SAYS_MORE and row.get(_SAYS_MORE[table]) not in self._named(_SAYS_MORE[table]):
                    yield Problem(f"{pointer}/{_SAYS_MORE[table]}", say("There is no such row."))

    @cache  # noqa: B019  # it lives as long as this process
    def _named(self, key: str) -> list[Any]:
        """Return every `n` of the players, rules or evenings."""
        if key == "evening":
            return [evening.get("n") for evening in map(self._get, self._evenings) if isinstance(evening, dict)]
        listed = self._head.get({"player": "players"}.get(key, key))
        return [one.get("n") for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []

    def write(self, out: IO[bytes]) -> dict[str, Any]:
        """Write a checked document as tables."""
        players = Numbers.of(player["n"] for player in self._head["players"])
        evenings, sheets = Numbers.of(self._numbers), Numbers.of(n for n, _, _ in self._sheets)
        small = {name: [self._get(at) for at in self._parts.get(name, ())] for name in SMALL}
        reader = TableReader(self._head, small, players, evenings)
        with ExitStack() as files:
            tables = _Tables(files)
            by_number = sorted(range(len(self._evenings)), key=lambda place: self._numbers[place])
            first = self._evening(0) if self._evenings else None
            tables.put(reader.read_head(first, self._last_rules()))
            for place in by_number:
                tables.put(reader.read_evening(self._evening(place)))
            known, evening = -1, first
            for n, place, within in sorted(self._sheets):
                if place != known:
                    known, evening = place, self._evening(place)
                assert evening is not None  # noqa: S101  # it has this sheet
                tables.put(reader.read_sheet(sheets.get(n), evening, evening["sheets"][within], within + 1))
            for table, places in self._parts.items():
                tables.put((table, self._get(at)) for at in places if table not in SMALL)
            written = tables.write(out)
        named = {"players": players, "evenings": evenings, "sheets": sheets}
        other = {name: {str(n): to for n, to in one.by_n.items()} for name, one in named.items() if not one.are_same}
        return {"tables": written, "beside": {"format": FORMAT, "version": PART_VERSION, "numbers": other}}

    def _last_rules(self) -> int | None:
        if not self._sheets:
            return None
        _, place, within = self._sheets[-1]
        rules: int = self._evening(place)["sheets"][within]["rules"]
        return rules


class _Tables:
    """Tables whose rows come in any order: each waits in a file of its own."""

    def __init__(self, files: ExitStack) -> None:
        self._files = files
        self._tables: dict[str, tuple[IO[bytes], list[int]]] = {}

    def put(self, rows: Iterable[tuple[str, Any]]) -> None:
        for table, row in rows:
            if table not in self._tables:
                self._tables[table] = self._files.enter_context(TemporaryFile()), [0]  # noqa: SIM115  # closed with the others
            file, count = self._tables[table]
            file.write(json.dumps(row).encode() + b"\n")
            count[0] += 1

    def write(self, out: IO[bytes]) -> dict[str, tuple[int, int]]:
        """Write one table after the other; return offset and number of rows of each."""
        written: dict[str, tuple[int, int]] = {}
        for table, (file, (count,)) in self._tables.items():
            if sum(number for _, number in written.values()) + count > MOST_ROWS:
                raise RefusedRow(say("More than {most} rows: split the file."), most=MOST_ROWS)
            written[table] = out.tell(), count
            file.seek(0)
            shutil.copyfileobj(file, out)
        return written


def _elements(scanner: Scanner, longest: int) -> Iterator[str]:
    """Consume a list and yield its elements as they were written."""
    scanner.take_sign("[")
    if scanner.next_sign() == "]":
        scanner.take_sign("]")
        return
    while True:
        value, written = scanner.take_value(longest)
        check_depth(value)
        yield written
        if scanner.take_sign(",", "]") == "]":
            return
