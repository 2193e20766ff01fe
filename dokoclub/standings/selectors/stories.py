"""Facts of evenings for their stories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from dokoclub.clubs.models import Club
from dokoclub.evenings.domain.sheet_state import SheetState, fold_entries
from dokoclub.evenings.hooks import unusual_evenings
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.standings.selectors.statistics import OnEvening
from scoring.league.evening_facts import EveningFacts, collect_facts
from scoring.league.evening_history import PastEvening
from scoring.league.evening_story import remember_evening


def get_facts(sheets: Sequence[SheetState], ranked_by: str) -> EveningFacts:
    rows = [[(row, line) for _, row, line in sheet] for sheet in sheets]
    return collect_facts(rows, by_balance=ranked_by == "balance")


def remember_evenings(evenings: Iterable[OnEvening], ranked_by: str) -> dict[int, list[PastEvening]]:
    """Return what later stories need of each of these evenings, by its id. Two queries."""
    days = {one.number: one.day for one in evenings}
    found: dict[int, list[SheetState]] = {number: [] for number in days}
    entries = Entry.objects.filter(sheet__evening__in=days).order_by("sheet", "position")
    by_sheet = {pk: [*some] for pk, some in groupby(entries, key=lambda entry: entry.sheet_id)}
    for sheet in Sheet.objects.filter(evening__in=days).select_related("evening").order_by("evening", "round", "pk"):
        found[sheet.evening_id].append(fold_entries(sheet, by_sheet.get(sheet.pk, [])))
    return {
        number: [remember_evening(get_facts(sheets, ranked_by), f"{days[number]:%Y-%m-%d}", number)]
        for number, sheets in found.items()
    }


def list_unusual(club: Club) -> frozenset[int]:
    """List the ids of evenings of tournaments. One query for each hook."""
    mine = Evening.objects.filter(club=club)
    return frozenset(pk for find in unusual_evenings for pk in mine.filter(pk__in=find()).values_list("pk", flat=True))
