"""The club's evenings before one evening, and the facts that follow for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from scoring.league.evening_facts import find_second
from scoring.league.evening_moments import Values
from scoring.phrases import name_player
from scoring.terms import Player

LONG_DROUGHT: Final = 5  # evenings
LONG_ABSENCE: Final = 10
LONG_RUN: Final = 4
ENOUGH_EVENINGS: Final = 10  # before a record is one
ROUND: Final = 50  # evenings of an anniversary
FUCHS_EVENINGS: Final = 3

Pair: TypeAlias = tuple[Player, Player]


class PastEvening(NamedTuple):
    """An evening of the club's history: what later evenings are compared with. Stored as JSON, in this order."""

    day: str  # ISO
    evening: int
    ranking: tuple[tuple[Player, int], ...]  # the best first
    games: int
    solos: int
    fuechse: int
    is_known: bool  # of every game
    kinds: tuple[str, ...]  # kinds of sentences that need no earlier evening

    @property
    def winners(self) -> tuple[Player, ...]:
        return tuple(player for player, points in self.ranking if points == self.ranking[0][1])

    @property
    def winner(self) -> Player | None:
        return self.winners[0] if len(self.winners) == 1 else None


@dataclass
class History:
    """The club's evenings before one evening. `add` appends the next."""

    evenings: int = 0
    attended: Counter[Player] = field(default_factory=Counter)
    won: Counter[Player] = field(default_factory=Counter)
    since_win: Counter[Player] = field(default_factory=Counter)  # evenings attended after the last one won
    last_seen: dict[Player, int] = field(default_factory=dict)  # number of the evening, from 1
    in_row: tuple[Player | None, int] = (None, 0)  # the last sole winner, and how many evenings in a row
    second: Player | None = None  # of the last evening
    ahead: dict[Pair, int] = field(default_factory=dict)  # shared evenings in a row on which the first had more points
    highest: int = 0  # most points of a winner
    lowest: int | None = None  # fewest points of a winner
    is_known: bool = True  # of every evening: else nobody can tell that there never were more solos
    most_games: int = 0
    most_solos: int = 0
    most_fuechse: int = 0
    latest_fuechse: tuple[int, ...] = ()

    def add(self, one: PastEvening) -> None:
        if not one.ranking:
            return
        self.evenings += 1
        best = one.ranking[0][1]
        for player, points in one.ranking:
            self.attended[player] += 1
            self.last_seen[player] = self.evenings
            self.won[player] += points == best
            self.since_win[player] = 0 if points == best else self.since_win[player] + 1
        for pair, is_ahead in list_pairs(one):
            self.ahead[pair] = self.ahead.get(pair, 0) + 1 if is_ahead else 0
        before = self.in_row[1] if one.winner == self.in_row[0] else 0
        self.in_row = (one.winner, before + 1) if one.winner else (None, 0)
        self.second = find_second(one.ranking)
        self.highest = max(self.highest, best)
        self.lowest = best if self.lowest is None else min(self.lowest, best)
        self.is_known = self.is_known and one.is_known
        self.most_games = max(self.most_games, one.games)
        self.most_solos = max(self.most_solos, one.solos)
        self.most_fuechse = max(self.most_fuechse, one.fuechse)
        self.latest_fuechse = (*self.latest_fuechse, one.fuechse)[-FUCHS_EVENINGS:]


def list_pairs(one: PastEvening) -> Iterable[tuple[Pair, bool]]:
    """Yield all pairs of the evening, and whether the first has more points."""
    for player, points in one.ranking:
        for other, fewer in one.ranking:
            if player != other:
                yield (player, other), points > fewer


def find_drought(one: PastEvening, before: History) -> Values:
    if one.winner is None or not before.won[one.winner] or before.since_win[one.winner] < LONG_DROUGHT:
        return None
    return {"name": name_player(one.winner), "number": before.since_win[one.winner]}


def find_first_win(one: PastEvening, before: History) -> Values:
    if one.winner is None or before.won[one.winner] or before.attended[one.winner] < LONG_RUN:
        return None
    return {"name": name_player(one.winner), "number": before.attended[one.winner] + 1}


def find_evenings_in_row(one: PastEvening, before: History) -> Values:
    if one.winner is None or one.winner != before.in_row[0]:
        return None
    return {"name": name_player(one.winner), "number": before.in_row[1] + 1}


def find_record_win(one: PastEvening, before: History) -> Values:
    if one.winner is None or before.evenings < ENOUGH_EVENINGS or one.ranking[0][1] <= max(before.highest, 1):
        return None
    return {"name": name_player(one.winner), "number": one.ranking[0][1]}


def find_lowest_win(one: PastEvening, before: History) -> Values:
    points = one.ranking[0][1] if one.ranking else 0
    if one.winner is None or before.evenings < ENOUGH_EVENINGS or before.lowest is None:
        return None
    return {"name": name_player(one.winner), "number": points} if 0 < points < before.lowest else None


def find_second_again(one: PastEvening, before: History) -> Values:
    second = find_second(one.ranking)
    return {"name": name_player(second)} if second and second == before.second else None


def find_rival(one: PastEvening, before: History) -> Values:
    runs = {pair: before.ahead.get(pair, 0) + 1 for pair, is_ahead in list_pairs(one) if is_ahead}
    return _of_pair(runs, LONG_RUN)


def find_turned(one: PastEvening, before: History) -> Values:
    """Find somebody who finished ahead of a player that had been ahead on all of their last shared evenings."""
    pairs = [pair for pair, is_ahead in list_pairs(one) if is_ahead]
    return _of_pair({pair: before.ahead.get((pair[1], pair[0]), 0) for pair in pairs}, LONG_RUN)


def _of_pair(runs: Mapping[tuple[Player, Player], int], least: int) -> Values:
    pair = max(runs, key=lambda pair: runs[pair], default=None)
    if pair is None or runs[pair] < least:
        return None
    return {"name": name_player(pair[0]), "other": name_player(pair[1]), "number": runs[pair]}


def find_anniversary(_one: PastEvening, before: History) -> Values:
    return {"number": before.evenings + 1} if (before.evenings + 1) % ROUND == 0 else None


def find_return(one: PastEvening, before: History) -> Values:
    away = {player: before.evenings - before.last_seen[player] for player, _ in one.ranking if before.attended[player]}
    longest = max(away, key=lambda player: away[player], default=None)
    if longest is None or away[longest] < LONG_ABSENCE:
        return None
    return {"name": name_player(longest), "number": away[longest]}


def find_newcomer(one: PastEvening, before: History) -> Values:
    new = [player for player, _ in one.ranking if not before.attended[player]]
    return {"name": name_player(new[0])} if before.evenings >= LONG_RUN and len(new) == 1 else None


def _can_be_record(one: PastEvening, before: History) -> bool:
    return before.evenings >= ENOUGH_EVENINGS and before.is_known and one.is_known


def find_most_fuechse(one: PastEvening, before: History) -> Values:
    is_record = _can_be_record(one, before) and one.fuechse > before.most_fuechse
    return {"number": one.fuechse} if is_record else None


def find_many_fuechse(one: PastEvening, before: History) -> Values:
    is_full = before.is_known and one.is_known and len(before.latest_fuechse) == FUCHS_EVENINGS and one.fuechse > 1
    return {"number": one.fuechse} if is_full and one.fuechse == sum(before.latest_fuechse) else None


def find_most_solos(one: PastEvening, before: History) -> Values:
    is_record = _can_be_record(one, before) and one.solos > before.most_solos
    return {"number": one.solos} if is_record else None


def find_most_games(one: PastEvening, before: History) -> Values:
    is_record = _can_be_record(one, before) and one.games > before.most_games
    return {"number": one.games} if is_record else None
