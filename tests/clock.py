"""What time is it in the tests? Always the same: DOKO_NOW, and the clock goes on from there.

Every test begins at that moment, whenever and after whichever others it runs. What lasts longer than one test, such as
the people of a module, was made shortly before. Only this process is deceived: programs that a test starts, the
database and the dates of files know the real time.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from typing import Final

import time_machine

USUAL: Final = "2026-11-20T20:15+01:00"  # a Friday evening, in Berlin as all of them
BEFORE: Final = timedelta(minutes=10)  # a busy machine may need some of them


def read(written: str) -> datetime:
    """Raises ValueError where the offset is missing: one night in October has two times 02:30."""
    try:
        moment = datetime.fromisoformat(written)
    except ValueError as wrong:
        raise ValueError(f"DOKO_NOW={written} is no moment, as {USUAL} is: {wrong}") from None
    if moment.tzinfo is None:
        raise ValueError(f"DOKO_NOW={written} needs its offset, as in {USUAL}")
    return moment


NOW: Final = read(os.environ.get("DOKO_NOW") or USUAL)
_clock = time_machine.travel(NOW - BEFORE, tick=False)
_hands: list[time_machine.Traveller] = []


def start() -> None:
    """While tests are collected the time stands still, so that long lists do not last into another day."""
    _hands.append(_clock.start())


def set_to(moment: datetime) -> None:
    """From now on the clock goes."""
    _hands[0].move_to(moment, tick=True)


def stop() -> None:
    _hands.clear()
    _clock.stop()
