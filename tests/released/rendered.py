"""The models between two operations of a migration, worked out once for all databases that are led through it.

They are the same each time, and Django spends nine tenths of a migration on making them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.state import ProjectState

States = dict[
    tuple[str, str], list[ProjectState]
]  # by app and name of a migration: before it, and after each operation


@contextmanager
def rendered_once(known: States | None = None) -> Iterator[None]:
    """Every database is migrated in the one order of all migrations, so what comes before one of them is the same.

    `known` is kept for the next time; give databases that begin differently one each.
    """
    known = {} if known is None else known

    def apply(
        migration: Migration, before: ProjectState, editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        assert editor.atomic_migration
        assert not collect_sql
        key = migration.app_label, migration.name
        if key not in known:
            known[key] = list(work_out(migration, before))
        states = known[key]
        for operation, (old, new) in zip(migration.operations, pairwise(states), strict=True):
            operation.database_forwards(migration.app_label, editor, old, new)
        return states[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Migration, "apply", apply)
        yield


def work_out(migration: Migration, state: ProjectState) -> Iterator[ProjectState]:
    yield state
    for operation in migration.operations:
        state = state.clone()
        operation.state_forwards(migration.app_label, state)
        yield state
