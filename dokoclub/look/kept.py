"""What was worked out once is kept, as long as the stamp of all that it rests on is the same.

In the memory of the process, so nobody else can put anything there, and a restart begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Final, TypeVar

from django.core.cache import caches
from django.db import connection
from django.utils.translation import get_language

from dokoclub.look.days import this_year

LARGEST: Final = 600_000  # characters and bytes; what is larger is worked out each time

Made = TypeVar("Made")


def keep_piece(key: str, stamp: str, work: Callable[[], Made]) -> Made:
    """What `work` makes, or made when it was last asked for with the same key, stamp and language in the same year.

    `key`: what it is and for whom, `stamp`: the state of everything that `work` reads, read before it. A new stamp
    takes the place of the old. "" keeps nothing. Inside a transaction nothing is kept and nothing kept is given: there
    are facts that nobody else sees yet, and perhaps never will. At New Year all is made anew, because days of
    other years say so.
    """
    if not stamp or connection.in_atomic_block:
        return work()
    place = blake2b(f"{get_language()}:{key}".encode(), digest_size=16).hexdigest()
    state = f"{stamp} {this_year()}"
    found: tuple[str, Made] | None = caches["kept"].get(place)
    if found is not None and found[0] == state:
        return found[1]
    made = work()
    if _size(made) <= LARGEST:
        caches["kept"].set(place, (state, made))
    return made


def _size(made: object) -> int:
    """Characters and bytes of all texts in it, one below the other."""
    if isinstance(made, (str, bytes)):
        return len(made)
    return sum(map(_size, made)) if isinstance(made, tuple) else 0
