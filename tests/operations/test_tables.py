"""A new install gets its tables at once: are they those that the migrations make?"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from dokoclub.clubs.services.version_triggers import NAMED
from dokoclub.operations.schema import create_tables

pytestmark = pytest.mark.django_db

# Of groups, which nobody has here: migrations of Django make its key wider than its models do. Nothing refers to it.
UNLIKE = ("auth_group_permissions", "id")
CACHE = "shared_cache"  # made by `createcachetable`, which another test may have asked for

Shape: TypeAlias = dict[str, tuple[dict[str, Any], dict[str, Any]]]


@pytest.fixture
def migrated() -> Shape:
    """The database of the tests, which its migrations made."""
    return shape_of(connections["default"])


@pytest.fixture
def empty(migrated: Shape, tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """A database without tables: another file, or another schema of the database of the tests."""
    if connection.vendor == "sqlite":
        with closing(connections["default"].copy("new")) as other:
            other.settings_dict["NAME"] = str(tmp_path / "new.sqlite3")
            connections["new"] = other
            yield other
            del connections["new"]
        return
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA anew")
        cursor.execute("SET LOCAL search_path TO anew")  # until the end of the test, which is one transaction
    yield connections["default"]


def shape_of(database: BaseDatabaseWrapper) -> Shape:
    """Columns and constraints by table; the order of columns is nobody's business."""
    found, look = {}, database.introspection
    with database.cursor() as cursor:
        for table in {*look.table_names(cursor)} - {CACHE}:
            described = look.get_table_description(cursor, table)
            columns = {column.name: column[1:] for column in described if (table, column.name) != UNLIKE}
            found[table] = (columns, dict(unnamed(look.get_constraints(cursor, table))))
    return found


def unnamed(constraints: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """SQLite numbers those without a name in the order of the columns."""
    for name, told in constraints.items():
        if name.startswith(NAMED):
            continue  # a trigger, which PostgreSQL tells beside constraints: they are made at the end of `migrate`
        columns = tuple(told["columns"] or ())
        yield (
            (f"of {columns}" if name.startswith(("__unnamed", "fk_", "sqlite_autoindex", "__primary")) else name),
            told,
        )


def test_it_has_what_the_migrations_make_and_none_is_left_to_do(migrated: Shape, empty: BaseDatabaseWrapper) -> None:
    assert create_tables(empty)

    made = shape_of(empty)
    assert made.keys() == migrated.keys()
    assert {table: shape for table, shape in made.items() if shape != migrated[table]} == {}
    executor = MigrationExecutor(empty)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def test_a_database_with_tables_is_left_alone() -> None:
    assert not create_tables(connections["default"])
