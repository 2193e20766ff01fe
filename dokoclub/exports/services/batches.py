"""Batched writing that lets others write in between."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, Final

from django.db import connection, transaction
from django.utils import timezone

from dokoclub.accounts.models import Account

LONGEST_PAUSE: Final = 0.5  # seconds
AT_ONCE: Final = 2  # of the eight threads of a server process; reading has places of its own

_places: Final = BoundedSemaphore(AT_ONCE)


@contextmanager
def write_piece() -> Iterator[None]:
    """Run a transaction, then pause for as long: half of the processor time stays free for others.

    Waiting writers get their turn between two pieces; but the threads of a process share one interpreter.
    """
    began = time.monotonic()
    with transaction.atomic():
        yield
    if not connection.in_atomic_block:
        time.sleep(min(time.monotonic() - began, LONGEST_PAUSE))


def create_with_history(model: Any, instances: Sequence[Any], *, by: Account) -> Sequence[Any]:
    """Insert rows, with the first row of their history if they have one: user and time of the import.

    Two statements for some hundred rows: the history is copied inside the database.
    """
    created: Sequence[Any] = model._base_manager.bulk_create(instances)
    if created and hasattr(model, "history"):
        _copy_to_history(model, [instance.pk for instance in created], by)
    return created


def _copy_to_history(model: Any, ids: Sequence[Any], by: Account) -> None:
    history, quote = model.history.model, connection.ops.quote_name
    copied = ", ".join(quote(field.column) for field in history.tracked_fields)
    key, marks = quote(model._meta.pk.column), ", ".join(["%s"] * len(ids))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {quote(history._meta.db_table)} "  # noqa: S608
            f"({copied}, history_date, history_user_id, history_type, history_change_reason) "
            f"SELECT {copied}, %s, %s, '+', NULL FROM {quote(model._meta.db_table)} WHERE {key} IN ({marks}) "
            f"ORDER BY {key}",
            [connection.ops.adapt_datetimefield_value(timezone.now()), by.pk, *ids],
        )


@contextmanager
def take_place() -> Iterator[bool]:
    """Yield whether there is a free place, and hold it during the `with`.

    There is no waiting, since it would block a thread too.
    """
    is_free = _places.acquire(blocking=False)
    try:
        yield is_free
    finally:
        if is_free:
            _places.release()
