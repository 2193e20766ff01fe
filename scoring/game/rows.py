"""Rows of a list that are not played games: by hand, penalty, dealt again, change of table, sums of an evening."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scoring.game.game import Game, repeated_players, too_many_out
from scoring.game.payments import Payment
from scoring.rules.house import REASONS
from scoring.terms import PLAYING, TABLE_SIZES, Player, Problem, say

Points: TypeAlias = Mapping[Player, int]

FEWEST_SUMMED: Final = 2  # players of a whole evening
MOST_SUMMED: Final = 40
REDEAL_REASONS: Final = REASONS


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """A game with only its winners and value (Spielpunkte before a solo's factor) known. rules.md 1.16."""

    players: tuple[Player, ...]
    winners: tuple[Player, ...]  # one: a won solo; three: a lost one
    value: int
    sitting_out: tuple[Player, ...] = ()
    payments: tuple[Payment, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsByHand:
    """A game with only its points known, as the sheet writes them. rules.md 1.16."""

    points: Points
    sitting_out: tuple[Player, ...] = ()
    imported: bool = False  # from a sheet older than dokoclub: any points written there count

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Strafpunkte, as written. Source: TSR 9; `solo_of`: the player that owes no Pflichtsolo after it (TSR 9.4)."""

    points: Points
    reason: str = ""
    solo_of: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeal:
    """A new deal: counts nothing, for any reason. rules.md 1.18.
    `reason`: one of REDEAL_REASONS, not only of those that the rules name, or a key of `redeal_names`; `by`: the player
    that had such cards, or dealt wrong.
    """

    reason: str | None = None
    by: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A change of table: from the next game on these players sit at it, in seat order.
    `dealer`: the next dealer, or None for the next by rotation that still sits there. `owing`: the newcomers that owe
    a Pflichtsolo (rules.md 1.14).
    """

    players: tuple[Player, ...]
    dealer: Player | None = None
    owing: frozenset[Player] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """The points of a whole evening if none of its games is known: alone on its list, for any number of players.
    It is no game: it moves no deal and has no number. `games`: how many there were; 0 if even that is unknown.
    """

    points: Points
    games: int = 0


Row: TypeAlias = Game | ByHand | PointsByHand | Penalty | Redeal | Table | Sums


def by_hand_problems(
    players: Sequence[Player] | None, winners: Sequence[Player] | None, value: int | None
) -> Iterator[Problem]:
    """List problems of a game by hand; None means a value that could not be read."""
    if players is not None and (len(set(players)) != PLAYING or len(players) != PLAYING):
        yield Problem("players", say("Choose four different players."))
    if winners is not None:
        if not 1 <= len(winners) < PLAYING:
            yield Problem("winners", say("Choose one, two or three winners."))
        if len(set(winners)) < len(winners):
            yield Problem("winners", say("Choose each winner once."))
        for winner in winners:
            if players is not None and winner not in players:
                yield Problem("winners", say("{player} does not play."), {"player": winner})
    if value is not None and value < 0:
        yield Problem("value", say("A value cannot be negative: change the winners instead."))


def penalty_problems(row: Penalty) -> Iterator[Problem]:
    if not row.points:
        yield Problem("points", say("Who gets the penalty?"))
    if sum(row.points.values()) > 0:
        yield Problem("points", say("Penalty points must add up to 0 or less."))


def sums_problems(row: Sums) -> Iterator[Problem]:
    if not FEWEST_SUMMED <= len(row.points) <= MOST_SUMMED:
        yield Problem("points", say("Enter points for two to forty players."))
    if row.games < 0:
        yield Problem("games", say("Number of games: 0 or more."))


def seated_problems(players: Sequence[Player]) -> Iterator[Problem]:
    """Check for four to seven different players, in a list called `players`."""
    if len(players) not in TABLE_SIZES:
        yield Problem("players", say("Four to seven players sit at a table."))
    yield from repeated_players(players=players)


def table_problems(row: Table) -> Iterator[Problem]:
    yield from seated_problems(row.players)
    if row.dealer is not None and row.dealer not in row.players:
        yield Problem("dealer", say("{player} does not sit at the table."), {"player": row.dealer})


def sitting_out_problems(players: Collection[Player], sitting_out: Sequence[Player]) -> Iterator[Problem]:
    yield from too_many_out(sitting_out)
    for player in sitting_out:
        if player in players:
            yield Problem("sitting_out", say("{player} plays."), {"player": player})
    yield from repeated_players(sitting_out=sitting_out)
