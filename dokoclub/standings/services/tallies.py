"""Sums of any period from tallies in the database, so that no game is counted twice.

A period consists of years, these of months, these of evenings. A tally is valid while the version tokens of its
months are unchanged (`clubs.models.MonthVersion`; an evening's: the versions of its sheets), so after any new entry the
next request counts only that evening again.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from hashlib import blake2b
from itertools import groupby
from typing import Any, Final, Generic, NamedTuple, TypeVar

from django.db import DatabaseError, connection, transaction

from dokoclub.clubs.models import Club, MonthVersion
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings.models import Tally
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, month_around
from dokoclub.standings.selectors.statistics import Counted, OnEvening, count_evenings, list_evenings, sum_evenings
from scoring.league.sums import VERSION, Sums, add_up, dump_sums, load_sums

_AT_ONCE: Final = 100  # tallies written in one statement
_MOST_REMEMBERED: Final = 160  # tallies per process; games written now do not change them; some 20 kB each

Made = TypeVar("Made")


@dataclass(frozen=True)
class Label(Generic[Made]):
    """The storage format of one kind of tallies. A loaded tally must not be changed."""

    key: str  # `ranked_by` of their rows
    version: str  # of their content
    dump: Callable[[Made], Any]
    load: Callable[[Any], Made]


@dataclass
class TallyCache(Generic[Made]):
    """The tallies of one response: those fetched for it, and new ones worth storing."""

    club: Club
    label: Label[Made]
    fetched: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # version token and content of tallies
    asked: set[str] = field(default_factory=set)
    found: list[Tally] = field(default_factory=list)
    # Inside a transaction the version tokens do not show its own changes yet.
    is_cached: bool = field(default_factory=lambda: not connection.in_atomic_block)

    def recall(self, of: str, told: str, work: Callable[[], Made]) -> Made:
        """Return the stored tally if its version token still matches; else the result of `work`, which is stored."""
        self.fetch([of])
        version = self.make_version(told)
        made = self.take(of, version)
        if made is None:
            made = work()
            self.keep(of, version, made)
            self.store()
        return made

    def fetch(self, names: Iterable[str]) -> None:
        """Fetch tallies by name. One query, or none if all were fetched before."""
        wanted = {*names} - self.asked
        if wanted and self.is_cached:
            self.asked |= wanted
            rows = Tally.objects.filter(club=self.club, ranked_by=self.label.key, of__in=wanted)
            self.fetched |= {
                of: (version, bytes(sums)) for of, version, sums in rows.values_list("of", "stamp", "sums")
            }

    def make_version(self, told: str) -> str:
        return blake2b(f"{self.label.version} {told}".encode(), digest_size=12).hexdigest()

    def take(self, of: str, version: str) -> Made | None:
        """Return the fetched tally of that name, if its version token matches."""
        found = self.fetched.get(of)
        if found is None or found[0] != version:
            return None
        kept: Made = _load(self.label, found[1])
        return kept

    def keep(self, of: str, version: str, made: Made, evening: int | None = None) -> None:
        if not self.is_cached:
            return
        stored = zlib.compress(json.dumps(self.label.dump(made), separators=(",", ":")).encode())
        tally = Tally(club=self.club, evening_id=evening, of=of, ranked_by=self.label.key, stamp=version, sums=stored)
        self.found.append(tally)
        if len(self.found) >= _AT_ONCE:
            self.store()

    def store(self) -> None:
        """Store the new tallies.

        If others hold locks for long, or an evening was deleted, the next request counts again.
        """
        found, self.found = sorted(self.found, key=lambda tally: tally.of), []
        if not found:
            return
        try:
            with transaction.atomic():
                Tally.objects.bulk_create(
                    found,
                    update_conflicts=True,
                    unique_fields=["club", "ranked_by", "of"],
                    update_fields=["stamp", "sums", "evening"],
                )
        except DatabaseError:
            return


@lru_cache(maxsize=_MOST_REMEMBERED)
def _load(label: Label[Made], stored: bytes) -> Made:
    """Load a tally, shared between callers: sums are added to new ones, never to it."""
    return label.load(json.loads(zlib.decompress(stored)))


@dataclass(frozen=True)
class TallyKind(Generic[Made]):
    """A kind of sums: its storage format, counting from evenings, and addition."""

    label: Label[Made]
    of_evenings: Callable[[list[OnEvening]], Mapping[int, Made]]
    add_up: Callable[[Iterable[Made]], Made]  # of successive evenings, the oldest first
    of_days: Callable[[Club, date, date, Made], Made] = lambda _club, _first, _last, sums: sums  # adds missing data


def count_games(club: Club, period: Period, ranked_by: str) -> Counted:
    """Return the statistics of a period.

    Three queries if nothing has changed, some more for changes; only the first request reads all games.
    """
    return Counted(period, club.players.in_bulk(), Counting(club, statistics_by(ranked_by)).count(period))


@cache
def statistics_by(ranked_by: str) -> TallyKind[Sums]:
    """Return the kind of statistics. `ranked_by`: the points to use."""

    def of_days(club: Club, first: date, last: date, sums: Sums) -> Sums:
        of_evenings = sum_evenings(club, first, last, ranked_by)
        sums.attendance, sums.course, sums.held = of_evenings.attendance, of_evenings.course, of_evenings.held
        return sums

    count = partial(count_evenings, ranked_by=ranked_by)
    return TallyKind(Label(ranked_by, VERSION, dump_sums, load_sums), count, add_up, of_days)


class Month(NamedTuple):
    """A month in which anything was ever written."""

    of: str  # 2026-11
    word: str  # its version token


@dataclass(frozen=True)
class Stretch:
    """A part of the club's time: all of it, a year, some successive months, a month or some days of one."""

    of: str  # name of its stored tally; "": not stored
    first: date
    last: date
    months: tuple[Month, ...]  # at least one, the oldest first

    @cached_property
    def version(self) -> str:
        days = () if self.of else (self.first, self.last)
        return " ".join(map(str, [*days, *(month.word for month in self.months)]))

    @cached_property
    def parts(self) -> tuple[Stretch, ...]:
        """Return the years of all time, the months of a year; none of a month."""
        if self.of.startswith(ALL_TIME.key):
            return tuple(_years(self.months))
        if len(self.months) > 1 or self.of == self.months[0].of[:4]:
            return tuple(_month(month, self.first, self.last) for month in self.months)
        return ()

    @property
    def halves(self) -> tuple[Stretch, Stretch] | None:
        """Return all but the last month, and that month: while it is played, the sum of the others remains."""
        if len(self.months) < 3 or not self.of or self.of.endswith("-"):
            return None
        last = _month(self.months[-1], self.first, self.last)
        before = _month(self.months[-2], self.first, self.last)
        return Stretch(f"{self.of}-", self.first, before.last, self.months[:-1]), last


def divide_period(period: Period, months: Iterable[Month]) -> Stretch | None:
    """Return the part of a period with entries, None if there is none."""
    first, last = f"{period.first:%Y-%m}", f"{period.last:%Y-%m}"
    some = tuple(month for month in months if first <= month.of <= last)
    if not some:
        return None
    if period.span is Span.MONTH:
        return _month(some[0], period.first, period.last)
    kept = period.key if period.span in (Span.ALL, Span.YEAR) else ""
    return Stretch(kept, period.first, period.last, some)


def _years(months: Iterable[Month]) -> Iterator[Stretch]:
    by_year = groupby(months, lambda month: month.of[:4])
    return (_year(int(year), tuple(some)) for year, some in by_year)


def _year(year: int, months: tuple[Month, ...]) -> Stretch:
    return Stretch(str(year), date(year, 1, 1), date(year, 12, 31), months)


def _month(month: Month, first: date, last: date) -> Stretch:
    whole = month_around(date.fromisoformat(f"{month.of}-01"))
    of_it = max(whole.first, first), min(whole.last, last)
    return Stretch(month.of if of_it == (whole.first, whole.last) else "", *of_it, (month,))


class Counting(Generic[Made]):
    """The sums of a kind for one response, from tallies and from new counts."""

    def __init__(self, club: Club, kind: TallyKind[Made]) -> None:
        self.club, self.kind = club, kind
        self.stored_tallies = TallyCache(club, kind.label)

    def count(self, period: Period) -> Made:
        whole = divide_period(period, self._months(period))
        if whole is None:
            return self.kind.add_up(())
        self.stored_tallies.fetch(part.of for part in (whole, *(whole.halves or ())) if part.of)
        sums = self._sums(whole)
        self.stored_tallies.store()
        return sums

    def count_up(self, first: date, last: date) -> Iterator[tuple[date, Made]]:
        """Yield the sums from the beginning with their last days, by month from the year of `first` on.

        Before that year, yields the sums at the ends of years, so that the state at `first` is known.
        """
        months = [month for month in self._months(ALL_TIME) if month.of <= f"{last:%Y-%m}"]
        stretches = [*_years(month for month in months if month.of < f"{first:%Y}")]
        stretches += [_month(month, date.min, date.max) for month in months if month.of >= f"{first:%Y}"]
        self.stored_tallies.fetch(stretch.of for stretch in stretches)
        total = self.kind.add_up(())
        for stretch in stretches:
            total = self.kind.add_up((total, self._sums(stretch)))
            yield stretch.last, total
        self.stored_tallies.store()

    def count_each(self, evenings: Iterable[OnEvening]) -> dict[int, Made]:
        """Return the sums of each evening by its id."""
        found = self._of_evenings([*evenings])
        self.stored_tallies.store()
        return found

    def words_until(self, last: date) -> list[str]:
        """List the version tokens of all months up to that day. One query."""
        return [f"{month.of} {month.word}" for month in self._months(ALL_TIME) if month.of <= f"{last:%Y-%m}"]

    def _months(self, period: Period) -> Iterable[Month]:
        """Return the months with their version tokens. One query."""
        if self.stored_tallies.is_cached:
            versions = MonthVersion.objects.filter(club=self.club).order_by("month").values_list("month", "word")
            return map(Month._make, versions)
        evenings = list_evenings(self.club, period.first, period.last)
        return [Month(of, "") for of in sorted({f"{one.day:%Y-%m}" for one in evenings})]

    def _sums(self, stretch: Stretch) -> Made:
        version = self.stored_tallies.make_version(stretch.version)
        if kept := self.stored_tallies.take(stretch.of, version):
            return kept
        if not stretch.parts:
            sums = self._of_days(stretch)
        else:
            parts = stretch.halves or stretch.parts
            self.stored_tallies.fetch(part.of for part in parts if part.of)
            sums = self.kind.add_up(self._sums(part) for part in parts)
        if stretch.of and stretch.months[-1].of < f"{date_of_play():%Y-%m}":  # The current month changes tomorrow.
            self.stored_tallies.keep(stretch.of, version, sums)
        return sums

    def _of_days(self, stretch: Stretch) -> Made:
        """Return the sums of a month, or some days of one, from its evenings."""
        evenings = list_evenings(self.club, stretch.first, stretch.last)
        sums = self.kind.add_up(self._of_evenings(evenings).values())
        return self.kind.of_days(self.club, stretch.first, stretch.last, sums)

    def _of_evenings(self, evenings: Iterable[OnEvening]) -> dict[int, Made]:
        """Return the sums of each evening by id, in their order: stored ones, and newly counted ones."""
        versions = {one.number: self.stored_tallies.make_version(f"{one.day} {one.sheets}") for one in evenings}
        self.stored_tallies.fetch(_name(one) for one in evenings)
        known = {one.number: self.stored_tallies.take(_name(one), versions[one.number]) for one in evenings}
        missing = [one for one in evenings if known[one.number] is None]
        counted = self.kind.of_evenings(missing) if missing else {}
        for one in missing:
            if not one.is_open:
                self.stored_tallies.keep(_name(one), versions[one.number], counted[one.number], evening=one.number)
        return {one.number: known[one.number] or counted[one.number] for one in evenings}


def _name(evening: OnEvening) -> str:
    return f"evening-{evening.number}"
