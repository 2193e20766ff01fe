"""The tables of a new install, made as the models are now; the migrations tell how older ones get there."""

from __future__ import annotations

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model


def create_tables(connection: BaseDatabaseWrapper) -> bool:
    """All of them at once, or none, with every migration noted as applied; whether the database was empty.

    Migrating from nothing makes and remakes the same tables for seconds. `migrate` afterwards does what is left.
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
