"""Bytes of a file to JSON values: strict, with one problem if they are no document. docs/format.md."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Final, TypeAlias

from scoring.terms import Problem, say

Json: TypeAlias = dict[str, Any]
Pointer: TypeAlias = tuple[str | int, ...]

DEEPEST: Final = 60  # nested lists and objects; a document needs 14
LARGEST: Final = 256 * 1024 * 1024  # bytes, unpacked
MOST_DIGITS: Final = 15  # of a whole number, so that every program reads the same
_BOM: Final = b"\xef\xbb\xbf"
_GZIP: Final = b"\x1f\x8b"
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F]")


class NoJson(Exception):
    """The bytes are no strict JSON; `problem` says why."""

    def __init__(self, problem: str, **values: object) -> None:
        super().__init__(problem)
        self.problem = Problem("", problem, values)


def unpack_bytes(content: bytes) -> bytes:
    """Unpack gzip, up to LARGEST bytes. Raises NoJson."""
    if not content.startswith(_GZIP):
        return content
    unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        unpacked = unpacker.decompress(content, LARGEST)
    except zlib.error:
        raise NoJson(say("This gzip file is damaged.")) from None
    if unpacker.unconsumed_tail:
        raise NoJson(say("This file is too large."))
    if not unpacker.eof:
        raise NoJson(say("This gzip file is damaged."))
    return unpacked


def decode_text(content: bytes) -> str:
    """Decode UTF-8 and skip a byte order mark. Raises NoJson."""
    try:
        return content.removeprefix(_BOM).decode()
    except UnicodeDecodeError as error:
        raise NoJson(say("This file is not UTF-8, from byte {byte} on."), byte=error.start) from None


def parse_text(text: str) -> Any:
    """Return the JSON value of a text: no key twice, no fractions, no deep nesting. Raises NoJson."""
    try:
        value = STRICT.decode(text)
    except json.JSONDecodeError as error:
        values = {"line": error.lineno, "column": error.colno}
        raise NoJson(say("This is no JSON, at line {line}, column {column}."), **values) from None
    except RecursionError:
        raise NoJson(say("This is nested too deeply.")) from None
    check_depth(value)
    if _HALF.search(text):
        _check_halves(value)
    return value


def write_pointer(path: Iterable[str | int]) -> str:
    """Return the JSON pointer of a path, as in RFC 6901."""
    return "".join(["/" + str(step).replace("~", "~0").replace("/", "~1") for step in path])


def check_depth(value: Any) -> None:
    """Raise NoJson if lists and objects are nested too deeply."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [inner for outer in level for inner in _inner(outer) if isinstance(inner, (dict, list))]
        if not level:
            return
    raise NoJson(say("This is nested too deeply."))


def _inner(outer: Any) -> Iterable[Any]:
    return outer.values() if isinstance(outer, dict) else outer if isinstance(outer, list) else ()


def _check_halves(value: Any) -> None:
    r"""Refuse halves of characters, such as "\ud800" alone, which no file can hold."""
    for text in _texts(value):
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NoJson(say("A text in it holds half a character.")) from None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
    for inner in _inner(value):
        yield from _texts(inner)


def _unique_keys(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise NoJson(say("The key “{key}” is in an object twice."), key=key[:40])
            seen.add(key)
    return found


def _read_whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS + 1:
        raise NoJson(say("The number {number}… has too many digits."), number=digits[:20])
    return int(digits)


def _refuse_fraction(number: str) -> object:
    raise NoJson(say("There are no fractions and no exponents: {number}."), number=number[:20])


def _refuse_constant(word: str) -> object:
    raise NoJson(say("{word} is no JSON."), word=word)


STRICT: Final = json.JSONDecoder(
    object_pairs_hook=_unique_keys, parse_int=_read_whole, parse_float=_refuse_fraction, parse_constant=_refuse_constant
)
