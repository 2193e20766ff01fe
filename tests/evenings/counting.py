"""Counting SQL statements, without those that only begin or end a transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext

_BOUNDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@contextmanager
def statements() -> Iterator[list[str]]:
    """Yield the list of SQL statements, complete at the end of the block."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [query["sql"] for query in captured.captured_queries if not query["sql"].startswith(_BOUNDS)]
