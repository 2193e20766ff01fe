"""What would become of the later rows if one were changed, struck or taken back?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Entry
from scoring.game.compare import later_changes
from scoring.game.rows import Row
from scoring.game.sheet import Line


class LaterChange(NamedTuple):
    """A row behind the changed one that would not be what it was; `what`: names of fields of `Line`."""

    entry: Entry
    before: Line
    after: Line
    what: tuple[str, ...]


@dataclass(frozen=True)
class Rewriting:
    """One row changed: the sheet as it was, and as it would be."""

    entry: Entry
    before: Folded
    after: Folded

    @cached_property
    def later(self) -> list[LaterChange]:
        """How later rows would differ. Only for a list that has no problems."""
        at = self.before.index(self.entry)
        stood, stands = self.before.stands(self.entry), self.after.stands(self.entry)
        behind = list(self.before)[at + stood :]
        entries = {id(line): entry for entry, _, line in behind}
        found = later_changes(self.before.paper, self.after.paper, at=at, shift=stands - stood) if behind else []
        return [LaterChange(entries[id(change.before)], *change) for change in found]


def rewrite_row(folded: Folded, entry: Entry, row: Row | None) -> Rewriting:
    """`entry` stands for `row`; None: it is struck. An entry that was struck comes back by this. No query."""
    after = folded.with_row(entry, row) if row is not None else folded.without(entry)
    return Rewriting(entry, folded, after)
