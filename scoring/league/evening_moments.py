"""Sentences that need no earlier evening: each function returns the values of a sentence, or None."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Final, TypeAlias

from scoring.game.game import Game
from scoring.league.evening_facts import EveningFacts, OneGame
from scoring.phrases import Phrase, name_player, name_players, say_phrase
from scoring.terms import AUGEN, Call, Party, Player, say

NARROW: Final = 3  # points
RUNAWAY: Final = 20
CLOSE_FIELD: Final = 15
MANY_CHANGES: Final = 6  # of the lead
MANY_GAMES: Final = 20
LONG_SERIES: Final = 4  # games

Values: TypeAlias = Mapping[str, Phrase] | None


def name_several(players: Sequence[Player]) -> Phrase:
    """Return the names: Anna; Anna and Ben; Anna, Ben and Carla."""
    if len(players) == 1:
        return name_player(players[0])
    some, last = name_players(players[:-1]), name_player(players[-1])
    return say_phrase(say("{some} and {last}"), {"some": some, "last": last})


# --- How it was won --------------------------------------------------------------------------------------------------


def find_comeback(one: EveningFacts) -> Values:
    """Find a sole winner who was below zero after half of the games."""
    winner = one.winner
    if winner is None:
        return None
    below = [index for index, totals in enumerate(one.course) if totals.get(winner, 0) < 0]
    if not below or below[-1] + 1 < len(one.course) / 2 or one.totals[winner] <= 0:
        return None
    at = below[-1]
    made = one.totals[winner] - one.course[at][winner]
    values = {"name": name_player(winner), "game": one.games[at].number, "points": made}
    return {**values, "number": len(one.course) - at - 1} if made > 1 and at + 1 < len(one.course) else None


def find_last_game(one: EveningFacts) -> Values:
    if one.winner is None or len(one.leaders) < 2 or one.leaders[-2] in (None, one.winner):
        return None
    return {"name": name_player(one.winner)}


def find_led_from(one: EveningFacts) -> Values:
    """Find a winner who led alone for the last two thirds of the games."""
    if one.winner is None or not one.leaders:
        return None
    led = sum(1 for _ in takewhile(lambda leader: leader == one.winner, reversed(one.leaders)))
    if 3 * led < 2 * len(one.leaders):
        return None
    return {"name": name_player(one.winner), "game": one.games[len(one.leaders) - led].number}


def find_narrow(one: EveningFacts) -> Values:
    if not 0 < one.margin <= NARROW or one.second is None:
        return None
    names = {"name": name_player(one.ranking[0][0]), "other": name_player(one.ranking[1][0])}
    return {**names, "number": one.margin}


def find_runaway(one: EveningFacts) -> Values:
    return {"name": name_player(one.ranking[0][0]), "number": one.margin} if one.margin >= RUNAWAY else None


def find_tie(one: EveningFacts) -> Values:
    if len(one.winners) < 2 or len(one.winners) == len(one.totals):
        return None
    return {"names": name_several(one.winners)}


def find_won(one: EveningFacts) -> Values:
    if one.winner is None or one.totals[one.winner] <= 0:
        return None
    return {"name": name_player(one.winner), "number": one.totals[one.winner]}


# --- The others ------------------------------------------------------------------------------------------------------


def find_led_late(one: EveningFacts) -> Values:
    """Find somebody who led until after two thirds of the games, and did not win."""
    led = [index for index, leader in enumerate(one.leaders) if leader and leader not in one.winners]
    if not led or 3 * (led[-1] + 1) < 2 * len(one.leaders):
        return None
    leader = one.leaders[led[-1]] or ""
    if leader not in one.totals:
        return None
    return {"name": name_player(leader), "game": one.games[led[-1]].number, "rank": one.rank(leader)}


def find_climbed(one: EveningFacts) -> Values:
    """Find somebody who was last alone after half of the games, and came into the upper half."""
    half = len(one.course) // 2
    if half < LONG_SERIES:
        return None
    then = one.course[half - 1]
    last = [player for player, points in then.items() if points == min(then.values())]
    if len(last) != 1 or last[0] not in one.totals or last[0] in one.winners:
        return None
    if 2 * one.rank(last[0]) > len(one.totals):
        return None
    return {"name": name_player(last[0]), "game": one.games[half - 1].number, "rank": one.rank(last[0])}


def find_most_wins(one: EveningFacts) -> Values:
    wins = Counter(player for game in one.games for player in game.winners).most_common(2)
    is_sole = wins and (len(wins) == 1 or wins[0][1] > wins[1][1])
    if not is_sole or wins[0][0] in one.winners or not one.is_known:
        return None
    return {"name": name_player(wins[0][0]), "number": wins[0][1]}


def find_second(one: EveningFacts) -> Values:
    second = one.second
    return {"name": name_player(second), "number": one.margin} if second else None


# --- The game --------------------------------------------------------------------------------------------------------


def _numbered(one: EveningFacts) -> Iterator[tuple[int, Party | None, Game]]:
    for found in one.games:
        if found.number is not None and found.game:
            yield found.number, found.winner, found.game


def find_schwarz(one: EveningFacts) -> Values:
    for number, winner, game in _numbered(one):
        if winner and game.no_tricks is winner.opponent:
            return {"game": number, "names": name_several(game.re if winner is Party.RE else game.kontra)}
    return None


def find_unlucky_call(one: EveningFacts) -> Values:
    """Find a Re that was announced, without Absage, and lost by at most ten Augen."""
    for number, winner, game in _numbered(one):
        is_plain = game.re_call is Call.ANSAGE and game.kontra_call <= Call.ANSAGE and not game.step_only
        if is_plain and winner is Party.KONTRA and 111 <= game.re_augen <= 120:
            return {"game": number, "names": name_several(game.re), "number": 121 - game.re_augen}
    return None


def find_narrowest_game(one: EveningFacts) -> Values:
    for number, _, game in _numbered(one):
        if not game.step_only and 119 <= game.re_augen <= 121:
            return {"game": number, "re": game.re_augen, "kontra": AUGEN - game.re_augen}
    return None


def find_solos_won(one: EveningFacts) -> Values:
    if len(one.solos) < 3 or any(game.winner is not Party.RE for game in one.solos):
        return None
    return {"number": len(one.solos)}


def find_win_streak(one: EveningFacts) -> Values:
    """Find the only longest series of games won; a game that the player sits out does not end it."""
    if not one.is_known:
        return None
    now: Counter[Player] = Counter()
    longest: Counter[Player] = Counter()
    for game in one.games:
        for player in game.game.players if game.game else ():
            now[player] = now[player] + 1 if player in game.winners else 0
            longest[player] = max(longest[player], now[player])
    best = longest.most_common(2)
    if best[0][1] < LONG_SERIES or best[0][1] == best[1][1]:
        return None
    return {"name": name_player(best[0][0]), "number": best[0][1]}


def _solo_points(game: OneGame) -> int:
    return game.points[game.game.re[0]] if game.game else 0


def find_lost_solo(one: EveningFacts) -> Values:
    """Find the only lost solo, if it cost points."""
    lost = [game for game in one.solos if game.winner is Party.KONTRA]
    if len(lost) != 1 or lost[0].number is None or _solo_points(lost[0]) >= 0:
        return None
    soloist = lost[0].game.re[0] if lost[0].game else ""
    return {"name": name_player(soloist), "game": lost[0].number, "number": -_solo_points(lost[0])}


def find_best_solo(one: EveningFacts) -> Values:
    won = sorted((game for game in one.solos if game.winner is Party.RE), key=_solo_points, reverse=True)
    if not won or won[0].number is None or _solo_points(won[0]) <= 0:
        return None
    if len(won) > 1 and _solo_points(won[0]) == _solo_points(won[1]):
        return None
    soloist = won[0].game.re[0] if won[0].game else ""
    return {"name": name_player(soloist), "game": won[0].number, "number": _solo_points(won[0])}


def find_dearest(one: EveningFacts) -> Values:
    """Find the only game that brought somebody the most points, if its winners are known and got the same."""
    most = [max(game.points.values()) for game in one.games]
    if not most or max(most) <= 0 or most.count(max(most)) > 1:
        return None
    game = one.games[most.index(max(most))]
    if game.number is None or not game.winners or any(game.points[player] != max(most) for player in game.winners):
        return None
    return {"game": game.number, "number": max(most), "names": name_several(game.winners)}


# --- And more --------------------------------------------------------------------------------------------------------


def find_close_field(one: EveningFacts) -> Values:
    between = one.ranking[0][1] - one.ranking[-1][1] if one.games else 0
    return {"number": between} if 0 < between <= CLOSE_FIELD else None


def find_lead_changes(one: EveningFacts) -> Values:
    """Count how often another player took the lead alone."""
    sole = [leader for leader in one.leaders if leader]
    changes = sum(leader != other for leader, other in pairwise(sole))
    return {"number": changes} if changes >= MANY_CHANGES else None


def find_no_solo(one: EveningFacts) -> Values:
    return {"number": len(one.games)} if len(one.games) >= MANY_GAMES and one.is_known and not one.solos else None
