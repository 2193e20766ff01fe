"""What was worked out once is kept, as long as the stamp of all that it rests on is the same.

In the memory of the process, so nobody else can put anything there, and a restart begins anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from threading import Lock
from typing import Any, Final, TypeVar, cast

from django.core.cache import caches
from django.db import connection
from django.utils.translation import get_language

from dokoclub.look.days import this_year

LARGEST: Final = 600_000  # characters and bytes; what is larger is worked out each time

Made = TypeVar("Made")


_GUARD: Final = Lock()
_MAKING: Final[dict[str, Lock]] = {}  # by place, while somebody works it out
_WANTED: Final[Counter[str]] = Counter()  # how many do, and wait for it


def keep_piece(key: str, stamp: str, work: Callable[[], Made], *, shelf: str = "kept") -> Made:
    """What `work` makes, or made when it was last asked for with the same key, stamp and language in the same year.

    `key`: what it is and for whom, `stamp`: the state of everything that `work` reads, read before it. A new stamp
    takes the place of the old. "" keeps nothing. Inside a transaction nothing is kept and nothing kept is given: there
    are facts that nobody else sees yet, and perhaps never will. At New Year all is made anew, because days of
    other years say so. Who asks while somebody else works it out waits for that; so `work` asks for no piece whose own
    work asks for this one. `shelf`: one of settings.CACHES; what is many and small washes nothing else away.
    """
    if not stamp or connection.in_atomic_block:
        return work()
    place = blake2b(f"{get_language()}:{key}".encode(), digest_size=16).hexdigest()
    state = f"{stamp} {this_year()}"
    kept = _take(shelf, place, state)
    if kept is not None:
        return cast("Made", kept[0])
    with _alone_at(place):
        kept = _take(shelf, place, state)
        if kept is not None:  # it was made meanwhile
            return cast("Made", kept[0])
        made = work()
        if _size(made) <= LARGEST:
            caches[shelf].set(place, (state, made))
    return made


def _take(shelf: str, place: str, state: str) -> tuple[Any] | None:
    """What is kept there of that state."""
    found: tuple[str, Any] | None = caches[shelf].get(place)
    return (found[1],) if found is not None and found[0] == state else None


@contextmanager
def _alone_at(place: str) -> Iterator[None]:
    with _GUARD:
        lock = _MAKING.setdefault(place, Lock())
        _WANTED[place] += 1
    try:
        with lock:
            yield
    finally:
        with _GUARD:
            _WANTED[place] -= 1
            if not _WANTED[place]:
                del _WANTED[place], _MAKING[place]


def _size(made: object) -> int:
    """Characters and bytes of all texts in it, one below the other."""
    if isinstance(made, (str, bytes)):
        return len(made)
    return sum(map(_size, made)) if isinstance(made, tuple) else 0
