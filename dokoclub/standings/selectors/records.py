"""Results of a period: the rows from which `scoring.league.standings` builds tables."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from operator import itemgetter
from typing import Any, Final, NamedTuple

from django.db.models import CharField, ExpressionWrapper, F, Func, Q, Value
from django.db.models.functions import Cast

from dokoclub.clubs.models import Club
from dokoclub.evenings.domain.results import COLUMNS
from dokoclub.evenings.models import Entry, Evening, Result
from dokoclub.standings import hooks
from scoring.game.extras import EXTRAS
from scoring.league import records
from scoring.league.achievements import AchievementGame
from scoring.league.counters import Counts

_AHEAD: Final = 4  # columns before the counters
_NOTHING: Final = ExpressionWrapper(Value(0), output_field=CharField())  # after them; declared as text like _IS_OPEN


class Played(NamedTuple):
    evenings: Mapping[int, tuple[records.Evening, ...]]  # of each player, the oldest first
    running: Mapping[int, date]  # evenings among them that are open, by number: the table is provisional


def fetch_played(club: Club, first: date, last: date, counters: Collection[str] = Counts._fields) -> Played:
    """Return everybody's results on evenings between these days; at least these counters, the others may be 0.

    One query with a row per player and sheet, by the index over club and date. It is the one long list of a table's
    page, so days come as plain text (Django would convert each of them) and unused counters are not fetched.
    """
    fields = [field for field in Counts._fields if field in counters]
    played = Result.objects.filter(
        sheet__evening__club=club, sheet__evening__deleted_at=None, sheet__evening__date__range=(first, last)
    )
    rows = (
        played.exclude(_outside("sheet__evening", club))
        .order_by("sheet__evening__date", "sheet__evening")  # the order of the index
        .values_list(
            "sheet__evening",
            "player",
            Cast("sheet__evening__date", CharField()),
            _IS_OPEN,
            *map(_stored, fields),
            _NOTHING,
        )
    )
    running: dict[int, date] = {}
    return Played(records.gather_records(_read(rows, fields, running)), running)


class _Kept(Func):
    """A counter out of JSON, which omits 0. Django's KeyTextTransform would ask SQLite twice for each."""

    template = "COALESCE(JSON_EXTRACT(%(expressions)s, '$.%(counter)s'), 0)"
    output_field = CharField()  # see _IS_OPEN

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        template = "COALESCE((%(expressions)s ->> '%(counter)s')::integer, 0)"
        return self.as_sql(compiler, connection, template=template, **context)


_OF_SUMS: Final[Mapping[str, Any]] = {  # A list with a sum has no other entries.
    "summed_scores": ExpressionWrapper(F("scores") * F("summed"), output_field=CharField()),
    "summed_balance": ExpressionWrapper(F("balance") * F("summed"), output_field=CharField()),
}


def _stored(counter: str) -> Any:
    """Return the expression for a counter. Parsing the JSON in Python would take twice as long."""
    if counter in _OF_SUMS:
        return _OF_SUMS[counter]
    if counter in COLUMNS:
        return counter
    return _Kept("extras" if counter in EXTRAS else "counts", counter=counter)


# Like Counts._make, but without a Python call for each of thousands of rows.
_COUNTS: Final[Callable[[tuple[int, ...]], Counts]] = partial(tuple.__new__, Counts)


def _read(
    rows: Iterable[tuple[Any, ...]], fields: Sequence[str], running: dict[int, date]
) -> Iterator[tuple[int, int, date, Counts]]:
    """Yield player, evening, day and counts of each row; open evenings go into `running`."""
    counted = _counted(fields)
    evening, day = 0, date.min
    for row in rows:
        if row[0] != evening:
            evening, day = row[0], date.fromisoformat(row[2])
            if row[3]:
                running[evening] = day
        yield row[1], evening, day, _COUNTS(counted(row))


# A flag, 0 or 1. Declared as text, because Django converts numbers and flags row by row, but not text.
_IS_OPEN: Final = ExpressionWrapper(Q(sheet__evening__closed_at=None), output_field=CharField())


def _counted(fields: Sequence[str]) -> Callable[[tuple[Any, ...]], tuple[int, ...]]:
    """Return a getter for the values of a `Counts`; unused ones read the 0 at the end of the row."""
    places = {field: _AHEAD + index for index, field in enumerate(fields)}
    return itemgetter(*(places.get(field, -1) for field in Counts._fields))


def evenings_held(club: Club, first: date, last: date) -> int:
    """Return the number of evenings with a game. One query."""
    played = Q(sheets__games__gt=0) | Q(sheets__results__summed__gt=0)
    held = (
        Evening.objects.not_deleted().filter(played, club=club, date__range=(first, last)).exclude(_outside("pk", club))
    )
    return held.distinct().count()


def _outside(evening: str, club: Club) -> Q:
    """Return the condition for evenings outside the league."""
    found = Q(pk__in=[])
    for outside in hooks.outside_league:
        found |= Q(**{f"{evening}__in": outside(club)})
    return found


def fetch_keys(games: Iterable[AchievementGame]) -> dict[AchievementGame, str]:
    """Return the key by which the page of a sheet unfolds each of these games. One query, or none without a game."""
    wanted = {(game.place.sheet, game.number): game for game in games}
    if not wanted:
        return {}
    sheets, numbers = ({place[index] for place in wanted} for index in (0, 1))
    rows = Entry.objects.counted().filter(sheet__in=sheets, number__in=numbers).values_list("sheet", "number", "uuid")
    return {wanted[sheet, number]: str(uuid) for sheet, number, uuid in rows if (sheet, number) in wanted}
