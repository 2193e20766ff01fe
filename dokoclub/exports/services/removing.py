"""Remove evenings for good, thousands of games at once, in a few statements; and clubs, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import models

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Entry, Evening, Posting, Result, Seat, Sheet
from dokoclub.exports.club_file.schema import TABLES, Table
from dokoclub.exports.services.pieces import write_piece
from dokoclub.settlement.models import EveningMoney

_AT_ONCE: Final = 50  # evenings
_A_PIECE: Final = 200  # rows
_A_FEW: Final = 5  # evenings
_WITH_THEIR_EVENING: Final = (Sheet, Entry)


def remove_evenings(evenings: Sequence[int]) -> None:
    """With their change history. Row by row, as Django deletes what has a history, 10,000 games would take a minute."""
    for start in range(0, len(evenings), _AT_ONCE):
        some = evenings[start : start + _AT_ONCE]
        sheets = list(Sheet.objects.filter(evening__in=some).values_list("pk", flat=True))
        entries = Entry.objects.filter(sheet__in=sheets)
        _raw_delete(Posting.objects.filter(entry__sheet__in=sheets))
        _raw_delete(Result.objects.filter(sheet__in=sheets))
        _raw_delete(Seat.objects.filter(sheet__in=sheets))
        _raw_delete(Entry.history.filter(sheet_id__in=sheets))
        _raw_delete(entries)
        EveningMoney.objects.filter(evening__in=some, frozen_at=None).delete()  # money that was settled stays
        Evening.objects.filter(pk__in=some).delete()


def remove_club(club: Club) -> None:
    """With all that its file may hold. Each piece is atomic: who writes elsewhere waits for one of them at most."""
    for table in reversed(TABLES):  # a row refers to those before it
        if table.model not in _WITH_THEIR_EVENING:
            while _remove_some(table, club):
                pass


@write_piece()
def _remove_some(table: Table, club: Club) -> bool:
    rows = table.model._base_manager.filter(**{table.club: club.pk}).order_by("-pk")
    some = list(rows.values_list("pk", flat=True)[: _A_FEW if table.model is Evening else _A_PIECE])
    if table.model is Evening:
        remove_evenings(some)
    else:
        table.model._base_manager.filter(pk__in=some).delete()
    return bool(some)


def _raw_delete(rows: models.QuerySet[models.Model]) -> None:
    rows._raw_delete(rows.db)
