"""The other rows of a sheet after some were written, changed, struck or taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry
from scoring.game.compare import Change, compare_lines
from scoring.game.rows import Row


@dataclass(frozen=True)
class Rewriting:
    """Compare the sheet before and after some of its rows (`entries`) change."""

    entries: tuple[Entry, ...]
    before: Folded
    after: Folded

    @property
    def since(self) -> int:
        """Return the index of the first changed row in the new list."""
        return min((self.after.index(entry) for entry in self.entries), default=0)

    @cached_property
    def later(self) -> list[Change]:
        """Return how the rows below would differ. The new list must have no problems."""
        touched = {entry.uuid for entry in self.entries}
        behind = {entry.uuid for entry in self.before.entries[self.since :]} - touched
        if not behind:
            return []
        was = {entry.uuid: line for entry, _, line in self.before}
        found = [(was[entry.uuid], line) for entry, _, line in self.after if entry.uuid in behind]
        return [Change(old, new, what) for old, new in found if (what := compare_lines(old, new))]


def rewrite_row(folded: Folded, entry: Entry, row: Row | None) -> Rewriting:
    """Put `row` into `entry`, or strike the entry if it is None. An entry that is struck counts again. No query."""
    after = folded.with_row(entry, row) if row is not None else folded.without(entry)
    return Rewriting((entry,), folded, after)


def make_room(entries: Iterable[Entry], position: int) -> None:
    """Move the rows from `position` on down by one to make room for a row. Nothing is saved."""
    for entry in entries:
        if entry.position >= position:
            entry.position += 1
