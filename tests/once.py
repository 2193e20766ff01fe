"""What many tests begin with, made once a session: making the people takes longer than most tests.

Kept are the rows that were written; each test that asks for them finds them in the database as if it had made them.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, NamedTuple, TypeVar

from django.apps import apps
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from dokoclub.clubs.models import ClubVersion, MonthVersion

Made = TypeVar("Made")
Rows = dict[Any, tuple[Any, ...]]  # by primary key


class Written(NamedTuple):
    """Rows of one table."""

    clear: str  # statement that takes one away
    old: list[tuple[Any]]  # primary keys of rows that were there and look different now
    insert: str
    new: list[tuple[Any, ...]]


class Once(Generic[Made]):
    """Something with rows in the database, which are made at once and taken back.

    Whatever it is made of must be there, and again each time when it is laid out.
    """

    def __init__(self, make: Callable[[], Made]) -> None:
        with transaction.atomic():
            before = _rows()
            self.kept = pickle.dumps(make())
            self.written = list(_differences(before, _rows()))
            transaction.set_rollback(True)

    def anew(self) -> Made:
        """As it was when it was made: whatever a test does to it, the next one does not see. Writes its rows."""
        with transaction.atomic(), connection.cursor() as cursor:
            for table in self.written:
                if table.old:
                    cursor.executemany(table.clear, table.old)
                cursor.executemany(table.insert, table.new)
        made: Made = pickle.loads(self.kept)  # noqa: S301  # our own
        return made


def _rows() -> dict[str, Rows]:
    """The whole database by table."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            options: Any = model._meta
            if (
                options.managed and not options.proxy and model not in (ClubVersion, MonthVersion)
            ):  # the database writes these itself
                names = ", ".join(connection.ops.quote_name(field.column) for field in options.concrete_fields)
                place = [field.column for field in options.concrete_fields].index(options.pk.column)
                cursor.execute(f"SELECT {names} FROM {connection.ops.quote_name(options.db_table)}")  # noqa: S608
                found[options.label] = {row[place]: tuple(row) for row in cursor.fetchall()}
    return found


def _differences(before: dict[str, Rows], after: dict[str, Rows]) -> Iterator[Written]:
    for model in apps.get_models(include_auto_created=True):
        label = model._meta.label
        known = before.get(label, {})
        new = {key: row for key, row in after.get(label, {}).items() if known.get(key) != row}
        assert known.keys() <= after.get(label, {}).keys(), f"rows of {label} are gone"
        if new:
            yield _written(model._meta, [key for key in new if key in known], list(new.values()))


def _written(options: Any, old: list[Any], new: list[tuple[Any, ...]]) -> Written:
    quoted = connection.ops.quote_name
    names = [quoted(field.column) for field in options.concrete_fields]
    gaps = ", ".join(["%s"] * len(names))
    return Written(
        clear=f"DELETE FROM {quoted(options.db_table)} WHERE {quoted(options.pk.column)} = %s",  # noqa: S608
        old=[(key,) for key in old],
        insert=f"INSERT INTO {quoted(options.db_table)} ({', '.join(names)}) VALUES ({gaps})",  # noqa: S608
        new=new,
    )


@contextmanager
def taken_back(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is written inside is gone afterwards: for what the tests of one module share."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
