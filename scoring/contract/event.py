"""The one entrance for rows of a list: facts and additions become an event, or problems.
Phone and site read it here, with the same function; only the site knows whether its players belong to the club.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, TypeAlias

from scoring.contract.legacy_rows import check_attribution, parse_row, store_attribution, store_row
from scoring.contract.stored_rows import length_problems, with_clean_reason, with_owing
from scoring.game.rows import Penalty, Row, Table
from scoring.rules.rules import Rules
from scoring.terms import Player, Problem
from scoring.text import clean_line

Json: TypeAlias = dict[str, Any]


class Event(NamedTuple):
    """A checked row, with its stored form."""

    row: Row
    facts: Json
    attribution: Json
    note: str


def read_event(
    facts: object, attribution: Json, note: str, rules: Rules, table: Sequence[Player]
) -> Event | list[Problem]:
    """Return the event, or all its problems by itself and at this `table`, each at its field."""
    row, note = parse_row(facts, rules), clean_line(note)
    if isinstance(row, list):
        return [*row, *length_problems("note", note)]
    row = with_clean_reason(row)
    found = problems_beside(row, rules, attribution, note, find_newcomers(row, table))
    return found or Event(with_owing(row, attribution), store_row(row), store_attribution(attribution), note)


def make_event(row: Row) -> Event:
    """Return the event of a computed row, with no additions."""
    return Event(row, store_row(row), {}, "")


def find_newcomers(row: Row, table: Sequence[Player]) -> Collection[Player]:
    """Return the players that join by this row and did not sit at the `table`."""
    return set(row.players) - set(table) if isinstance(row, Table) else set()


def problems_beside(
    row: Row, rules: Rules, attribution: Json, note: str, newcomers: Collection[Player]
) -> list[Problem]:
    """List the problems of everything except the facts of `row`."""
    return [
        *check_attribution(attribution, row, rules, newcomers),
        *length_problems("note", clean_line(note)),
        *(length_problems("reason", row.reason) if isinstance(row, Penalty) else ()),
    ]
