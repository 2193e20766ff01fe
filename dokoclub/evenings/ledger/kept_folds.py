"""Sheets that were read and folded lately, so that neither a new row nor a page must read all rows again.

In the memory of the process. What is kept is shared: nobody changes it.
"""

from __future__ import annotations

from collections import OrderedDict
from copy import copy
from threading import Lock
from typing import Final, NamedTuple

from django.db import connection, transaction

from dokoclub.clubs.models.stamp import stamp_of
from dokoclub.evenings.ledger.folded import Folded, read_sheet
from dokoclub.evenings.models import Sheet

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
    state = _state_of(sheet)
    if not state or connection.in_atomic_block:
        return read_sheet(sheet)
    with _GUARD:
        kept = _KEPT.get(sheet.pk)
    if kept is not None and kept.state == state:
        return kept.folded.of(sheet)
    folded = read_sheet(sheet)
    if _is_of(folded, sheet.version):
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
