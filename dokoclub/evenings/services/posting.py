"""All data derived from the facts of a sheet, recomputed and stored: the only place that writes points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import chain
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Case, F, Field, PositiveIntegerField, PositiveSmallIntegerField, Value, When

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.evenings import hooks
from dokoclub.evenings.domain import ledger_check, results
from dokoclub.evenings.domain.results import Share, find_seat, list_postings, list_seats
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Entry, Posting, Result, Seat, Sheet
from dokoclub.evenings.services.errors import Closed
from dokoclub.evenings.services.locks import after_repost, lock_sheet
from scoring.game.rows import Row, Table
from scoring.game.sheet import Line
from scoring.league.counters import VERSION

# Raw SQL: it runs at each save, and Django takes longer to build the query than the database to run it.
_COUNT_SHEET: Final = (
    f"UPDATE {Sheet._meta.db_table} SET version = %s, games = %s, bock_left = %s, counted_by = %s WHERE id = %s"  # noqa: S608
)
_COUNTED: Final = [field for field in Result._meta.concrete_fields if not field.primary_key]
_COLUMNS: Final = [str(field.column) for field in _COUNTED]
_NEW_RESULTS: Final = f"INSERT INTO {Result._meta.db_table} ({', '.join(_COLUMNS)}) VALUES"
_REPLACE: Final = "ON CONFLICT (sheet_id, player_id) DO UPDATE SET " + ", ".join(
    f"{name} = EXCLUDED.{name}" for name in _COLUMNS if name not in ("sheet_id", "player_id")
)
_NEW_POSTINGS: Final = f"INSERT INTO {Posting._meta.db_table} (entry_id, player_id, scores, balance) VALUES"
_AT_ONCE: Final = 200  # rows per statement
_FAR: Final = 1_000_000_000  # an offset beyond all positions


def post_state(state: SheetState, *, since: int, version: int, only_appended: bool = False) -> None:
    """Write the derived data of a sheet for entries from position `since` on; earlier ones cannot have changed.

    `only_appended`: these entries are new, so there is nothing to compare with.
    """
    if not only_appended:
        renumber_entries(state, since)
        Posting.objects.filter(entry__in=[entry for entry in state.struck if entry.position >= since]).delete()
        Result.objects.filter(sheet=state.sheet).exclude(
            player__in=[int(player) for player in results.list_players(state)]
        ).delete()
    post_points(state, since, compare=not only_appended)
    if not only_appended or any(isinstance(row, Table) for _, row, _ in _from(state, since)):
        post_seats(state)
    post_results(state)
    _post_sheet(state, version)
    after_repost(state.sheet)


def post_filled(many: Sequence[SheetState], *, version: int) -> None:
    """Write the derived data of sheets that were empty until now, for all of them at once."""
    _insert((entry.pk, *share) for state in many for entry, row, line in state for share in list_postings(row, line))
    for state in many:
        if any(isinstance(row, Table) for row in state.rows):
            post_seats(state)
    _post_results(result for state in many for result in results.list_results(state))
    for state in many:
        _post_sheet(state, version)
        after_repost(state.sheet)


def post_opening(state: SheetState) -> None:
    """Write the derived data of a newly opened sheet. Three statements."""
    Seat.objects.bulk_create(list_seats(state))
    post_results(state)
    _post_sheet(state, version=1)
    after_repost(state.sheet)


def _post_sheet(state: SheetState, version: int) -> None:
    sheet = state.sheet
    sheet.version, sheet.games, sheet.bock_left = version, state.number_of_games, [*state.paper.bock_left]
    sheet.counted_by = VERSION
    bock_left = Sheet._meta.get_field("bock_left").get_db_prep_save(sheet.bock_left, connection)
    with connection.cursor() as cursor:
        cursor.execute(_COUNT_SHEET, [version, sheet.games, bock_left, VERSION, sheet.pk])


def free_numbers(state: SheetState, since: int) -> None:
    """Clear the numbers that will change: no two entries may share one, not even temporarily."""
    moved = [entry for entry, line in _misnumbered(state, since) if entry.number is not None]
    if moved:
        Entry.objects.filter(pk__in=[entry.pk for entry in moved]).update(number=None)
    for entry in moved:
        entry.number = None


def store_positions(state: SheetState) -> None:
    """Store the positions of entries that moved down to make room.

    They move far away first, since no two may share a position.
    """
    stored = dict(Entry.objects.filter(sheet=state.sheet).values_list("pk", "position"))
    entries = (*state.entries, *state.struck)
    moved = {entry.pk: entry.position for entry in entries if entry.pk and stored[entry.pk] != entry.position}
    if not moved:
        return
    far = Case(
        *(When(pk=pk, then=Value(position + _FAR)) for pk, position in moved.items()),
        output_field=PositiveIntegerField(),
    )
    rows = Entry.objects.filter(pk__in=moved)
    rows.update(position=far)
    rows.update(position=F("position") - _FAR)


def renumber_entries(state: SheetState, since: int) -> None:
    """Store the changed numbers of later games. Numbers are derived, so the history does not record this."""
    free_numbers(state, since)
    moved = [(entry, line.number) for entry, line in _misnumbered(state, since)]
    if not moved:
        return
    numbers = Case(
        *(When(pk=entry.pk, then=Value(number)) for entry, number in moved),
        output_field=PositiveSmallIntegerField(),
    )
    Entry.objects.filter(pk__in=[entry.pk for entry, _ in moved]).update(number=numbers)
    for entry, number in moved:
        entry.number = number


def _misnumbered(state: SheetState, since: int) -> Iterator[tuple[Entry, Line]]:
    return ((entry, line) for entry, _, line in _from(state, since) if entry.number != line.number)


def post_points(state: SheetState, since: int, *, compare: bool) -> None:
    """Write the postings of entries from `since` on; entries with correct postings are not touched."""
    right = {entry.pk: list_postings(row, line) for entry, row, line in _from(state, since)}
    if compare:
        stored: dict[int, list[Posting]] = {pk: [] for pk in right}
        for posting in Posting.objects.filter(entry__in=right):
            stored[posting.entry_id].append(posting)
        wrong = [pk for pk in right if _points(stored[pk]) != _points(right[pk])]
        Posting.objects.filter(entry__in=[pk for pk in wrong if stored[pk]]).delete()
        right = {pk: right[pk] for pk in wrong}
    _insert((pk, *share) for pk, shares in right.items() for share in shares)


def _insert(rows: Iterable[tuple[int, int | None, int, int]]) -> None:
    """Insert postings given as entry, player, scores and balance.

    `bulk_create` would make a model of each, and an import has a hundred thousand.
    """
    _write(_NEW_POSTINGS, list(rows))


def _write(insert: str, rows: Sequence[Sequence[Any]], behind: str = "") -> None:
    """Insert many rows per statement: with `executemany`, PostgreSQL would get one statement for each."""
    for start in range(0, len(rows), _AT_ONCE):
        some = rows[start : start + _AT_ONCE]
        row = f"({', '.join(['%s'] * len(some[0]))})"
        with connection.cursor() as cursor:
            cursor.execute(f"{insert} {', '.join([row] * len(some))} {behind}", list(chain.from_iterable(some)))


def _from(state: SheetState, since: int) -> Iterator[tuple[Entry, Row, Line]]:
    return (row for row in state if row[0].position >= since)


def _points(some: Iterable[Posting] | Iterable[Share]) -> set[Share]:
    return {Share(share.player_id, share.scores, share.balance) for share in some}


def post_seats(state: SheetState) -> None:
    right = list_seats(state)
    stored = list(Seat.objects.filter(sheet=state.sheet))
    if {find_seat(seat) for seat in stored} != {find_seat(seat) for seat in right}:
        Seat.objects.filter(sheet=state.sheet).delete()
        Seat.objects.bulk_create(right)


def post_results(state: SheetState) -> None:
    """Write the results of a sheet. One statement."""
    _post_results(results.list_results(state))


def _post_results(some: Iterable[Result]) -> None:
    """Insert the results, or replace existing ones."""
    rows = [[_stored(field, getattr(one, field.attname)) for field in _COUNTED] for one in some]
    _write(_NEW_RESULTS, rows, _REPLACE)


def _stored(field: Field[Any, Any], value: Any) -> Any:
    """Return the database value of a field.

    Numbers stay as they are: asking each field would take longer than writing them.
    """
    return value if isinstance(value, int) else field.get_db_prep_save(value, connection)


class Reposted(Enum):
    RIGHT = "right"  # nothing to write
    CHANGED = "changed"
    UNREADABLE = "unreadable"  # its facts are impossible: check_ledger says more
    GONE = "gone"  # deleted for good meanwhile


def repost_sheets(club: Club | None = None, *, older: bool = False) -> Iterator[tuple[Sheet, Reposted]]:
    """Recompute every sheet, of all clubs if None; `older`: only those computed by an older version.

    Each sheet is locked and written on its own, so that phones wait for one sheet at most.
    """
    sheets = Sheet.objects.exclude(evening__club__deleted_at=UNFINISHED).order_by("pk")
    if club is not None:
        sheets = sheets.filter(evening__club=club)
    if older:
        sheets = sheets.exclude(counted_by=VERSION)
    for sheet in list(sheets.only("pk")):
        yield sheet, put_right(sheet)


def repost_older() -> None:
    """Recompute older sheets after a restore: an old backup comes from an older version. Hooked into after_restore."""
    for _ in repost_sheets(older=True):
        pass
    follow_reposting()


def follow_reposting() -> None:
    """Notify the later apps: hooks.after_reposting."""
    for follow in hooks.after_reposting:
        follow()


@transaction.atomic
def put_right(sheet: Sheet) -> Reposted:
    """Rewrite derived data that does not match the facts.

    If only counters were wrong, points and pages are unchanged: the version stays, and no later app is notified.
    Impossible facts are left to people; the server starts all the same.
    """
    try:
        state = ledger_check.read_strictly(lock_sheet(sheet))
    except Closed:
        return Reposted.GONE
    if not isinstance(state, SheetState):
        return Reposted.UNREADABLE
    wrong = list(ledger_check.find_wrong(state))
    if any(not one.is_counter for one in wrong):
        _name_kinds(state)
        post_state(state, since=0, version=state.sheet.version + 1)
    elif wrong:
        post_results(state)
    Sheet.objects.filter(pk=sheet.pk).exclude(counted_by=VERSION).update(counted_by=VERSION)
    return Reposted.CHANGED if wrong else Reposted.RIGHT


def _name_kinds(state: SheetState) -> None:
    """Correct the `kind` columns, which repeat the kind in the facts for searching."""
    for entry in state.entries:
        if entry.kind != entry.facts["kind"]:
            Entry.objects.filter(pk=entry.pk).update(kind=entry.facts["kind"])
