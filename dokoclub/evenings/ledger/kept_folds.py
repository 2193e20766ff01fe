"""Sheets that were read and folded lately, so that neither a new row nor a page must read all rows again.

In the memory of the process. What is kept is shared: nobody changes it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from copy import copy
from threading import Lock
from typing import Final, NamedTuple

from django.db import connection, transaction

from dokoclub.clubs.models.stamp import stamp_of
from dokoclub.evenings.ledger.folded import Folded, fold_entries, read_sheet
from dokoclub.evenings.models import Entry, Sheet

MOST: Final = 40  # sheets; a long one takes half a megabyte


class Kept(NamedTuple):
    state: str
    folded: Folded


_KEPT: Final[OrderedDict[int, Kept]] = OrderedDict()
_GUARD: Final = Lock()


def read_kept(sheet: Sheet) -> Folded:
    """As `read_sheet`, without a query where the sheet in that version was read before. For who only reads, or appends.

    Inside a transaction it is always read: what is written there, nobody else has seen yet.
    """
    kept = _kept(sheet)
    return kept or _keep_read(read_sheet(sheet))


def read_all_kept(sheets: Iterable[Sheet]) -> dict[int, Folded]:
    """The same of many, by primary key. One query for all that were not read before."""
    found = {sheet.pk: (sheet, _kept(sheet)) for sheet in sheets}
    fresh = [sheet for sheet, kept in found.values() if kept is None]
    rows: dict[int, list[Entry]] = {sheet.pk: [] for sheet in fresh}
    if fresh:
        for entry in Entry.objects.filter(sheet__in=fresh).order_by("sheet", "position"):
            rows[entry.sheet_id].append(entry)
    return {pk: kept or _keep_read(fold_entries(sheet, rows[pk])) for pk, (sheet, kept) in found.items()}


def _kept(sheet: Sheet) -> Folded | None:
    state = _state_of(sheet)
    if not state or connection.in_atomic_block:
        return None
    with _GUARD:
        kept = _KEPT.get(sheet.pk)
    return kept.folded.of(sheet) if kept is not None and kept.state == state else None


def _keep_read(folded: Folded) -> Folded:
    """What was read just now, for who comes next."""
    state = _state_of(folded.sheet)
    if state and not connection.in_atomic_block and _is_of(folded, folded.sheet.version):
        _keep(state, folded)
    return folded


def keep_after(folded: Folded) -> None:
    """The sheet as this transaction leaves it, if it is left so."""
    if state := _state_of(folded.sheet):
        transaction.on_commit(lambda: _keep(state, folded))


def forget_folds() -> None:
    with _GUARD:
        _KEPT.clear()


def _state_of(sheet: Sheet) -> str:
    """Versions only rise, but after a restore: it renews the stamps of all clubs. So do merges, which change ids.

    What was played has the day of its evening.
    """
    stamp = stamp_of(sheet.evening.club)
    return f"{stamp.people} {sheet.evening.version} {sheet.version}" if stamp else ""


def _is_of(folded: Folded, version: int) -> bool:
    """The rows were read after the sheet was: something may have been written in between."""
    return all(entry.version <= version for entry in (*folded.entries, *folded.struck))


def _keep(state: str, folded: Folded) -> None:
    folded = folded.of(copy(folded.sheet))
    with _GUARD:
        _KEPT[folded.sheet.pk] = Kept(state, folded)
        _KEPT.move_to_end(folded.sheet.pk)
        while len(_KEPT) > MOST:
            _KEPT.popitem(last=False)
