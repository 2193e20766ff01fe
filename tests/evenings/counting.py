"""How many statements does it take? Those that only begin or end a transaction are not counted."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext

_BOUNDS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


@contextmanager
def statements() -> Iterator[list[str]]:
    """The SQL of what was asked inside, complete at the end."""
    found: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield found
    found += [query["sql"] for query in captured.captured_queries if not query["sql"].startswith(_BOUNDS)]
