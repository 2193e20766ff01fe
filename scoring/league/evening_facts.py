"""Facts of an evening, from which its story is chosen. Points are those of the ranking column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from scoring.game.game import Game
from scoring.game.rows import ByHand, Penalty, PointsByHand, Row, Sums
from scoring.game.score import NOBODY
from scoring.game.sheet import Line
from scoring.terms import Party, Player

Points: TypeAlias = Mapping[Player, int]


class OneGame(NamedTuple):
    """A game of an evening. `number` is None where several sheets use the same numbers."""

    number: int | None
    row: Row
    value: int
    points: Points
    winner: Party | None  # None: nobody won, or only the points are known

    @property
    def game(self) -> Game | None:
        return self.row if isinstance(self.row, Game) else None

    @property
    def winners(self) -> tuple[Player, ...]:
        if self.game is None or self.winner is None:
            return ()
        return self.game.re if self.winner is Party.RE else self.game.kontra

    @property
    def is_solo(self) -> bool:
        return self.game is not None and self.game.is_solo and self.game.kind == "solo"


@dataclass(frozen=True)
class EveningFacts:
    """An evening.

    `course`: the totals after each game; empty if there are several sheets, or rows with points between the games.
    """

    totals: Points  # of everybody who played
    games: tuple[OneGame, ...]
    course: tuple[Points, ...]

    @cached_property
    def ranking(self) -> tuple[tuple[Player, int], ...]:
        return tuple(sorted(self.totals.items(), key=lambda one: -one[1]))

    @cached_property
    def winners(self) -> tuple[Player, ...]:
        return tuple(player for player, points in self.ranking if points == self.ranking[0][1])

    @property
    def winner(self) -> Player | None:
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def is_known(self) -> bool:
        """Return whether every game has parties, so that wins, solos and Füchse can be counted."""
        return bool(self.games) and all(one.game for one in self.games)

    @property
    def margin(self) -> int:
        """Return how far the winner is ahead; 0 in a tie."""
        return self.ranking[0][1] - self.ranking[1][1] if len(self.ranking) > 1 else 0

    @property
    def second(self) -> Player | None:
        """Return the player in second place, None in a tie."""
        return find_second(self.ranking)

    @property
    def solos(self) -> list[OneGame]:
        return [one for one in self.games if one.is_solo]

    @cached_property
    def leaders(self) -> list[Player | None]:
        """Return the sole leader after each game; None where several lead."""
        return [find_leader(totals) for totals in self.course]

    def rank(self, player: Player) -> int:
        return 1 + sum(points > self.totals[player] for points in self.totals.values())

    def count_fuechse(self) -> int:
        games = [one.game for one in self.games if one.game]
        extras = [extra for game in games for extra in (*game.re_extras, *game.kontra_extras)]
        return sum(count for key, count in extras if key == "fuchs")


def find_leader(totals: Points) -> Player | None:
    """Return the player with the most points, None if several have them."""
    best = max(totals.values(), default=0)
    leading = [player for player, points in totals.items() if points == best]
    return leading[0] if len(leading) == 1 else None


def collect_facts(sheets: Sequence[Sequence[tuple[Row, Line]]], *, by_balance: bool = False) -> EveningFacts:
    """Return the facts of an evening with these sheets."""
    totals: Counter[Player] = Counter()
    played: dict[Player, None] = {}
    games: list[OneGame] = []
    for rows in sheets:
        if rows:
            line = rows[-1][1]
            totals.update(line.balances if by_balance else line.totals)
        for row, line in rows:
            if isinstance(row, (Game, ByHand, PointsByHand)):
                games.append(_game(row, line, by_balance, is_sole=len(sheets) == 1))
            if isinstance(row, (Game, ByHand, PointsByHand, Sums)):
                played |= dict.fromkeys(row.points if isinstance(row, Sums) else row.players)
    is_plain = len(sheets) == 1 and not any(isinstance(row, (Penalty, Sums)) for row, _ in sheets[0])
    course = [
        line.balances if by_balance else line.totals
        for row, line in (sheets[0] if is_plain else ())
        if line.number is not None
    ]
    return EveningFacts({player: totals[player] for player in played}, tuple(games), tuple(course))


def _game(row: Row, line: Line, by_balance: bool, *, is_sole: bool) -> OneGame:
    reckoning = line.score.reckoning
    winner = None if not isinstance(row, Game) or reckoning.winner == NOBODY else Party(str(reckoning.winner))
    points = line.score.balance if by_balance else line.score.scores
    return OneGame(line.number if is_sole else None, row, reckoning.value or 0, points, winner)


def find_second(ranking: Sequence[tuple[Player, int]]) -> Player | None:
    """Return the player alone in second place, behind one winner; None in a tie."""
    points = [points for _, points in ranking]
    is_sole = len(points) > 1 and points[0] > points[1] and points[1] not in points[2:]
    return ranking[1][0] if is_sole else None
