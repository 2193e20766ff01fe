"""Result of each game of a list: verdict, value and points, for counting; without dealer, seats and totals.
The Bock levels are those of `scoring.game.sheet.fold_rows`; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from scoring.game import balance, bock
from scoring.game.game import Game, get_outcome
from scoring.game.payments import Payment, due_payments, settle_beside
from scoring.game.rows import ByHand, PointsByHand, Row, Table
from scoring.game.score import NOBODY, Reckoning, Scorer
from scoring.game.verdict import is_held_under, is_too_timid, known_absagen, winning_party
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, LIMIT, Call, Party, Player

_LEAST_FOR_AN_ABSAGE: Final = AUGEN - LIMIT[Call.NO_90] + 1


class Announced(NamedTuple):
    """An announcement of one player."""

    party: Party
    call: Call
    by: Player


class Credit(NamedTuple):
    """One extra of one player."""

    party: Party
    key: str
    by: Player
    victim: Player | None = None  # the player that lost it, if known


class Mark(NamedTuple):
    """A holding of a player that the rules give a name, such as Schweine. It has no points."""

    key: str
    by: Player


class SideFacts(NamedTuple):
    """Further facts about a game that never change its points."""

    forced: tuple[tuple[Party, Call], ...] = ()  # announcements that the rules demanded
    marks: tuple[Mark, ...] = ()
    gave: Player | None = None  # gave the Armut; the other Re player took it
    married: Player | None = None  # of a Hochzeit
    found_in: int | None = None  # the trick that found its partner


class Place(NamedTuple):
    """Where and when a list was played. Evenings and sheets are numbers (ids)."""

    evening: int
    day: date
    sheet: int


class Noted(NamedTuple):
    """A row with further facts: its number on the sheet, and the announcements and extras of single players."""

    row: Row
    number: int | None = None
    announced: tuple[Announced, ...] = ()
    credits: tuple[Credit, ...] = ()
    told: SideFacts = SideFacts()


class Played(NamedTuple):
    """A game with its verdict. Rows by hand have none, and are not among them."""

    place: Place
    number: int | None
    game: Game
    winner: Party | None  # None: nobody won
    value: int  # Spielpunkte, Bock included, before the factor of a solo
    points: Mapping[Player, int]  # of the four
    level: int  # of Bock
    reached: tuple[Call, ...]  # the Absagen that the winners made good or would have made good
    missed: tuple[Call, ...]  # those of them that they did not make
    announced: tuple[Announced, ...]
    credits: tuple[Credit, ...]
    told: SideFacts
    payments: tuple[Payment, ...] = ()  # between single players, apart from the game
    timid: Party | None = None  # the party that lost because it had announced too few steps
    times: int = 1  # each point is written so often (`points_times`)


def played_games(
    scorer: Scorer, at_table: int, rows: Iterable[Noted], place: Place, *, ranked_by: str = "scores"
) -> Iterator[Played]:
    """Yield the played games of a list of checked rows that began with `at_table` players.
    `ranked_by`: whether `points` are those that the sheet writes, or the zero-sum `balance` (rules.md 1.15).
    """
    rules, queue = scorer.rules, ()  # type: tuple[Rules, bock.Queue]
    for noted in rows:
        row = noted.row
        triggered, is_solo = 0, False
        if isinstance(row, Game):
            level, is_solo = bock.level_now(queue), len(row.re) == 1
            reckoning = scorer.reckoning(row, level)
            triggered = len(reckoning.bock_triggers)
            yield with_verdict(rules, noted, row, reckoning, level, place, ranked_by)
        elif isinstance(row, Table):
            at_table = len(row.players)
        if rules.bock is not None and isinstance(row, (Game, ByHand, PointsByHand)):
            queue = bock.after_game(rules.bock, queue, triggered=triggered, is_solo=is_solo, at_table=at_table)


def with_verdict(
    rules: Rules,
    noted: Noted,
    game: Game,
    reckoning: Reckoning,
    level: int,
    place: Place,
    ranked_by: str = "scores",
) -> Played:
    """Return the row `game` of a list with its reckoning, which `played_games` or a replay of the list has made."""
    winner = None if reckoning.winner == NOBODY else Party(reckoning.winner)  # type: ignore[arg-type]  # a played game
    due = tuple(due_payments(rules, game.kind, game.re, game.married, game.payments)) if rules.payments else ()
    points = _get_points(rules, game, reckoning.net or 0, ranked_by, due)
    reached = _reached(rules, game, winner)
    return Played(
        place,
        noted.number,
        game,
        winner,
        reckoning.value or 0,
        points,
        level,
        reached,
        _missed(game, winner, reached) if reached else (),
        noted.announced,
        noted.credits,
        noted.told,
        due,
        _find_timid(rules, game) if rules.feigheit is not None else None,
        rules.points_times,
    )


def _find_timid(rules: Rules, game: Game) -> Party | None:
    """Return the party that lost by `feigheit`. rules.md 1.24."""
    outcome = get_outcome(game)
    won_by = winning_party(rules, outcome)
    return won_by if won_by is not None and is_too_timid(rules, outcome, won_by) else None


def _get_points(rules: Rules, game: Game, net: int, ranked_by: str, due: Sequence[Payment]) -> Mapping[Player, int]:
    """Return the points of the four, including their payments to each other."""
    is_settled = not rules.payments and game.offender is None
    zero_sum = {} if is_settled and ranked_by != "balance" else balance.balance_points(net, game.re, game.kontra, ())
    scores = {} if is_settled and ranked_by == "balance" else balance.write_scores(rules, net, game.re, game.kontra, ())
    if not is_settled:
        settle_beside(rules, scores, zero_sum, game.re, game.kontra, game.offender, due)
    return zero_sum if ranked_by == "balance" else scores


def _reached(rules: Rules, game: Game, winner: Party | None) -> tuple[Call, ...]:
    """Return the Absagen that the winner reached. With `step_only`, the Augen are a lower bound of the larger count.
    So this never claims too much.
    """
    if winner is None:
        return ()
    augen = game.re_augen if winner is Party.RE else AUGEN - game.re_augen
    if augen < _LEAST_FOR_AN_ABSAGE:
        return ()
    outcome = get_outcome(game)
    return tuple(call for call in known_absagen(rules) if is_held_under(rules, outcome, winner.opponent, call))


def _missed(game: Game, winner: Party | None, reached: tuple[Call, ...]) -> tuple[Call, ...]:
    made = game.re_call if winner is Party.RE else game.kontra_call
    return tuple(call for call in reached if call > made)
