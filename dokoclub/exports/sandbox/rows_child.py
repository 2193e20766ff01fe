"""Child process: takes a large JSON object of lists apart into rows, reading them one by one.

In: `{"name": value, "table": [{…}, …], …}`. Out: each row on a line; then a line with the offset and the number of
rows of each table; then, in twenty digits, the offset of that line. The whole object is never in memory.
"""

import codecs
import gzip
import json
import re
import sys
import zlib
from collections.abc import Iterator
from json.decoder import JSONDecoder
from math import isfinite
from typing import IO, Any, Final, NoReturn

from dokoclub.exports.sandbox.process import run_limited
from scoring.format.parsing import STRICT, NoJson
from scoring.terms import say

MOST_ROWS: Final = 500_000
MOST_NAMES: Final = 100  # of tables and other top-level values
LONGEST_ROW: Final = 256 * 1024  # characters
LONGER: Final = 4  # times the usual time: a document of 200,000 games takes three
DEEPEST: Final = 40  # nesting of lists; the site writes five levels
_AT_ONCE: Final = 1024 * 1024  # bytes
_BEGIN: Final = 64 * 1024  # bytes in which a document names its format
_NAMED: Final = re.compile(r'"format"\s*:\s*"doko-zettel"')
_BLANKS: Final = re.compile(r"[ \t\n\r]*")
_OPENING: Final = re.compile(r"[\[{]")
_PERHAPS_UNPRINTABLE: Final = re.compile(r"\\u(?:0000|[dD][89a-fA-F])|[0-9]{16}")  # needs a look at each value
_LARGEST: Final = 2**63  # the limit of database columns


class RefusedRow(Exception):
    """A refused row: `text` about the row `number` of `table`."""

    def __init__(self, text: str, table: str = "", number: int | None = None, **values: int) -> None:
        super().__init__(text, table, number, values)


class Scanner:
    """Reads one value after the other from a stream, and reads on only when needed."""

    def __init__(self, source: IO[bytes]) -> None:
        first = source.read(4)
        self._source, self._rest = source, first
        self._decoder = codecs.getincrementaldecoder(json.detect_encoding(first))()
        self._text, self._at, self._is_all = "", 0, False
        self._values = JSONDecoder(parse_constant=_refuse_number, parse_float=_finite)

    def next_sign(self) -> str:
        """Return the next non-blank character without consuming it; empty at the end."""
        while True:
            self._at = _BLANKS.match(self._text, self._at).end()  # type: ignore[union-attr]  # matches anything
            if self._at < len(self._text) or not self._fill():
                return self._text[self._at : self._at + 1]

    def take_sign(self, *wanted: str) -> str:
        """Consume the next non-blank character. Raises ValueError if it is not one of these."""
        sign = self.next_sign()
        if sign not in wanted:
            raise ValueError(sign)
        self._at += 1
        return sign

    def be_strict(self) -> None:
        """Read as the open format wants it from now on: no key twice in an object, no fractions."""
        self._values = STRICT

    def take_value(self, longest: int = LONGEST_ROW) -> tuple[Any, str]:
        """Consume the next value; return it with its source text. Raises ValueError if it is invalid or too long."""
        self.next_sign()
        while len(self._text) - self._at <= longest and self._fill():
            pass
        value, end = self._values.raw_decode(self._text, self._at)
        written = self._text[self._at : end]
        if len(written) > longest or (_PERHAPS_UNPRINTABLE.search(written) and not _can_be_stored(value)):
            raise ValueError
        self._at = end
        return value, written

    def _fill(self) -> bool:
        """Read on; return False at the end."""
        if self._is_all:
            return False
        read = self._source.read(_AT_ONCE)
        self._text = self._text[self._at :] + self._decoder.decode(self._rest + read, final=not read)
        self._at, self._rest, self._is_all = 0, b"", not read
        return not self._is_all


def _refuse_number(text: str) -> object:
    """Refuse NaN and Infinity, which Python reads and JSON does not allow."""
    raise ValueError(text)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _can_be_stored(value: Any) -> bool:
    """Return True if a database can store all texts, numbers and keys: no lone surrogate, no NUL."""
    inside = [value]
    while inside:
        one = inside.pop()
        if isinstance(one, dict):
            inside += [*one, *one.values()]
        elif isinstance(one, list):
            inside += one
        elif isinstance(one, str):
            if "\0" in one or not _is_encodable(one):
                return False
        elif isinstance(one, int) and not -_LARGEST <= one < _LARGEST:
            return False
    return True


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_given() -> None:
    out = sys.stdout.buffer
    found = read_file(sys.stdin.buffer, out)
    at = out.tell()
    out.write(json.dumps(found).encode() + b"\n")
    out.write(b"%020d" % at)
    out.flush()


def read_file(given: IO[bytes], out: IO[bytes]) -> dict[str, Any]:
    """Write the rows of a file to `out`; return where its tables are, or why it is refused."""
    try:
        source = _unpacked(given)
        if is_document(source):
            from dokoclub.exports.sandbox.document import take_document  # it needs this module

            return take_document(Scanner(source), out)
        return _take_apart(Scanner(source), out)
    except NoJson as wrong:
        return {"refused": [wrong.problem.problem, "", None, wrong.problem.values]}
    except RefusedRow as refused:
        return {"refused": refused.args}
    except (ValueError, RecursionError, EOFError, gzip.BadGzipFile, zlib.error):
        return {"refused": [say("Choose a JSON file."), "", None, {}]}


def _unpacked(source: Any) -> Any:
    """Return the file, unpacked if it is gzipped."""
    begin = source.read(2)
    source.seek(0)
    return gzip.open(source) if begin == b"\x1f\x8b" else source


def is_document(source: Any) -> bool:
    """Return whether the beginning says that this is a document of the open format; go back to it."""
    begin = source.read(_BEGIN)
    source.seek(0)
    return bool(_NAMED.search(begin.decode(json.detect_encoding(begin[:4]), "ignore")))


def _take_apart(scanner: Scanner, out: IO[bytes]) -> dict[str, Any]:
    tables: dict[str, tuple[int, int]] = {}
    beside: dict[str, Any] = {}
    rows = 0
    for name in take_names(scanner):
        if scanner.next_sign() != "[":
            beside[name] = _whole(scanner)
            continue
        at, before = out.tell(), rows
        for written in _rows(scanner, name):
            rows += 1
            if rows > MOST_ROWS:
                raise RefusedRow(say("More than {most} rows: split the file."), most=MOST_ROWS)
            out.write(written.encode() + b"\n")
        tables[name] = at, rows - before
        if len(tables) + len(beside) > MOST_NAMES:
            raise RefusedRow(say("There is no such table."), name)
    if scanner.next_sign():
        raise ValueError
    return {"tables": tables, "beside": beside}


def take_names(scanner: Scanner) -> Iterator[str]:
    """Yield the names of an object; the caller must consume each value before the next name."""
    scanner.take_sign("{")
    if scanner.next_sign() == "}":
        scanner.take_sign("}")
        return
    while True:
        name, _ = scanner.take_value()
        if not isinstance(name, str):
            raise ValueError
        scanner.take_sign(":")
        yield name[:40]
        if scanner.take_sign(",", "}") == "}":
            return


def _rows(scanner: Scanner, table: str) -> Iterator[str]:
    scanner.take_sign("[")
    if scanner.next_sign() == "]":
        scanner.take_sign("]")
        return
    number = 0
    while True:
        number += 1
        yield _row(scanner, table, number)
        if scanner.take_sign(",", "]") == "]":
            return


def _row(scanner: Scanner, table: str, number: int) -> str:
    """Return a row as it was written, on one line."""
    try:
        value, written = scanner.take_value()
    except RecursionError:
        _refuse_depth(table, number)
    except ValueError:
        raise RefusedRow(
            say("This is not JSON that can be stored, or has more than {most} characters."),
            table,
            number,
            most=LONGEST_ROW,
        ) from None
    if not isinstance(value, dict):
        raise RefusedRow(say("This must be a list of rows."), table)
    if len(_OPENING.findall(written)) > DEEPEST and _depth(value) > DEEPEST:
        _refuse_depth(table, number)
    return json.dumps(value) if "\n" in written or "\r" in written else written


def _whole(scanner: Scanner) -> Any:
    """Return a top-level value that is not a table; None unless it is small."""
    value, _ = scanner.take_value()
    return value if isinstance(value, (int, str)) and len(str(value)) < 1000 else None


def _depth(value: Any) -> int:
    """Return the nesting depth of lists and objects. Without recursion."""
    deep, inside = 0, [value]
    while inside:
        deep += 1
        inside = [
            inner
            for outer in inside
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, (dict, list))
        ]
    return deep


def _refuse_depth(table: str, number: int) -> NoReturn:
    raise RefusedRow(say("More than {most} lists lie in each other."), table, number, most=DEEPEST) from None


if __name__ == "__main__":
    from dokoclub.exports.sandbox import rows_child  # not this one: others import that

    run_limited(rows_child.read_given, LONGER)
