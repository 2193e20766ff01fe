"""Django's `manage.py migrate`, which also refuses a newer database and gives advice if a step fails."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from dokoclub.operations.copies import BackupRefused
from dokoclub.operations.startup import advise_older_version, refuse_newer_database


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        try:
            refuse_newer_database()
        except BackupRefused as refused:
            raise CommandError(str(refused)) from refused
        before = list_steps()
        try:
            super().handle(*args, **options)
        except CommandError:
            raise
        except Exception as wrong:
            left = list_steps()
            raise CommandError(
                f"The migration {left[0] if left else ''} failed: {wrong}. Of this upgrade {len(before) - len(left)} "
                "migrations are done and stay, so the version from before refuses the database as well. "
                f"{advise_older_version()}"
            ) from wrong


def list_steps() -> list[str]:
    """List the pending migrations in order. Each is applied completely or not at all."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{step.app_label}.{step.name}" for step, _backwards in plan]
