import fcntl
import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


def take_turns(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Make transactions of a new connection begin one after the other. Receives the signal of a new connection."""
    if connection.vendor == "sqlite" and _begin_in_turn not in connection.execute_wrappers:
        connection.execute_wrappers.append(_begin_in_turn)


def _begin_in_turn(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Let one writer at a time wait in SQLite; the system grants the lock in order of requests."""
    connection = context["connection"]
    with ExitStack() as held:
        if sql.startswith("BEGIN") and not connection.is_in_memory_db():
            with suppress(OSError):  # the folder may be read-only
                file = os.open(f"{connection.settings_dict['NAME']}-turn", os.O_RDWR | os.O_CREAT, 0o600)
                held.callback(os.close, file)
                fcntl.flock(file, fcntl.LOCK_EX)
        return execute(sql, params, many, context)


class Wiring(AppConfig):
    """The last of the apps, which connects the others."""

    name = "dokoclub"

    def ready(self) -> None:
        from dokoclub import wiring  # noqa: F401  # when all models are there

        connection_created.connect(take_turns)
