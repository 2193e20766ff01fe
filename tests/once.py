"""What many tests begin with, made once for the tests of a module: making the people takes longer than most tests.

It is written in a transaction that lasts as long as the module and is taken back then; the transaction of a test lies
inside. Tests that need transactions of their own (`transaction=True`) make their people themselves, in a module of
theirs.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

Made = TypeVar("Made")


class Once(Generic[Made]):
    """Something with rows in the database."""

    def __init__(self, made: Made) -> None:
        self.kept = pickle.dumps(made)

    def anew(self) -> Made:
        """As it was when it was made: whatever a test does to it, the next one does not see."""
        made: Made = pickle.loads(self.kept)  # noqa: S301  # our own
        return made


@contextmanager
def taken_back(blocker: DjangoDbBlocker) -> Iterator[None]:
    """What is written inside is gone afterwards."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def once(make: Callable[[], Made], blocker: DjangoDbBlocker) -> Iterator[Once[Made]]:
    """The body of a fixture for a module."""
    with taken_back(blocker):
        yield Once(make())
