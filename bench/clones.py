"""Evenings by the thousand in seconds, as copies of some that the services have written.
The database copies them with all dependent rows. It knows the tables by their references, so that a new one is
included automatically.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models

from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment

Model: TypeAlias = type[models.Model]
Marks: TypeAlias = dict[Model, int]  # the highest key of each table

NEW_UUID = {"sqlite": "lower(hex(randomblob(16)))", "postgresql": "gen_random_uuid()"}
NUMBERS = "WITH RECURSIVE copies(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM copies WHERE k < %s)"


def mark_tables() -> Marks:
    """Return the highest keys; call it before the evenings to copy are written."""
    return {model: _highest(model) for model in _tables()}


def clone_evenings(since: Marks, copies: int) -> None:
    """Copy every evening written after `since` so many times: one statement per table, in the order of references."""
    spans = {model: _highest(model) - low for model, low in since.items()}
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for model, low in since.items():
            if spans[model]:
                cursor.execute(_statement(model, low, spans), [copies, low, low + spans[model]])
        for statement in connection.ops.sequence_reset_sql(no_style(), list(since)):
            cursor.execute(statement)


def _tables() -> list[Model]:
    """Return evenings, payments and all tables that refer to them, directly or not.
    Each comes after those that it refers to.
    """
    found: list[Model] = [Evening, Payment]
    candidates = [model for model in apps.get_models(include_auto_created=True) if not _is_history(model)]
    while new := [model for model in candidates if model not in found and {*_targets(model)} & {*found}]:
        found += new
    return list(_in_order(found))


def _in_order(tables: Iterable[Model]) -> Iterator[Model]:
    waiting = list(tables)
    while waiting:
        ready = [model for model in waiting if not ({*_targets(model)} & {*waiting}) - {model}]
        assert ready, "these tables refer to each other in a circle"
        yield from ready
        waiting = [model for model in waiting if model not in ready]


def _targets(model: Model) -> Iterator[Any]:
    return (field.related_model for field in model._meta.concrete_fields if field.related_model)


def _is_history(model: Model) -> bool:
    return any(field.name == "history_id" for field in model._meta.concrete_fields)


def _highest(model: Model) -> int:
    return model._base_manager.order_by().aggregate(most=models.Max("pk"))["most"] or 0


def _statement(model: Model, low: int, spans: Marks) -> str:
    fields: list[Any] = list(model._meta.concrete_fields)
    names = ", ".join(_quoted(field.column) for field in fields)
    values = ", ".join(_value_of_copy(field, spans) for field in fields)
    key = next(_quoted(field.column) for field in fields if field.primary_key)
    table = _quoted(model._meta.db_table)
    return (
        f"{NUMBERS} INSERT INTO {table} ({names}) SELECT {values} FROM {table}, copies "  # noqa: S608
        f"WHERE {key} > %s AND {key} <= %s"
    )


def _value_of_copy(field: Any, spans: Marks) -> str:
    column = _quoted(field.column)
    table = field.model if field.primary_key else field.related_model
    if table in spans:
        return f"{column} + copies.k * {spans[table]}"
    return NEW_UUID[connection.vendor] if isinstance(field, models.UUIDField) else column


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
