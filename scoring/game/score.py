"""Scoring of one row from facts to points: verdict, reckoning, value, points by player.
Scoring is a finite table plus sums: everything that follows from the outcome alone is judged once per rules and
cached; extras, Bock and names are added to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, assert_never

from scoring.game import balance, bock, by_hand
from scoring.game import payments as beside
from scoring.game.extras import Counts
from scoring.game.game import Game, Outcome, get_key, get_side
from scoring.game.payments import Paid, Payment
from scoring.game.rows import ByHand, Penalty, PointsByHand, Redeal, Row, Sums, Table
from scoring.game.value import (
    Factor,
    Item,
    Verdict,
    extra_items,
    judge_outcome,
    level_turned_points,
    net_points,
    reckon_worth,
)
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Call, Party, Player

# The ranges of Re's Augen in which nothing changes: from, to, party without a trick.
BANDS: Final[tuple[tuple[int, int, Party | None], ...]] = (
    (0, 0, Party.RE),
    (0, 0, None),
    (1, 29, None),
    (30, 59, None),
    (60, 89, None),
    (90, 119, None),
    (120, 120, None),
    (121, 150, None),
    (151, 180, None),
    (181, 210, None),
    (211, 239, None),
    (240, 240, None),
    (240, 240, Party.KONTRA),
)
_BAND_OF: Final = tuple(
    next(band for band, (low, high, no_tricks) in enumerate(BANDS) if no_tricks is None and low <= augen <= high)
    for augen in range(AUGEN + 1)
)
_MOST_REMEMBERED: Final = 5_000  # reckonings; some 3 MB


class Reckoning(NamedTuple):
    """The value of a game, regardless of its players."""

    winner: Party | Literal["none"] | None  # "none": nobody won; None: no played game
    value: int | None  # Spielpunkte before the factor of a solo
    net: int | None  # the same with a sign: of Re
    factors: tuple[Factor, ...]
    items: tuple[Item, ...]
    bock_triggers: tuple[str, ...]


class Score(NamedTuple):
    """The points that a row writes, by player at the table; 0 for those that sit out."""

    reckoning: Reckoning
    scores: Mapping[Player, int]  # as the sheet writes them
    balance: Mapping[Player, int]  # zero-sum, except for payments with nobody
    payments: tuple[Paid, ...] | None = None  # None: these rules know none


NOBODY: Final = "none"
NOT_PLAYED: Final = Reckoning(None, None, None, (), (), ())


class Scorer:
    """Scorer of rows under one set of rules; reuse it for as long as the rules apply."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._verdicts: dict[tuple[int, Call, Call, str, int], Verdict] = {}
        self._extras: dict[tuple[object, ...], tuple[tuple[Item, ...], int]] = {}
        self._reckonings: dict[tuple[object, ...], Reckoning] = {}
        self._writes_balance = rules.notation == "zero_sum"
        self._no_payments: tuple[Paid, ...] | None = () if rules.payments else None

    def score(self, game: Game, level: int = 0) -> Score:
        """Score a checked game at a Bock level, which rules without Bock ignore. rules.md 2."""
        reckoning = self.reckoning(game, level)
        score = self._by_player(reckoning, reckoning.net or 0, game.re, game.kontra, game.sitting_out)
        if self._no_payments is None and game.offender is None:
            return score
        due = beside.due_payments(self.rules, game.kind, game.re, game.married, game.payments)
        return self._beside(score, game.re, game.kontra, game.offender, due)

    def score_row(self, row: Row, level: int = 0) -> Score:
        """Score any checked row; only played games are multiplied by Bock. rules.md 1.16."""
        match row:
            case Game():
                return self.score(row, level)
            case ByHand():
                return self._by_hand(row)
            case PointsByHand():
                return self._points_by_hand(row)
            case Penalty() | Sums():
                return Score(NOT_PLAYED, dict(row.points), dict(row.points), self._no_payments)
            case Redeal() | Table():
                return Score(NOT_PLAYED, {}, {}, self._no_payments)
            case never:
                assert_never(never)

    def reckoning(self, game: Game, level: int = 0) -> Reckoning:
        band = _BAND_OF[game.re_augen]
        if game.no_tricks is not None:
            band = 0 if game.no_tricks is Party.RE else len(BANDS) - 1
        key = (
            band,
            game.re_call,
            game.kontra_call,
            get_key(game) if self.rules.by_kind else get_side(game),
            game.raises,
            game.re_extras,
            game.kontra_extras,
            game.hearts_trick,
            game.bock_by_hand,
            level,
        )
        known = self._reckonings.get(key)
        if known is None:
            if len(self._reckonings) >= _MOST_REMEMBERED:
                self._reckonings.clear()
                self._extras.clear()
            known = self._reckonings[key] = self._reckon(*key)
        return known

    def verdict(self, band: int, re_call: Call, kontra_call: Call, side: str, raises: int = 0) -> Verdict:
        """Return a cell of the value table: a band of Augen × two announcements × a side."""
        key = (band, re_call, kontra_call, side, raises)
        known = self._verdicts.get(key)
        if known is None:
            low, _, no_tricks = BANDS[band]
            known = judge_outcome(self.rules, Outcome(low, no_tricks, re_call, kontra_call, side, raises))
            self._verdicts[key] = known
        return known

    def _extras_of(self, side: str, winner: Party | None, re: Counts, kontra: Counts) -> tuple[tuple[Item, ...], int]:
        """Return the extras of both parties and their net."""
        key = (side, winner is None, re, kontra)
        known = self._extras.get(key)
        if known is None:
            items = extra_items(self.rules, side, winner, re, kontra)
            known = self._extras[key] = items, net_points(items)
        return known

    def _reckon(
        self,
        band: int,
        re_call: Call,
        kontra_call: Call,
        side: str,
        raises: int,
        re_extras: Counts,
        kontra_extras: Counts,
        hearts_trick: bool,
        bock_by_hand: bool,
        level: int,
    ) -> Reckoning:
        verdict = self.verdict(band, re_call, kontra_call, side, raises)
        extras, net_of_extras = self._extras_of(side, verdict.winner, re_extras, kontra_extras)
        counted = bock.counted_level(self.rules.bock, side, level)
        worth = reckon_worth(self.rules, verdict, net_of_extras, counted)
        net = verdict.game + verdict.alten + net_of_extras
        is_nothing = not net or bool(level_turned_points(self.rules, verdict.winner, net))
        triggered = {
            *verdict.triggers,
            *(["zero_game"] if is_nothing else []),
            *(["hearts_trick"] if hearts_trick else []),
            *(["by_hand"] if bock_by_hand else []),
        }
        return Reckoning(
            winner=verdict.winner or NOBODY,
            value=abs(worth.net),
            net=worth.net,
            factors=worth.factors,
            items=verdict.items + extras + worth.items,
            bock_triggers=bock.in_order(self.rules.bock, triggered),
        )

    def _by_hand(self, row: ByHand) -> Score:
        net_of_re, re, kontra = by_hand.get_parties(row)
        reckoning = NOT_PLAYED._replace(value=row.value, net=net_of_re)
        score = self._by_player(reckoning, net_of_re, re, kontra, row.sitting_out)
        if self._no_payments is None:
            return score
        return self._beside(score, re, kontra, None, beside.due_payments(self.rules, "", re, None, row.payments))

    def _points_by_hand(self, row: PointsByHand) -> Score:
        """Score points as written; points that no game gives here (see `what_if`) are their own balance."""
        out = dict.fromkeys(row.sitting_out, 0)
        behind = by_hand.find_game(row, self.rules)
        zero_sum = self._by_hand(behind).balance if behind else {**row.points, **out}
        return Score(NOT_PLAYED, {**row.points, **out}, zero_sum, self._no_payments)

    def _by_player(
        self,
        reckoning: Reckoning,
        net_of_re: int,
        re: tuple[Player, ...],
        kontra: tuple[Player, ...],
        out: tuple[Player, ...],
    ) -> Score:
        points = balance.balance_points(net_of_re, re, kontra, out)
        if self._writes_balance:
            return Score(reckoning, points, points)
        return Score(reckoning, balance.write_scores(self.rules, net_of_re, re, kontra, out), points)

    def _beside(
        self,
        score: Score,
        re: tuple[Player, ...],
        kontra: tuple[Player, ...],
        offender: Player | None,
        due: Iterable[Payment],
    ) -> Score:
        scores, zero_sum = dict(score.scores), dict(score.balance)
        paid = beside.settle_beside(self.rules, scores, zero_sum, re, kontra, offender, due)
        return Score(score.reckoning, scores, zero_sum, None if self._no_payments is None else tuple(paid))
