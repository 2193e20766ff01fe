"""A whole list: the replay of its rows into dealer, players that sit out, Bock levels, Pflichtsoli and totals.
To correct or strike an old game, replay the list; `later_changes` lists the effects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from scoring.game import bock, pflichtsolo, seating
from scoring.game.game import Game
from scoring.game.rows import ByHand, Penalty, PointsByHand, Row, Table
from scoring.game.score import Score, Scorer
from scoring.rules.rules import Rules
from scoring.terms import Player


class Line(NamedTuple):
    """One computed row of the list.
    A row that is no game has no number; dealer, sitting out and Bock level are those of the next game.
    """

    number: int | None
    dealer: Player
    sitting_out: tuple[Player, ...]
    bock_level: int
    duty: str | None  # of a solo: pflicht, lust, forced
    score: Score  # points of everybody at the table
    totals: Mapping[Player, int]  # scores so far, of everybody who has sat here
    balances: Mapping[Player, int]  # zero-sum points so far


def who_dealt(line: Line) -> Player:
    """Return the dealer by rotation; if that player played although somebody sat out, return the one that sat out.
    So a game keeps its dealer on the sheet when an earlier one is struck: the record wins.
    """
    out = line.sitting_out
    return out[0] if line.number is not None and out and line.dealer not in out else line.dealer


class Next(NamedTuple):
    """The coming game."""

    number: int
    dealer: Player
    sitting_out: tuple[Player, ...]
    bock_level: int
    forced: Player | None  # must play a Pflichtsolo now (Vorführung)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that one row hands on to the next."""

    table: tuple[Player, ...]
    dealer: Player
    number: int  # of the next game
    queue: bock.Queue
    owing: frozenset[Player]
    soloists: tuple[Player, ...]  # of all games so far that somebody played alone
    totals: Mapping[Player, int]
    balances: Mapping[Player, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A replayed list: `lines` correspond to the given rows."""

    state: State  # the start for `fold_on`
    rules: Rules
    players: tuple[Player, ...]  # at the table now, in seat order
    lines: tuple[Line, ...]
    totals: Mapping[Player, int]
    balances: Mapping[Player, int]
    bock_left: bock.Queue
    next: Next
    pflichtsolo_open: tuple[Player, ...]
    forced_from: int | None
    games_in_list: int | None


def fold_rows(
    rules: Rules,
    players: Sequence[Player],
    rows: Iterable[Row],
    *,
    first_dealer: Player | None = None,
    scorer: Scorer | None = None,
) -> Sheet:
    """Compute the list of `players` (seat order) from checked rows; struck rows are left out."""
    scorer = scorer or Scorer(rules)
    nobody: dict[Player, int] = dict.fromkeys(players, 0)
    state = State(
        table=tuple(players),
        dealer=first_dealer if first_dealer is not None else players[0],
        number=1,
        queue=(),
        owing=frozenset(players) if rules.pflichtsolo else frozenset(),
        soloists=(),
        totals=nobody,
        balances=nobody,
    )
    return fold_on(_sheet(rules, state, ()), rows, scorer=scorer)


def fold_on(sheet: Sheet, rows: Iterable[Row], *, scorer: Scorer | None = None) -> Sheet:
    """Return the same list with these rows appended: a long list need not be replayed for one more."""
    scorer, state, lines = scorer or Scorer(sheet.rules), sheet.state, [*sheet.lines]
    for row in rows:
        state, line = _step(scorer, state, row)
        lines.append(line)
    return _sheet(sheet.rules, state, tuple(lines))


def _step(scorer: Scorer, state: State, row: Row) -> tuple[State, Line]:
    if isinstance(row, Game):
        return _after_game(scorer, state, row)
    if isinstance(row, (ByHand, PointsByHand)):
        return _after_row_by_hand(scorer, state, row)
    if isinstance(row, Table):
        state = _at_new_table(state, row)
    if isinstance(row, Penalty) and row.solo_of is not None:
        state = replace(state, owing=state.owing - {row.solo_of})
    return _written(state, scorer.score_row(row), None, _sitting_out(state), bock.level_now(state.queue), None)


def _after_game(scorer: Scorer, state: State, game: Game) -> tuple[State, Line]:
    rules, table = scorer.rules, state.table
    level = bock.level_now(state.queue)
    owed = pflichtsolo.still_open(state.owing, table)
    duty = pflichtsolo.get_duty(rules, game, owed, len(table), state.number)
    score = scorer.score(game, level)
    after, line = _written(
        state, score, state.number, seating.sitting_out(game.players, state.dealer, table), level, duty
    )
    dealer = seating.dealer_after_game(
        rules,
        state.dealer,
        table,
        is_solo=game.is_solo,
        is_pflicht=duty == "pflicht",
        is_first=game.re[0] not in state.soloists,
    )
    triggered = len(score.reckoning.bock_triggers)
    return replace(
        after,
        dealer=dealer,
        number=state.number + 1,
        queue=_queue_after(rules, state, triggered=triggered, is_solo=game.is_solo),
        owing=state.owing - {game.re[0]} if duty in ("pflicht", "forced") else state.owing,
        soloists=(*state.soloists, *game.re) if game.is_solo else state.soloists,
    ), line


def _after_row_by_hand(scorer: Scorer, state: State, row: ByHand | PointsByHand) -> tuple[State, Line]:
    """Apply a game by hand: it moves the deal and uses up Bock; it triggers none and is no solo. rules.md 6."""
    score, out = scorer.score_row(row), seating.sitting_out(row.players, state.dealer, state.table)
    after, line = _written(state, score, state.number, out, bock.level_now(state.queue), None)
    return replace(
        after,
        dealer=seating.next_after(state.dealer, state.table),
        number=state.number + 1,
        queue=_queue_after(scorer.rules, state, triggered=0, is_solo=False),
    ), line


def _queue_after(rules: Rules, state: State, *, triggered: int, is_solo: bool) -> bock.Queue:
    if rules.bock is None:
        return ()
    return bock.after_game(rules.bock, state.queue, triggered=triggered, is_solo=is_solo, at_table=len(state.table))


def _at_new_table(state: State, change: Table) -> State:
    """Change the table: newcomers start at 0, leavers keep their points. rules.md 1.14."""
    dealer = change.dealer
    if dealer is None:
        dealer = seating.dealer_at_new_table(state.dealer, state.table, change.players)
    newcomers = dict.fromkeys(change.players, 0)
    return replace(
        state,
        table=change.players,
        dealer=dealer,
        owing=state.owing | change.owing,
        totals={**newcomers, **state.totals},
        balances={**newcomers, **state.balances},
    )


def _written(
    state: State,
    score: Score,
    number: int | None,
    sitting_out: tuple[Player, ...],
    level: int,
    duty: str | None,
) -> tuple[State, Line]:
    """Return `state` with the points of a row added, and the row's line."""
    totals, balances = _added(state.totals, score.scores), _added(state.balances, score.balance)
    scores, balance = (
        {player: points.get(player, 0) for player in state.table} for points in (score.scores, score.balance)
    )
    line = Line(
        number=number,
        dealer=state.dealer,
        sitting_out=sitting_out,
        bock_level=level,
        duty=duty,
        score=Score(score.reckoning, scores, balance, score.payments),
        totals=totals,
        balances=balances,
    )
    return replace(state, totals=totals, balances=balances), line


def _added(totals: Mapping[Player, int], points: Mapping[Player, int]) -> Mapping[Player, int]:
    summed = dict(totals)
    for player, number in points.items():
        summed[player] += number
    return summed


def _sitting_out(state: State) -> tuple[Player, ...]:
    return seating.sitting_out_by_default(state.dealer, state.table)


def _sheet(rules: Rules, state: State, lines: tuple[Line, ...]) -> Sheet:
    owed, at_table = pflichtsolo.still_open(state.owing, state.table), len(state.table)
    forced = None
    if pflichtsolo.is_forced(rules, len(owed), at_table, state.number):
        forced = pflichtsolo.who_is_forced(owed, state.dealer, state.table)
    return Sheet(
        state=state,
        rules=rules,
        players=state.table,
        lines=lines,
        totals=state.totals,
        balances=state.balances,
        bock_left=state.queue,
        next=Next(state.number, state.dealer, _sitting_out(state), bock.level_now(state.queue), forced),
        pflichtsolo_open=owed,
        forced_from=pflichtsolo.forced_from(rules, len(owed), at_table, state.number),
        games_in_list=pflichtsolo.games_in_list(rules, at_table),
    )
