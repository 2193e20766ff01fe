"""How much a process may take that reads what a stranger sent, and how it ends where that is too little."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

MEMORY: Final = 256 * 1024 * 1024  # bytes of addresses, Python itself among them
PROCESSOR: Final = 20  # seconds
WALL: Final = 25  # seconds, for all files of an upload
MOST_ANSWERED: Final = 160 * 1024 * 1024  # bytes: the rows of a club file, each on a line of its own
NICENESS: Final = 5  # whoever saves a game goes first

OUT_OF_MEMORY: Final = 71  # exit codes that Python uses for nothing else
OUT_OF_ROOM: Final = 72


def limit_process() -> None:
    """Where the system has no such limits, what is counted while reading must do."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    try:
        import resource
    except ImportError:
        return
    for kind, most, hard in (
        (resource.RLIMIT_AS, MEMORY, MEMORY),
        (resource.RLIMIT_CPU, PROCESSOR, PROCESSOR + 2),  # first a signal that says why
        (resource.RLIMIT_FSIZE, MOST_ANSWERED, MOST_ANSWERED),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        with suppress(ValueError, OSError):  # macOS knows the limit of memory and refuses it
            resource.setrlimit(kind, (most, hard))


def run_limited(read_given: Callable[[], None]) -> None:
    """The whole life of such a process. What goes wrong stays in it: a message could quote what was sent."""
    limit_process()
    try:
        read_given()
        sys.stdout.flush()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except OSError:
        os._exit(OUT_OF_ROOM)
