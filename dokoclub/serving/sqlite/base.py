"""Who writes waits for his turn: with a transaction (each of ours is there to write), or with a statement alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django.db.backends.sqlite3 import base

from dokoclub.serving.queue import Queue, queue_of

PATIENT: Final = 600.0  # seconds; nobody waits for the answer of a command, and its work shall be done
_WRITING: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class DatabaseWrapper(base.DatabaseWrapper):
    patience: ClassVar[float] = PATIENT  # seconds in the queue; a server that answers people has less
    _queue: Queue | None = None  # in which this connection has its turn

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.execute_wrappers.append(self._take_turn)

    def _take_turn(self, execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        """Where a statement that writes stands alone: SQLite would let it ask again by chance, and perhaps never in."""
        if self._queue is not None or self.in_transaction() or not sql.lstrip()[:7].upper().startswith(_WRITING):
            return execute(sql, *given)
        self._enter()
        try:
            return execute(sql, *given)
        finally:
            self._leave()

    def _start_transaction_under_autocommit(self) -> None:
        self._enter()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._leave()
            raise

    def _set_autocommit(self, autocommit: bool) -> None:
        super()._set_autocommit(autocommit)  # type: ignore[misc]  # the stubs leave these out
        if autocommit:
            self._leave()

    def _commit(self) -> Any:
        try:
            return super()._commit()  # type: ignore[misc]
        finally:
            if not self.in_transaction():
                self._leave()

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def in_transaction(self) -> bool:
        return self.connection is not None and self.connection.in_transaction

    def _enter(self) -> None:
        if not self.is_in_memory_db():
            queue = queue_of(str(self.settings_dict["NAME"]))
            queue.enter(self.patience)
            self._queue = queue

    def _leave(self) -> None:
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.leave()
