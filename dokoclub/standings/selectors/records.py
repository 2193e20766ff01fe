"""What everybody did in a time: the rows that `scoring.standings` makes tables of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple

from django.db.models import CharField
from django.db.models.functions import Cast

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening, Result
from scoring.records import Counts, Record

_DAYS_REMEMBERED: Final = 5000


class Played(NamedTuple):
    records: list[Record]  # without the number of the sheet, for which no table asks
    running: Mapping[int, date]  # evenings among them that are open, by number: the table is provisional


def played(club: Club, first: date, last: date, counters: Collection[str] = Counts._fields) -> Played:
    """One row a player and sheet, of evenings between these days; at least these counters, the others may be 0.

    One query, by the index over club and date. It is the one long list of a table's page, so days and times come as
    plain text (Django would convert each of them) and counters that nobody reads stay behind.
    """
    fields = _up_to_the_last(counters)
    unread = (0,) * (len(Counts._fields) - len(fields))
    rows = (
        Result.objects.filter(
            sheet__evening__club=club, sheet__evening__deleted_at=None, sheet__evening__date__range=(first, last)
        )
        .order_by()
        .values_list(_text("date"), _text("closed_at"), "player", "sheet__evening", *fields)
    )
    running: dict[int, date] = {}
    records = []
    for row in rows:
        day = _day(row[0])
        records.append(Record(row[2], row[3], 0, day, Counts._make(row[4:] + unread)))
        if row[1] is None:
            running[row[3]] = day
    return Played(records, running)


def _text(field: str) -> Cast:
    return Cast(f"sheet__evening__{field}", CharField())


@lru_cache(_DAYS_REMEMBERED)
def _day(text: str) -> date:
    return date.fromisoformat(text)


def _up_to_the_last(counters: Collection[str]) -> tuple[str, ...]:
    """A `Counts` is filled from its first field on."""
    return Counts._fields[: 1 + max((Counts._fields.index(counter) for counter in counters), default=0)]


def evenings_held(club: Club, first: date, last: date) -> int:
    """On how many evenings anybody played a game. One query."""
    evenings = Evening.objects.alive().filter(club=club, date__range=(first, last), sheets__games__gt=0)
    return evenings.distinct().count()
