"""Bock games: the triggers of a Bockrunde, and the levels of the coming games. FOR; rules.md 1.13."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from scoring.game.game import Outcome
from scoring.game.kind import is_alone
from scoring.rules.parameters import TRIGGERS
from scoring.rules.rules import Bock
from scoring.terms import AUGEN, Call, Party

# The Bock levels (1 and more) of the coming games, next one first.
Queue: TypeAlias = tuple[int, ...]


def outcome_triggers(bock: Bock | None, outcome: Outcome, won_by: Party | None) -> tuple[str, ...]:
    """Return the rules' triggers that follow from winner, announcements and Augen alone. rules.md 2.8."""
    return in_order(bock, set(_from_outcome(outcome, won_by)))


def _from_outcome(outcome: Outcome, won_by: Party | None) -> Iterator[str]:
    lost = [party for party in Party if outcome.call(party) >= Call.ANSAGE and party is not won_by]
    if lost:
        yield "lost_announcement"
    if Party.RE in lost and won_by is Party.KONTRA:
        yield "lost_re"
    if Party.KONTRA in lost and won_by is Party.RE:
        yield "lost_kontra"
    if outcome.re_augen == AUGEN // 2:
        yield "120_120"
    if is_alone(outcome.side) and won_by is Party.KONTRA:
        yield "solo_lost"


def in_order(bock: Bock | None, fired: set[str]) -> tuple[str, ...]:
    """Return the triggers in `fired` that the rules know, in the order of rules.md 1.13."""
    if bock is None:
        return ()
    return tuple(trigger for trigger in TRIGGERS if trigger in fired and trigger in bock.triggers)


def factor_at(level: int) -> int:
    return 1 << level


def counted_level(bock: Bock | None, side: str, level: int) -> int:
    """Return the Bock level that multiplies a game: 0 for a solo if Bock does not count in solos. rules.md 1.13."""
    return 0 if bock is not None and is_alone(side) and not bock.in_solo else level


def level_now(queue: Queue) -> int:
    return queue[0] if queue else 0


def after_game(bock: Bock, queue: Queue, *, triggered: int, is_solo: bool, at_table: int) -> Queue:
    """Return the levels left after a game with `triggered` triggers at a table of `at_table` players. rules.md 2.9.
    Several triggers make one Bockrunde, or one each: then each further one acts on the queue left by the previous
    one. rules.md 1.13.
    """
    level = level_now(queue)
    left = queue if is_solo and at_table in bock.solo_extends_at else queue[1:]
    games = at_table if bock.length == "round" else int(bock.length)
    for further in range(triggered if bock.several == "each" else min(triggered, 1)):
        left = _with_bockrunde(bock, left, games, level_now(left) if further else level)
    return left


def count_raised(bock: Bock, queue: Queue, *, is_solo: bool, at_table: int) -> int:
    """Count the coming games that rise by a level if a game in front of `queue` starts a Bockrunde. rules.md 2.9."""
    without = after_game(bock, queue, triggered=0, is_solo=is_solo, at_table=at_table)
    levels = after_game(bock, queue, triggered=1, is_solo=is_solo, at_table=at_table)
    return count_higher(levels, without)


def count_higher(levels: Queue, before: Queue) -> int:
    """Count the games with a higher level in `levels` than in `before`."""
    padded = before + (0,) * len(levels)
    return sum(level > padded[place] for place, level in enumerate(levels))


def _with_bockrunde(bock: Bock, left: Queue, games: int, level: int) -> Queue:
    """Return `left` with one more Bockrunde of `games`; `level` is that of the game that triggered it."""
    new = (1,) * games
    if level == 0:
        return new
    match bock.overlap:
        case "stack":
            if bock.max_level is None or level < bock.max_level:
                return _stacked(left, games, bock.max_level)
            return left + new if bock.overflow == "append" else left
        case "append":
            return left + new
        case "restart":
            return new
        case _:  # ignore
            return left


def _stacked(left: Queue, games: int, max_level: int | None) -> Queue:
    padded = left + (0,) * (games - len(left))
    raised = tuple(level + 1 for level in padded[:games])
    if max_level is not None:
        raised = tuple(min(level, max_level) for level in raised)
    return raised + padded[games:]
