"""What would become of the other rows if some were written, changed, struck or taken back?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry
from scoring.game.compare import compare_lines
from scoring.game.rows import Row
from scoring.game.sheet import Line


class LaterChange(NamedTuple):
    """A row that nobody touched and that would not be what it was; `what`: names of fields of `Line`."""

    entry: Entry
    before: Line
    after: Line
    what: tuple[str, ...]


@dataclass(frozen=True)
class Rewriting:
    """Some rows changed, `entries`: the sheet as it was, and as it would be."""

    entries: tuple[Entry, ...]
    before: Folded
    after: Folded

    @property
    def since(self) -> int:
        """The index of the first row that is changed, in the list as it would be."""
        return min((self.after.index(entry) for entry in self.entries), default=0)

    @cached_property
    def later(self) -> list[LaterChange]:
        """How rows below would differ. Only for a list that has no problems."""
        touched = {entry.uuid for entry in self.entries}
        behind = {entry.uuid for entry in self.before.entries[self.since :]} - touched
        if not behind:
            return []
        was = {entry.uuid: line for entry, _, line in self.before}
        found = [(entry, was[entry.uuid], line) for entry, _, line in self.after if entry.uuid in behind]
        return [LaterChange(entry, old, new, what) for entry, old, new in found if (what := compare_lines(old, new))]


def rewrite_row(folded: Folded, entry: Entry, row: Row | None) -> Rewriting:
    """`entry` stands for `row`; None: it is struck. One that does not stand there takes its place by this. No query."""
    after = folded.with_row(entry, row) if row is not None else folded.without(entry)
    return Rewriting((entry,), folded, after)


def make_room(entries: Iterable[Entry], position: int) -> None:
    """The rows from `position` on move down by one, in the memory alone: a row can be put there."""
    for entry in entries:
        if entry.position >= position:
            entry.position += 1
