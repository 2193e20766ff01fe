"""A database as a released version left it, with everything in it, on either engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from dokoclub.operations import postgres
from tests.released.stored import Release

THEN: Final = "then"  # alias of the file that the release wrote


@contextmanager
def led_to(name: str) -> Iterator[None]:
    """The connection leads to another database for a while."""
    usual = connection.settings_dict["NAME"]
    lead_to(name)
    try:
        yield
    finally:
        lead_to(usual)


def lead_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
    ContentType.objects.clear_cache()  # its ids belong to one database


@contextmanager
def filled_database(release: Release, folder: Path) -> Iterator[None]:
    """The connection leads to what the release had; on PostgreSQL its tables are made and filled with its rows."""
    file = folder / f"{release.commit}.sqlite3"
    file.write_bytes(release.backup)
    if connection.vendor == "sqlite":
        with led_to(str(file)):
            yield
    else:
        with empty_database(folder):
            copy_rows(file)
            yield


@contextmanager
def empty_database(folder: Path) -> Iterator[None]:
    """The connection leads to a new one, which is gone afterwards."""
    if connection.vendor == "sqlite":
        with led_to(str(folder / "empty.sqlite3")):
            yield
    else:
        with postgres.lend_scratch(folder, "released") as scratch, led_to(scratch):
            yield


def copy_rows(file: Path) -> None:
    """Through the models as they were then, each row with its id."""
    connections.databases[THEN] = connection.settings_dict | {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {},
    }
    try:
        executor = MigrationExecutor(connection)
        applied = MigrationRecorder(connections[THEN]).applied_migrations().keys()
        steps = executor.loader.graph.node_map
        last = [key for key in applied if not {child.key for child in steps[key].children} & applied]
        executor.migrate(last)
        models = executor.loader.project_state(last).apps.get_models(include_auto_created=True)
        with transaction.atomic():  # in which rows may come before those that they refer to
            for model in models:
                copy_table(model)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), models):
                cursor.execute(statement)
    finally:
        connections[THEN].close()
        del connections[THEN]
        del connections.databases[THEN]


def copy_table(model: Any) -> None:
    rows = [*model._base_manager.using(THEN).all()]
    model._base_manager.using("default").bulk_create(rows, batch_size=500)
