"""Stories of closed evenings. What later stories need of an evening is a tally, added up by month."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache, partial
from itertools import chain, groupby
from typing import Any, Final

from dokoclub.clubs.models import Club
from dokoclub.evenings.domain.sheet_state import SheetState, replay_entries
from dokoclub.evenings.hooks import unusual_evenings
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.selectors.statistics import OnEvening
from dokoclub.standings.services.tallies import Counting, Label, TallyKind
from scoring.league.evening_facts import EveningFacts, collect_facts
from scoring.league.evening_history import PastEvening
from scoring.league.evening_kinds import VERSION
from scoring.league.evening_story import build_story, remember_evening
from scoring.phrases import Phrase


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
        found[sheet.evening_id].append(replay_entries(sheet, by_sheet.get(sheet.pk, [])))
    return {
        number: [remember_evening(get_facts(sheets, ranked_by), f"{days[number]:%Y-%m-%d}", number)]
        for number, sheets in found.items()
    }


def list_unusual(club: Club) -> frozenset[int]:
    """List the ids of evenings of tournaments. One query for each hook."""
    mine = Evening.objects.filter(club=club)
    return frozenset(pk for find in unusual_evenings for pk in mine.filter(pk__in=find()).values_list("pk", flat=True))


LABELS: Final = {"scores": "story-s", "balance": "story-b"}


def get_story(evening: Evening, sheets: Sequence[SheetState], ranked_by: str) -> list[Phrase]:
    """Return the sentences about a closed evening, none for one of a tournament, whose ranks have tie-breaks.

    Five queries if no earlier evening has changed; only the first request replays them.
    """
    unusual = list_unusual(evening.club)
    if evening.pk in unusual:
        return []
    until = Period(span=Span.QUARTER, first=date.min, last=evening.date)
    found = Counting(evening.club, stories_by(ranked_by)).count(until)
    now = (f"{evening.date:%Y-%m-%d}", evening.pk)
    before = [one for one in found if (one.day, one.evening) < now and one.evening not in unusual]
    return build_story(get_facts(sheets, ranked_by), before)


@cache
def stories_by(ranked_by: str) -> TallyKind[list[PastEvening]]:
    """Return the kind of tallies. `ranked_by`: the points of their rankings."""
    label = Label(LABELS[ranked_by], str(VERSION), _dump, _load)
    return TallyKind(label, partial(remember_evenings, ranked_by=ranked_by), _join)


def _join(some: Iterable[list[PastEvening]]) -> list[PastEvening]:
    return [*chain.from_iterable(some)]


def _dump(some: list[PastEvening]) -> Any:
    return some


def _load(stored: Any) -> list[PastEvening]:
    return [_read(*fields) for fields in stored]


def _read(day: str, evening: int, ranking: Any, *fields: Any) -> PastEvening:
    places = tuple((player, points) for player, points in ranking)
    return PastEvening._make((day, evening, places, *fields[:-1], tuple(fields[-1])))
