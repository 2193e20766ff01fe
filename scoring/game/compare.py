"""Comparison of two lists: later rows after a correction, and the same list under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.game import by_hand
from scoring.game.game import Game
from scoring.game.rows import PointsByHand, Row
from scoring.game.sheet import Line, Sheet, fold_rows
from scoring.rules.rules import Rules
from scoring.terms import Player


class Change(NamedTuple):
    """A later row that differs from before; `what` names the fields of `Line` that changed."""

    before: Line
    after: Line
    what: tuple[str, ...]


# Totals follow from scores, so they are no change of a row by themselves.
_COMPARED = ("number", "dealer", "sitting_out", "bock_level", "duty", "score")


def later_changes(before: Sheet, after: Sheet, *, at: int, shift: int = 0) -> list[Change]:
    """List the changes in the rows behind row `at` (from 0) after it was amended, struck or inserted.
    `shift`: by how many places they have moved: 0 after an amendment, -1 after striking, +1 after inserting at `at`
    (then the row that was there has moved too).
    """
    first = at if shift > 0 else at + 1
    pairs = zip(before.lines[first:], after.lines[first + shift :], strict=True)
    changes = (Change(old, new, compare_lines(old, new)) for old, new in pairs)
    return [change for change in changes if change.what]


def compare_lines(old: Line, new: Line) -> tuple[str, ...]:
    """Return the names of the fields in which two rows differ."""
    return tuple(field for field in _COMPARED if getattr(old, field) != getattr(new, field))


@dataclass(frozen=True, slots=True)
class SideBySide:
    """The same list under its own and under other rules, with its lines in pairs."""

    own: Sheet
    other: Sheet

    @property
    def lines(self) -> Sequence[tuple[Line, Line]]:
        return list(zip(self.own.lines, self.other.lines, strict=True))


def what_if(
    own: Rules,
    other: Rules,
    players: Sequence[Player],
    rows: Iterable[Row],
    *,
    first_dealer: Player | None = None,
) -> SideBySide:
    """Replay the list under both sets of rules. Facts unknown to the other rules score 0."""
    rows = list(rows)
    moved = [_as_known(row, own, other) for row in rows]
    return SideBySide(
        fold_rows(own, players, rows, first_dealer=first_dealer),
        fold_rows(other, players, moved, first_dealer=first_dealer),
    )


def _as_known(row: Row, own: Rules, other: Rules) -> Row:
    """Turn points by hand into winners and value, which every notation can write, and drop further calls that the
    other rules do not know. If no winners and value give these points, return the row as written.
    """
    if isinstance(row, PointsByHand):
        return by_hand.from_points(row, own) or row
    if isinstance(row, Game) and row.raises > other.raises:
        return replace(row, raises=other.raises)
    return row
