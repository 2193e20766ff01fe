"""Remarkable facts about the games of a period: the findings at the top of the statistics, the most unusual first.

Every finding rests on ten games or more. How unusual it is: the squared distance from the club's longer past, in
standard deviations; for a series and a game, the same from their probability. None is left out for being usual: games
won are always among them, so that three can be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from math import log
from typing import Final, NamedTuple

from scoring.league.counters import AnnouncementCount, Share
from scoring.league.statistics import Highest, OfPlayer, Statistics
from scoring.phrases import Phrase, name_player, name_players, say_phrase, sign_points
from scoring.terms import Party, Player, say

FEWEST: Final = 10  # games behind a finding
MOST: Final = 3  # findings
LAST: Final = ("weak", "foxes")


class Finding(NamedTuple):
    """A large figure, a line below it, and the players that it is about, at most two."""

    key: str
    figure: Phrase
    line: Phrase
    players: tuple[Player, ...]
    surprise: float


def find_remarkable(now: Statistics, past: Statistics, known: Collection[Player]) -> list[Finding]:
    """Return the most unusual findings, at most one of each kind and one of each player, the unwelcome ones last.

    `past`: a longer time that contains the games of `now`; `known`: the players who have statistics of their own.
    """
    if now.club.games < FEWEST:
        return []
    some = {player: mine for player, mine in now.players.items() if player in known and mine.all.games >= FEWEST}
    found = [one for find in FINDERS for one in find(now, past, some)]
    chosen: list[Finding] = []
    for one in sorted(found, key=lambda one: (-one.surprise, one.key, one.players)):
        named = {player for other in chosen for player in other.players}
        if one.key not in {other.key for other in chosen} and not named & set(one.players):
            chosen.append(one)
    return sorted(chosen[:MOST], key=lambda one: one.key in LAST)


Players = dict[Player, OfPlayer]


def find_series(_now: Statistics, past: Statistics, some: Players) -> Iterator[Finding]:
    """Find long series of wins, as unlikely as the player's usual share of wins makes them."""
    for player, mine in some.items():
        length, before = mine.wins.longest, past.players.get(player, mine).all
        share = before.won / before.games
        if length >= 3 and 0 < share < 1:
            surprise = -2 * log(mine.all.games * share**length)
            figure = say_phrase(say("{number} wins"), {"number": length})
            line = say_phrase(say("in a row: {name}"), {"name": name_player(player)})
            yield Finding("series", figure, line, (player,), surprise)


def find_pairs(now: Statistics, _past: Statistics, some: Players) -> Iterator[Finding]:
    """Find the pairs that win or lose more points together than chance explains."""
    variance = _variance(now)
    for player, mine in some.items():
        for partner, share in mine.with_partner.items():
            if player < partner and partner in some and share.games >= FEWEST and variance:
                mean = share.points / share.games
                if abs(mean) >= 1:
                    yield _pair((player, partner), share, mean, variance)


def _pair(pair: tuple[Player, Player], share: Share, mean: float, variance: float) -> Finding:
    key = "strong" if mean > 0 else "weak"
    figure = say_phrase(say("{points} a game"), {"points": sign_points(round(mean))})
    line = say_phrase(say("together: {names}"), {"names": name_players(pair)})
    return Finding(key, figure, line, pair, mean * mean * share.games / variance)


def find_parties(now: Statistics, past: Statistics, _some: Players) -> Iterator[Finding]:
    """Find a share of games won by Re or Kontra that is far from the usual one."""
    texts = {Party.RE: say("games were won by Re"), Party.KONTRA: say("games were won by Kontra")}
    for party, text in texts.items():
        won, before = now.club.won[party], past.club.won[party]
        if won and won * past.club.games >= before * now.club.games:
            yield _share("parties", won, now.club.games, _rate(before, past.club.games), say_phrase(text), ())


def find_solos(_now: Statistics, past: Statistics, some: Players) -> Iterator[Finding]:
    """Find players who win more of their solos than the club does, or fewer."""
    all_told = list(past.club.solos.values())
    usual = _rate(sum(share.won for share in all_told), sum(share.games for share in all_told))
    for player, mine in some.items():
        line = say_phrase(say("solos won: {name}"), {"name": name_player(player)})
        yield from _if_many("solos", mine.alone.won, mine.alone.games, usual, line, player)


def find_calls(_now: Statistics, past: Statistics, some: Players) -> Iterator[Finding]:
    """Find players who keep more of their announcements than the club does, or fewer."""
    usual = _rate(*_sum_announcements(past.club.announced.values()))
    for player, mine in some.items():
        kept, made = _sum_announcements(mine.announced.values())
        line = say_phrase(say("calls kept: {name}"), {"name": name_player(player)})
        yield from _if_many("calls", kept, made, usual, line, player)


def find_dearest(now: Statistics, past: Statistics, _some: Players) -> Iterator[Finding]:
    """Find the most expensive game, as rare as games of its value are in the club."""
    for game in now.club.highest[:1]:
        as_high = sum(times for value, times in past.club.values.items() if value >= game.value)
        if as_high and game.value > 1:
            surprise = -2 * log(as_high / past.club.games) - 2 * log(now.club.games)
            figure = say_phrase(say("{number} points"), {"number": game.value})
            yield Finding("dearest", figure, _dearest(now.club.highest), (), surprise)


def _dearest(highest: Sequence[Highest]) -> Phrase:
    """Name the winners of the most expensive game; if there are several, give their number."""
    if len(highest) == 1 and highest[0].winners:
        return say_phrase(say("the most expensive game: {names}"), {"names": name_players(highest[0].winners)})
    return say_phrase(say("the highest game value, {times}×"), {"times": len(highest)})


def find_comebacks(now: Statistics, _past: Statistics, some: Players) -> Iterator[Finding]:
    """Find evenings won from behind, as rare as chance makes it: the way down and up again, in standard deviations."""
    variance = _variance(now)
    for player, mine in some.items():
        evening = mine.comeback
        if evening and evening.games >= FEWEST and evening.behind > 1 and variance:
            way = (2 * evening.behind) ** 2 / (evening.games * variance)
            figure = say_phrase(say("{number} points"), {"number": evening.behind})
            line = say_phrase(say("made up to win an evening: {name}"), {"name": name_player(player)})
            yield Finding("comeback", figure, line, (player,), way - 2 * log(mine.all.games / evening.games))


def find_wins(_now: Statistics, _past: Statistics, some: Players) -> Iterator[Finding]:
    """Find the players who win no less than the others."""
    won, games = (sum(getattr(mine.all, name) for mine in some.values()) for name in ("won", "games"))
    for player, mine in some.items():
        if mine.all.won and mine.all.won * games >= won * mine.all.games:
            line = say_phrase(say("games won: {name}"), {"name": name_player(player)})
            yield _share("wins", mine.all.won, mine.all.games, _rate(won, games), line, (player,))


def find_alone(now: Statistics, past: Statistics, _some: Players) -> Iterator[Finding]:
    """Find a share of solos that is far from the usual one."""
    played, before = (sum(share.games for share in some.club.solos.values()) for some in (now, past))
    if played:
        line = say_phrase(say("games were solos"))
        yield _share("alone", played, now.club.games, _rate(before, past.club.games), line, ())


def find_foxes(_now: Statistics, past: Statistics, some: Players) -> Iterator[Finding]:
    """Find players who lose more foxes than others."""
    everybody = past.players.values()
    usual = _rate(sum(mine.lost["fuchs"] for mine in everybody), sum(mine.all.games for mine in everybody))
    for player, mine in some.items():
        lost, expected = mine.lost["fuchs"], usual * mine.all.games
        if lost > expected > 0:
            figure = say_phrase(say("{number} foxes"), {"number": lost})
            line = say_phrase(say("caught from {name}"), {"name": name_player(player)})
            yield Finding("foxes", figure, line, (player,), (lost - expected) ** 2 / expected)


FINDERS: Final[tuple[Callable[[Statistics, Statistics, Players], Iterator[Finding]], ...]] = (
    find_series,
    find_pairs,
    find_parties,
    find_solos,
    find_calls,
    find_dearest,
    find_foxes,
    find_comebacks,
    find_wins,
    find_alone,
)


def _if_many(key: str, won: int, games: int, usual: float, line: Phrase, player: Player) -> Iterator[Finding]:
    if games >= FEWEST:
        yield _share(key, won, games, usual, line, (player,))


def _share(key: str, won: int, games: int, usual: float, line: Phrase, players: tuple[Player, ...]) -> Finding:
    """Return a share of games, as unusual as its distance from the usual share."""
    figure = say_phrase(say("{number} of {games}"), {"number": won, "games": games})
    variance = games * usual * (1 - usual)
    return Finding(key, figure, line, players, (won - games * usual) ** 2 / variance if variance else 0.0)


def _variance(now: Statistics) -> float:
    """Return the mean square of what a game is worth."""
    games = sum(now.club.values.values())
    return sum(value * value * times for value, times in now.club.values.items()) / games if games else 0.0


def _sum_announcements(some: Iterable[AnnouncementCount]) -> tuple[int, int]:
    counts = list(some)
    return sum(one.kept for one in counts), sum(one.made for one in counts)


def _rate(number: int, of: int) -> float:
    return number / of if of else 0.0
