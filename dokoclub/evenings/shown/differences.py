"""What would change below, in words: "Game 15: no Bock, +4 → +2"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.evenings.ledger.rewriting import LaterChange
from dokoclub.evenings.selectors.people import Names
from dokoclub.evenings.selectors.sheets import who_dealt
from dokoclub.evenings.shown.people import tell_players
from dokoclub.evenings.shown.rows import mark_of
from dokoclub.look.numbers import signed
from dokoclub.look.words import name_of
from scoring.game.sheet import Line
from scoring.rules.kinds import DUTIES
from scoring.rules.rules import Rules

# Not worth a line of its own: games that only move up or down.
MOVED: Final = {"number"}


def tell_differences(changes: Iterable[LaterChange], names: Names, rules: Rules) -> list[str]:
    """One line a game; games that only get another number are counted in one. Other rows have nothing to lose."""
    games = [change for change in changes if change.before.number is not None]
    changed = [change for change in games if _what(change) - MOVED]
    moved = len(games) - len(changed)
    told = [text for change in changed if (text := _told(change, names, rules))]
    if moved:
        told.append(
            ngettext("%(games)s game only gets another number.", "%(games)s games only get another number.", moved)
            % {"games": moved}
        )
    return told


def _what(change: LaterChange) -> set[str]:
    """The sheet shows who dealt (`who_dealt`), not whom the rotation would have."""
    is_same = who_dealt(change.before) == who_dealt(change.after)
    return set(change.what) - ({"dealer"} if is_same else set())


def _told(change: LaterChange, names: Names, rules: Rules) -> str:
    """Nothing where only the reckoning is another one."""
    number = _("Game %(number)s") % {"number": change.before.number}
    differences = ", ".join(_differences(change.before, change.after, names, rules))
    return f"{number}: {differences}" if differences else ""


def _differences(before: Line, after: Line, names: Names, rules: Rules) -> Iterator[str]:
    if before.number != after.number and after.number is not None:
        yield _("becomes game %(number)s") % {"number": after.number}
    if who_dealt(before) != (dealer := who_dealt(after)):
        yield _("dealer %(name)s") % {"name": names[dealer].called}
    if before.bock_level != after.bock_level:
        yield _bock(before.bock_level, after.bock_level, rules)
    if before.duty != after.duty:
        yield " → ".join(name_of(DUTIES[duty]) if duty else "–" for duty in (before.duty, after.duty))
    if before.sitting_out != after.sitting_out:
        yield _("sits out: %(names)s") % {"names": tell_players(names, after.sitting_out) or "–"}
    if _gained(before) != _gained(after):
        yield from _points(before, after, names)


def _bock(before: int, after: int, rules: Rules) -> str:
    if not after:
        return _("no Bock any more")
    if not before:
        return f"{_('Bock')} {mark_of(after, rules)}"
    return f"{_('Bock')} {mark_of(before, rules)} → {mark_of(after, rules)}"


def _points(before: Line, after: Line, names: Names) -> Iterator[str]:
    """Yield the value of the game; where it stays, whose points change."""
    if _most(before) != _most(after):
        yield f"{signed(_most(before))} → {signed(_most(after))}"
        return
    old, new = _gained(before), _gained(after)
    for player in {**old, **new}:
        own, other = old.get(player, 0), new.get(player, 0)
        if own != other:
            yield f"{names[player].called} {signed(own)} → {signed(other)}"


def _gained(line: Line) -> dict[str, int]:
    """By player; who gets nothing may as well not sit there."""
    return {player: points for player, points in line.score.scores.items() if points}


def _most(line: Line) -> int:
    """The points of whoever gains, or, where only losses are written, loses by the game."""
    points = line.score.scores.values()
    return max(points, default=0) or min(points, default=0)
