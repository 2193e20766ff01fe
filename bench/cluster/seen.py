"""Results of the crowd: counts, times, and the length of the errors after each kill."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from bench.chaos.writers import Book, Game

AIM: Final = 500.0  # milliseconds: 95 % shall be below
KEPT: Final = (
    "lost",
    "doubled",
    "wrong",
    "never sent",
    "sheets with gaps in their numbers",
    "history not exactly once",
)
RECOVERY: Final = 30.0  # seconds after a kill in which something may be wrong


class Asked(NamedTuple):
    """One request: time of the answer (seconds since 1970), name, milliseconds, and success."""

    at: float
    name: str
    milliseconds: float
    well: bool


class Kill(NamedTuple):
    what: str
    at: float  # seconds since 1970
    note: str = ""


def read_asked(path: Path) -> list[Asked]:
    return [_parse(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _parse(line: str) -> Asked:
    at, name, milliseconds, well = line.split("\t")
    return Asked(float(at), name, float(milliseconds), well == "1")


def read_games(path: Path, book: Book) -> None:
    """Read the sent and the answered games into the book."""
    for line in path.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        if "sent" in told:
            book.sent[told["sent"]] = Game(told["sheet"], told["form"])
        else:
            book.answered[told["answered"]] = book.sent[told["answered"]]


class Times(NamedTuple):
    """Percentiles of the answers in milliseconds."""

    half: float
    most: float  # 95 %
    nearly_all: float  # 99 %


def times_of(asked: Iterable[Asked]) -> Times:
    """Return the percentiles of the successful answers; zeros if there are none."""
    all_times = [one.milliseconds for one in asked if one.well]
    if len(all_times) < 2:
        return Times(*[sum(all_times)] * 3)
    at = statistics.quantiles(all_times, n=100, method="inclusive")
    return Times(at[49], at[94], at[98])


def is_fast(asked: Sequence[Asked]) -> bool:
    """Return whether 95 % are below the aim, and nothing went wrong."""
    return bool(asked) and all(one.well for one in asked) and times_of(asked).most < AIM


def seconds_of_errors(asked: Sequence[Asked], kills: Sequence[Kill]) -> list[float | None]:
    """Return for each kill the seconds until the last error before the next kill; None if there was none."""
    begins = [kill.at for kill in kills]
    return [_last_error(asked, begin, end) for begin, end in pairwise([*begins, float("inf")])]


def _last_error(asked: Sequence[Asked], begin: float, end: float) -> float | None:
    wrong = [one.at - begin for one in asked if not one.well and begin <= one.at < end]
    return max(wrong, default=None)


def is_well(verdict: Mapping[str, int | str], lasted: Iterable[float | None]) -> bool:
    """Return whether nothing is lost, doubled or wrong; the conditions of `bench.chaos` apply here, too."""
    return is_kept(verdict) and all(seconds is None or seconds <= RECOVERY for seconds in lasted)


def is_kept(verdict: Mapping[str, int | str]) -> bool:
    return not any(verdict[name] for name in KEPT) and verdict["check_ledger"] == "clean"


def count_before(asked: Sequence[Asked], kills: Sequence[Kill]) -> int:
    """Count the errors before the first kill."""
    first = min((kill.at for kill in kills), default=float("inf"))
    return sum(not one.well and one.at < first for one in asked)


def show_table(asked: Sequence[Asked]) -> Iterator[str]:
    names = sorted({one.name for one in asked})
    yield f"{'':<18} {'requests':>9} {'errors':>7} {'50 %':>7} {'95 %':>7} {'99 %':>7} ms"
    for name in [*names, "all of them"]:
        some = [one for one in asked if name in (one.name, "all of them")]
        times, wrong = times_of(some), sum(not one.well for one in some)
        yield f"{name:<18} {len(some):>9} {wrong:>7} {times.half:>7.0f} {times.most:>7.0f} {times.nearly_all:>7.0f}"
