"""What would this row be worth, and what would follow, if it were written? Nothing is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from dokoclub.evenings.ledger import checks
from dokoclub.evenings.ledger.folded import Folded, read_sheet
from dokoclub.evenings.ledger.rewriting import LaterChange, Rewriting, make_room, rewrite_row
from dokoclub.evenings.models import Entry, Sheet
from scoring.game import bock
from scoring.game.game import Game
from scoring.game.rows import Row
from scoring.game.sheet import Line, Next
from scoring.terms import Problem


@dataclass(frozen=True, kw_only=True)
class Preview:
    """Either problems, or the line with what follows from it."""

    problems: tuple[Problem, ...] = ()
    line: Line | None = None
    next: Next | None = None  # the game after all that is written
    bock_games: int = 0  # how many coming games it raises by a level, if it is the last
    later: tuple[LaterChange, ...] = ()  # rows that would change, if it is an old one
    version: int = 0  # of the sheet, to be sent with the confirmation


def preview_row(
    sheet: Sheet, facts: Mapping[str, Any], *, attribution: Mapping[str, Any] | None = None, note: str = ""
) -> Preview:
    """A new row at the end of the sheet. One query, two more where there are problems or somebody comes."""
    folded = read_sheet(sheet)
    read = checks.read_row(dict(facts), dict(attribution or {}), note, sheet, folded.players)
    if isinstance(read, list):
        return Preview(problems=tuple(checks.with_names(read, sheet)))
    entry = Entry(sheet=sheet, uuid=uuid4(), position=folded.last_position + 1)
    return _shown(Rewriting((entry,), folded, folded.appended([entry], [read.row])), read.row)


def preview_insertion(
    stands: Entry, facts: Mapping[str, Any], *, attribution: Mapping[str, Any] | None = None, note: str = ""
) -> Preview:
    """A new row in front of `stands`. As many queries as `preview_row`."""
    sheet, folded = stands.sheet, read_sheet(stands.sheet)
    table = folded.players_before(folded.index(stands))
    read = checks.read_row(dict(facts), dict(attribution or {}), note, sheet, table)
    if isinstance(read, list):
        return Preview(problems=tuple(checks.with_names(read, sheet)))
    entry = Entry(sheet=sheet, uuid=uuid4(), position=stands.position)
    make_room((*folded.entries, *folded.struck), entry.position)
    return _shown(rewrite_row(folded, entry, read.row), read.row)


def preview_change(
    entry: Entry, facts: Mapping[str, Any] | None, *, attribution: Mapping[str, Any] | None = None, note: str = ""
) -> Preview:
    """The difference before it is confirmed. None: `entry` is struck. A struck one with facts comes back.

    One query, two more where there are problems or somebody comes.
    """
    folded = read_sheet(entry.sheet)
    row: Row | None = None
    if facts is not None:
        table = folded.players_before(folded.index(entry))
        read = checks.read_row(dict(facts), dict(attribution or {}), note, entry.sheet, table)
        if isinstance(read, list):
            return Preview(problems=tuple(checks.with_names(read, entry.sheet)))
        row = read.row
    return _shown(rewrite_row(folded, entry, row), row)


def _shown(change: Rewriting, row: Row | None) -> Preview:
    after = change.after
    (entry,) = change.entries
    if problems := checks.list_problems(after, {entry.uuid: ""}, since=change.since, before=change.before):
        return Preview(problems=tuple(checks.with_names(problems, after.sheet)))
    line = after.lines[after.index(entry)] if row is not None else None
    return Preview(
        line=line,
        next=after.paper.next,
        bock_games=bock_games(after, row) if line is not None and line is after.lines[-1] else 0,
        later=tuple(change.later),
        version=change.before.sheet.version,
    )


def bock_games(after: Folded, row: Row | None) -> int:
    """How many of the games to come a last row has raised."""
    rules = after.rules.bock
    if rules is None or not isinstance(row, Game):
        return 0
    queue = Folded(after.sheet, after.entries[:-1], (), after.rows[:-1]).paper.bock_left
    without = bock.after_game(rules, queue, triggered=False, is_solo=row.is_solo, at_table=len(after.players))
    return bock.count_higher(after.paper.bock_left, without)
