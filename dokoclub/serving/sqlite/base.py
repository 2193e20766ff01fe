"""A transaction begins when its turn has come; every one of ours is there to write (BEGIN IMMEDIATE)."""

from __future__ import annotations

from typing import Any

from django.db.backends.sqlite3 import base

from dokoclub.serving.queue import Queue, queue_of


class DatabaseWrapper(base.DatabaseWrapper):
    _queue: Queue | None = None  # in which this connection has its turn

    def _start_transaction_under_autocommit(self) -> None:
        if not self.is_in_memory_db():
            queue = queue_of(str(self.settings_dict["NAME"]))
            queue.enter()
            self._queue = queue
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

    def _leave(self) -> None:
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.leave()
