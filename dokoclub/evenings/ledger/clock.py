"""The time of a round is up: the game in progress is finished, open Pflichtsoli are played, nothing else begins.

The same rule for a phone without a network stands in static/js/outbox.js.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry
from dokoclub.evenings.words.phone import TIME_IS_UP
from scoring.terms import Problem

WHATEVER_THE_CLOCK_SAYS: Final = ("pflicht", "forced")  # duties


def is_late(folded: Folded, entry: Entry) -> bool:
    """Was it recorded after the end? However late it was sent. What stands before a game in time was played in time."""
    ends_at = folded.sheet.ends_at
    if ends_at is None or entry.written_at <= ends_at:
        return False
    return all(other.written_at > ends_at for other in folded.entries if other.position > entry.position)


def clock_problems(before: Folded, after: Folded, places: Mapping[UUID, str]) -> list[Problem]:
    """Where the rows at hand are late and one too many; `places` as in `checks.list_problems`."""
    if after.sheet.ends_at is None:
        return []
    at_hand = [entry for entry in after.entries if entry.uuid in places and is_late(after, entry)]
    if not at_hand or _count_begun_late(after) <= max(1, _count_begun_late(before)):
        return []
    place = places[at_hand[-1].uuid]
    problem = Problem("", TIME_IS_UP)
    return [problem.under(place) if place else problem]


def _count_begun_late(folded: Folded) -> int:
    """Games that had to be begun before the end, as all but one were not: that one was in progress."""
    return sum(
        is_late(folded, entry) and line.number is not None and line.duty not in WHATEVER_THE_CLOCK_SAYS
        for entry, _, line in folded
    )
