"""What is derived from the facts, put right on many sheets: a new counter reaches old ones, a slip is mended."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from django.db import transaction

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.evenings import hooks
from dokoclub.evenings.ledger import check
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.services.posting import post_fold, post_results
from dokoclub.evenings.services.refusals import Closed
from dokoclub.evenings.services.writing import lock_sheet
from scoring.league.deeds import VERSION


class Reposted(Enum):
    RIGHT = "right"  # nothing had to be written
    CHANGED = "changed"
    UNREADABLE = "unreadable"  # its facts cannot be: check_ledger tells more
    GONE = "gone"  # meanwhile deleted for good


def repost_sheets(club: Club | None = None, *, older: bool = False) -> Iterator[tuple[Sheet, Reposted]]:
    """Every sheet, of all clubs without one; `older`: only those that an older version counted.

    Each is held and written by itself, so that phones wait for one sheet at most.
    """
    sheets = Sheet.objects.exclude(evening__club__deleted_at=UNFINISHED).order_by("pk")
    if club is not None:
        sheets = sheets.filter(evening__club=club)
    if older:
        sheets = sheets.exclude(counted_by=VERSION)
    for sheet in list(sheets.only("pk")):
        yield sheet, put_right(sheet)


def repost_older() -> None:
    """After a restore: an older backup was counted by an older version. Hooked into after_restore."""
    for _ in repost_sheets(older=True):
        pass
    follow_reposting()


def follow_reposting() -> None:
    """Tell the later apps: hooks.after_reposting."""
    for follow in hooks.after_reposting:
        follow()


@transaction.atomic
def put_right(sheet: Sheet) -> Reposted:
    """Write anew what does not follow from the facts.

    Where only counters were wrong, points and pages are what they were: the version stays, no later app is told.
    Facts that cannot be are left to people; the server starts all the same.
    """
    try:
        folded = check.read_strictly(lock_sheet(sheet))
    except Closed:
        return Reposted.GONE
    if not isinstance(folded, Folded):
        return Reposted.UNREADABLE
    wrong = list(check.find_wrong(folded))
    if any(not one.is_counter for one in wrong):
        _name_kinds(folded)
        post_fold(folded, since=0, version=folded.sheet.version + 1)
    elif wrong:
        post_results(folded)
    Sheet.objects.filter(pk=sheet.pk).exclude(counted_by=VERSION).update(counted_by=VERSION)
    return Reposted.CHANGED if wrong else Reposted.RIGHT


def _name_kinds(folded: Folded) -> None:
    """The kind of a row stands beside its facts, to be searched by."""
    for entry in folded.entries:
        if entry.kind != entry.facts["kind"]:
            Entry.objects.filter(pk=entry.pk).update(kind=entry.facts["kind"])
