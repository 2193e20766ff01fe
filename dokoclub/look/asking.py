"""Does whoever asks want to write? What decides who may do what knows the account, and never sees the request."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

_writing: ContextVar[bool] = ContextVar("writing", default=False)


def is_writing() -> bool:
    """By the method of the request that is answered; False outside of one."""
    return _writing.get()


@contextmanager
def asked_by(method: str | None) -> Iterator[None]:
    """While a request with this method is answered."""
    before = _writing.set(method not in READING)
    try:
        yield
    finally:
        _writing.reset(before)
