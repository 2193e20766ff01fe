"""Copies of the club that `bench.sizes.template` built.
They are its rows in the format of PostgreSQL's COPY, with other keys.
Every number of SPAN or more is a key of the table that it names, so that keys inside of JSON are moved, too; UUIDs and
the hashes of tokens count on from copy to copy. Triggers and constraints are off meanwhile: the rows were checked once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import connection

from bench.sizes.template import SPAN, Model, has_wide_key, list_tables, sequences_of

HEX: Final = r"[0-9a-f]"
MARK: Final = re.compile(
    rf"(\b{HEX}{{8}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{4}}-{HEX}{{12}}\b|\b{HEX}{{64}}\b|\b\d{{11,13}}\b)"
)


class Rows(NamedTuple):
    """The rows of one table: a text with gaps, and for each gap a function that returns the value in a copy."""

    target: str  # a table with its columns
    text: str
    gaps: list[Gap]

    def copy(self, number: int) -> str:
        return self.text % tuple(gap(number) for gap in self.gaps)


Gap = Callable[[int], object]


def read_strides() -> dict[int, int]:
    """Return how many keys a copy has, by the place of a table. Call it before there are copies."""
    return {place + 1: _stride(model) for place, model in enumerate(list_tables())}


def read_club() -> list[Rows]:
    """Return the rows of every table that has any."""
    strides = read_strides()
    told = ((model, "".join(_tell(model))) for model in list_tables())
    return [take_apart(f"{model._meta.db_table} ({_columns(model)})", text, strides) for model, text in told if text]


def write_copies(rows: list[Rows], copies: range) -> None:
    """Write the copies. `copies`: their numbers, from 1. `count_on` moves the sequences."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for each in rows:
            with cursor.cursor.copy(f"COPY {each.target} FROM STDIN") as copy:
                for number in copies:
                    copy.write(each.copy(number))
        cursor.execute("SET session_replication_role = DEFAULT")


def count_on() -> None:
    """Let sequences begin after all copies, and let the planner learn the sizes of the tables."""
    with connection.cursor() as cursor:
        for model in list_tables():
            table, key = model._meta.db_table, model._meta.pk
            assert key
            for sequence in sequences_of(model):
                cursor.execute(f"SELECT setval('{sequence}', GREATEST(max({key.column}), 1)) FROM {table}")  # noqa: S608
        cursor.execute("VACUUM ANALYZE")


def move_number(key: int, number: int, strides: dict[int, int]) -> int:
    """Return the key of the same row in copy `number`; `strides`: how many keys each table has in a copy."""
    return key + number * strides[key // SPAN]


def move_named(found: Mapping[str, Any], number: int, strides: dict[int, int]) -> dict[str, Any]:
    """Return the address parameters for another copy; in lists, too."""
    return {name: _move_value(value, number, strides) for name, value in found.items()}


def _move_value(value: Any, number: int, strides: dict[int, int]) -> Any:
    match value:
        case int() if value >= SPAN:
            return move_number(value, number, strides)
        case str() if value.isdecimal() and int(value) >= SPAN:
            return str(move_number(int(value), number, strides))
        case UUID():
            return UUID(str(count_hex(str(value))(number)))
        case list():
            return [_move_value(one, number, strides) for one in value]
    return value


def move(key: int, strides: dict[int, int]) -> Gap:
    return lambda number: move_number(key, number, strides)


def count_hex(word: str) -> Gap:
    """Return a gap with another value in each copy, the same at every place in that copy."""
    digits, begin = word.replace("-", ""), int(word.replace("-", "")[:8], 16)
    rest = word[8:]
    assert len(digits) in (32, 64)
    return lambda number: f"{begin ^ number:08x}{rest}"


def take_apart(target: str, text: str, strides: dict[int, int]) -> Rows:
    pieces = MARK.split(text)
    gaps = [move(int(mark), strides) if mark.isdigit() and len(mark) < 14 else count_hex(mark) for mark in pieces[1::2]]
    return Rows(target, "%s".join(piece.replace("%", "%%") for piece in pieces[::2]), gaps)


def _columns(model: Model) -> str:
    """Return all columns except a narrow key, which the table counts by itself."""
    fields = model._meta.concrete_fields
    return ", ".join(f'"{field.column}"' for field in fields if field.get_internal_type() != "AutoField")


def _tell(model: Model) -> Iterator[str]:
    """Yield rows of the template alone: their keys are beyond SPAN.
    All rows with narrow keys belong to it, because the table was empty before.
    """
    key = model._meta.pk
    assert key
    if key.get_internal_type() in ("CharField", "UUIDField"):
        return
    own = "" if key.get_internal_type() == "AutoField" else f"WHERE {key.column} > {SPAN}"
    with connection.cursor() as cursor:
        select = f"SELECT {_columns(model)} FROM {model._meta.db_table} {own} ORDER BY {key.column}"  # noqa: S608
        with cursor.cursor.copy(f"COPY ({select}) TO STDOUT") as copy:
            yield from (bytes(piece).decode() for piece in copy)


def _stride(model: Model) -> int:
    """Return the number of keys. Those of the template are consecutive, after SPAN times its place."""
    if not has_wide_key(model):
        return 0
    key = model._meta.pk
    assert key
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(max({key.column}), 0) % {SPAN} FROM {model._meta.db_table}")  # noqa: S608
        return int(cursor.fetchone()[0])
