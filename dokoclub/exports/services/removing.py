"""Remove evenings for good, thousands of games at once, in a few statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import models

from dokoclub.evenings.models import Entry, Evening, Posting, Result, Seat, Sheet
from dokoclub.settlement.models import EveningMoney

_AT_ONCE: Final = 50  # evenings


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


def _raw_delete(rows: models.QuerySet[models.Model]) -> None:
    rows._raw_delete(rows.db)
