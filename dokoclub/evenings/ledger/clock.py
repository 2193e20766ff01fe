"""The clock of a sheet, where it has one: what was recorded after its end is late, and late rows are few."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry
from scoring.game.clock import TIME_IS_UP, is_too_late
from scoring.game.sheet import Line
from scoring.terms import Problem


def is_late(folded: Folded, entry: Entry) -> bool:
    """Was it recorded after the end? However late it was sent."""
    ends_at = folded.sheet.ends_at
    return ends_at is not None and entry.written_at > ends_at


def clock_problems(before: Folded, after: Folded, places: Mapping[UUID, str]) -> list[Problem]:
    """Where the rows at hand are late and one too many; `places` as in `checks.list_problems`."""
    if after.sheet.ends_at is None:
        return []
    at_hand = [entry for entry in after.entries if entry.uuid in places and is_late(after, entry)]
    if not at_hand or not is_too_late(_late_lines(before), _late_lines(after)):
        return []
    place = places[at_hand[-1].uuid]
    problem = Problem("", TIME_IS_UP)
    return [problem.under(place) if place else problem]


def _late_lines(folded: Folded) -> list[Line]:
    return [line for entry, line in zip(folded.entries, folded.lines, strict=True) if is_late(folded, entry)]
