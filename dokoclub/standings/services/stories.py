"""Stories of closed evenings. What later stories need of an evening is a tally, added up by month."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache, partial
from itertools import chain
from typing import Any, Final

from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Evening
from dokoclub.standings.models.periods import Period, Span
from dokoclub.standings.selectors.stories import get_facts, list_unusual, remember_evenings
from dokoclub.standings.services.tallies import Counting, Label, TallyKind
from scoring.league.evening_history import PastEvening
from scoring.league.evening_kinds import VERSION
from scoring.league.evening_story import build_story
from scoring.phrases import Phrase

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
