"""Remove evenings and clubs for good, piece by piece: who writes elsewhere waits for one of them at most.

Nobody sees them any more, and whatever is interrupted, the next purge goes on with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from uuid import uuid4

from django.db import models

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Entry, Evening, Posting, Result, Seat, Sheet
from dokoclub.exports.club_file.schema import TABLES
from dokoclub.exports.club_file.table import Table
from dokoclub.exports.models import Import, ImportedSheet, ImportFile, State
from dokoclub.exports.services.pieces import write_piece
from dokoclub.settlement.models import EveningMoney

_A_PIECE: Final = 200  # rows, or games of sheets
_A_FEW: Final = 20  # evenings without sheets
_AT_ONCE: Final = 500  # numbers that a statement names
_WITH_THEIR_EVENING: Final = (Sheet, Entry, Evening)


def remove_evenings(evenings: Sequence[int]) -> None:
    """With their change history. Row by row, as Django deletes what has a history, 10,000 games would take a minute."""
    for some in _parts(evenings, _AT_ONCE):
        _detach_imports(some)
        for sheets in _some_sheets(some):
            _remove_sheets(sheets)
        for few in _parts(some, _A_FEW):
            _remove_bare(few)


def purge_evenings() -> int:
    """Those deleted more than 30 days ago; how many. Hooked into purges."""
    evenings = list(Evening.objects.to_purge().values_list("pk", flat=True))
    remove_evenings(evenings)
    return len(evenings)


def _parts(numbers: Sequence[int], length: int) -> Iterator[Sequence[int]]:
    return (numbers[start : start + length] for start in range(0, len(numbers), length))


@write_piece()
def _detach_imports(evenings: Sequence[int]) -> None:
    """An import that was left half-way writes them anew, with the same keys, should somebody go on with it."""
    sheets = ImportedSheet.objects.filter(evening__in=evenings).exclude(of__state=State.UNDONE)
    list(Import.objects.select_for_update(no_key=True).filter(pk__in=sheets.values("of")).order_by("pk"))
    detached = list(sheets.values_list("evening", flat=True))
    sheets.update(evening=None)
    for evening in detached:
        Evening.objects.filter(pk=evening).update(key=uuid4())


def _some_sheets(evenings: Sequence[int]) -> Iterator[list[int]]:
    """With as many games as a piece may have, or a single one that has more."""
    some: list[int] = []
    games = 0
    for pk, length in Sheet.objects.filter(evening__in=evenings).order_by("-pk").values_list("pk", "games"):
        if some and games + length > _A_PIECE:
            yield some
            some, games = [], 0
        some.append(pk)
        games += length + 1
    if some:
        yield some


@write_piece()
def _remove_sheets(sheets: Sequence[int]) -> None:
    _raw_delete(Posting.objects.filter(entry__sheet__in=sheets))
    _raw_delete(Result.objects.filter(sheet__in=sheets))
    _raw_delete(Seat.objects.filter(sheet__in=sheets))
    _raw_delete(Entry.history.filter(sheet_id__in=sheets))
    _raw_delete(Entry.objects.filter(sheet__in=sheets))
    Sheet.objects.filter(pk__in=sheets).delete()


@write_piece()
def _remove_bare(evenings: Sequence[int]) -> None:
    EveningMoney.objects.filter(evening__in=evenings, frozen_at=None).delete()  # money that was settled stays
    Evening.objects.filter(pk__in=evenings).delete()


def remove_club(club: Club) -> None:
    """With all that its file may hold, and what was handed in."""
    while _remove_upload(club):
        pass
    for table in reversed(TABLES):  # a row refers to those before it
        if table.model is Evening:
            remove_evenings(list(Evening.objects.filter(club=club.pk).values_list("pk", flat=True)))
        elif table.model not in _WITH_THEIR_EVENING:
            while _remove_some(table, club):
                pass


@write_piece()
def _remove_upload(club: Club) -> bool:
    """A file may have megabytes, and all of them are overwritten."""
    some = ImportFile.objects.filter(of__club=club.pk).values_list("pk", flat=True)[:1]
    return bool(ImportFile.objects.filter(pk__in=list(some)).delete()[0])


@write_piece()
def _remove_some(table: Table, club: Club) -> bool:
    rows = table.model._base_manager.filter(**{table.club: club.pk}).order_by("-pk")
    some = list(rows.values_list("pk", flat=True)[:_A_PIECE])
    table.model._base_manager.filter(pk__in=some).delete()
    return bool(some)


def _raw_delete(rows: models.QuerySet[models.Model]) -> None:
    rows._raw_delete(rows.db)
