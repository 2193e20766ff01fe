"""The story of an evening: the sentences that are true of it and were rarest among the club's evenings before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from scoring.league.evening_facts import EveningFacts
from scoring.league.evening_history import History, PastEvening
from scoring.league.evening_kinds import KINDS, SLOTS, as_past
from scoring.phrases import Phrase


def true_by_itself(one: EveningFacts) -> dict[str, Mapping[str, Phrase]]:
    """Return the kinds that are true without regard to other evenings, with the values of their gaps."""
    if not one.totals:
        return {}
    found = {kind.key: kind.by_games(one) for kind in KINDS.values() if kind.by_games}
    return {key: values for key, values in found.items() if values is not None}


def true_by_history(one: PastEvening, before: History) -> dict[str, Mapping[str, Phrase]]:
    """Return the kinds that are true because of the evenings before."""
    if not one.ranking:
        return {}
    found = {kind.key: kind.by_history(one, before) for kind in KINDS.values() if kind.by_history}
    return {key: values for key, values in found.items() if values is not None}


def remember_evening(one: EveningFacts, day: str, evening: int) -> PastEvening:
    """Return an evening as part of the history of later ones."""
    return as_past(one, day, evening, tuple(true_by_itself(one)))


def choose_kinds(true: Iterable[str], seen: Mapping[str, int], last_lead: str | None) -> list[str]:
    """Choose the rarest kind of each slot, and begin with another than `last_lead`.

    `seen`: on how many evenings before each kind was true. Of equally rare kinds the first of the registry is told.
    """
    order = list(KINDS)
    rarest = sorted(true, key=lambda key: (seen.get(key, 0), order.index(key)))
    chosen: dict[str, str] = {}
    for slot in SLOTS:
        topics = {KINDS[key].topic or key for key in chosen.values()}
        fitting = [key for key in rarest if KINDS[key].slot == slot and (KINDS[key].topic or key) not in topics]
        others = fitting if chosen else [key for key in fitting if key != last_lead] or fitting
        if others:
            chosen[slot] = others[0]
    told = list(chosen.values())
    return [*told[1:2], *told[:1], *told[2:]] if told[:1] == [last_lead] and len(told) > 1 else _unless(told, last_lead)


def _unless(told: list[str], last_lead: str | None) -> list[str]:
    """Return no story where its only sentence would repeat how the last one began."""
    return [] if told == [last_lead] else told


def build_story(one: EveningFacts, past: Iterable[PastEvening]) -> list[Phrase]:
    """Return the sentences of an evening. `past`: the evenings before it, the oldest first."""
    history, seen, lead = History(), Counter[str](), None  # type: History, Counter[str], str | None
    for earlier in past:
        true = [*earlier.kinds, *true_by_history(earlier, history)]
        lead = next(iter(choose_kinds(true, seen, lead)), lead)
        seen.update(true)
        history.add(earlier)
    found = {**true_by_itself(one), **true_by_history(as_past(one), history)}
    return [KINDS[key].phrase(found[key]) for key in choose_kinds(found, seen, lead)]
