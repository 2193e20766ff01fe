"""Migrations applied to a database, compared with those of this version; and fast creation of all tables."""

from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cache
from typing import Final

from django.apps import apps
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model

from dokoclub.operations.copies import BackupRefused

Migrations = AbstractSet[tuple[str, str]]  # app and name
NAMED: Final = 3  # number of unknown ones in a message
FORMER_APPS: Final[frozenset[str]] = frozenset()  # add an app here when it is removed: its migrations stay recorded


@cache
def known_migrations() -> Migrations:
    """Return the migrations of this version; they do not change while it runs."""
    return frozenset(MigrationLoader(None).disk_migrations)


def applied_migrations() -> Migrations:
    """Return the applied migrations. Two queries."""
    return MigrationRecorder(connection).applied_migrations().keys()


def unknown_migrations(applied: Migrations) -> list[str]:
    """List migrations that only a newer version can have applied, including those of unknown apps."""
    return sorted(f"{app}.{name}" for app, name in applied - known_migrations() if app not in FORMER_APPS)


def refuse_newer(applied: Migrations, what: str, advice: str = "") -> None:
    """Raise BackupRefused if `what` is of a newer version: this one would misread and damage it."""
    unknown = unknown_migrations(applied)
    if unknown:
        named = ", ".join(unknown[:NAMED]) + (f" and {len(unknown) - NAMED} more" if len(unknown) > NAMED else "")
        raise BackupRefused(f"{what} was written by a newer version; this one does not know {named}. {advice}".strip())


def create_tables(connection: BaseDatabaseWrapper) -> bool:
    """Create all tables or none, recording every migration as applied; return True if the database was empty.

    Migrating from scratch creates and changes the same tables for seconds. `migrate` does the rest afterwards.
    """
    if connection.introspection.table_names():
        return False
    recorder = MigrationRecorder(connection)
    with connection.schema_editor() as editor:
        models: list[type[Model]] = [*apps.get_models(), recorder.Migration]
        for model in models:
            if model._meta.can_migrate(connection):
                editor.create_model(model)
        for app, name in MigrationLoader(connection, ignore_no_migrations=True).graph.nodes:
            recorder.migration_qs.create(app=app, name=name)
    return True


# A row that exists in every install, and that nothing else writes.
TOUCH: Final = "UPDATE django_migrations SET name = name WHERE id = (SELECT min(id) FROM django_migrations)"

# SQLite skips writes without a change; changing a value and back in one transaction is written.
THERE_AND_BACK: Final = (
    "UPDATE django_migrations SET name = upper(name) WHERE id = (SELECT min(id) FROM django_migrations)",
    "UPDATE django_migrations SET name = lower(name) WHERE id = (SELECT min(id) FROM django_migrations)",
)

# True if there ever was an account besides those of the demo club.
SOMEBODY: Final = "SELECT 1 FROM accounts_account WHERE username NOT LIKE '*demo%' LIMIT 1"


class Written(Enum):
    """The result of a write probe."""

    YES = "yes"
    NO = "no"
    BUSY = "busy"  # somebody else was writing
