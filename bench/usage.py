"""Processor time of the processes of a server: on a busy machine it says more than the clock. Linux only."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PROC: Final = Path("/proc")
Used = dict[int, float]  # seconds by process, of those that answer


def read_usage(master: int) -> Used:
    """Return the processor time of the processes that `master` started; empty if the system does not report it."""
    return {child: seconds_of(child) for child in _children(master)}


def spend_between(before: Used, after: Used) -> Used:
    return {process: used - before.get(process, 0) for process, used in after.items()}


def _children(master: int) -> list[int]:
    try:
        return [int(word) for word in (PROC / f"{master}/task/{master}/children").read_text().split()]
    except OSError:
        return []


def seconds_of(process: int) -> float:
    """Return the processor seconds of all threads of the process, except ended ones."""
    return sum(int(task.read_text().split()[0]) for task in (PROC / f"{process}/task").glob("*/schedstat")) / 1e9
