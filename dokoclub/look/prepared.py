"""A query for one row that most requests ask: put into SQL once, which takes Django longer than the database to answer.

Otherwise it is a query as any other: what comes back are models, with what `select_related` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import connection
from django.db.models import Model, QuerySet, query

Row = TypeVar("Row", bound=Model)

_MARK: Final = 2**40  # a number that no query names; it and those behind stand where values go
_BEHIND: Final = 2**63  # no row has such a number, and SQLite cannot be asked for it
_POPULATORS: Final[Any] = query.get_related_populators  # of Django's own, which may change; a test would say so


class _Words(NamedTuple):
    """The SQL, and how a row of its answer becomes a model."""

    sql: str
    parameters: Sequence[Any]  # with marks among them
    model: Any
    attributes: Sequence[str]
    converters: Mapping[int, Any]  # by column
    related: Sequence[Any]


class Prepared(Generic[Row]):
    """`build` makes the query from whole numbers alone, and looks at none of them."""

    def __init__(self, build: Callable[..., QuerySet[Row]]) -> None:
        self._build = build
        self._words: _Words | None = None

    def first(self, *values: int) -> Row | None:
        """The row, or None where there is none. One query."""
        if max(values) >= _BEHIND:
            return None
        words = self._words or self._put_into_words(len(values))
        parameters = [values[place - _MARK] if _is_mark(place) else place for place in words.parameters]
        with connection.cursor() as cursor:
            cursor.execute(words.sql, parameters)
            found = cursor.fetchone()
        return _make(words, [*found]) if found else None

    def _put_into_words(self, values: int) -> _Words:
        asked: Any = self._build(*range(_MARK, _MARK + values)).order_by()[:1].query
        compiler = asked.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        columns = [column for column, _, _ in compiler.select]
        told = compiler.klass_info
        words = self._words = _Words(
            sql,
            parameters,
            told["model"],
            [columns[place].target.attname for place in told["select_fields"]],
            compiler.get_converters(columns),
            _POPULATORS(told, compiler.select, connection.alias),
        )
        return words


def _is_mark(parameter: object) -> bool:
    return isinstance(parameter, int) and parameter >= _MARK


def _make(words: _Words, row: list[Any]) -> Any:
    for place, (converters, column) in words.converters.items():
        for convert in converters:
            row[place] = convert(row[place], column, connection)
    made = words.model.from_db(connection.alias, words.attributes, row[: len(words.attributes)])
    for populator in words.related:
        populator.populate(row, made)
    return made
