"""What do many games say about the club and its players? Everything is counted in one pass, game after game.

Only played games are counted here, because rows by hand have no verdict; they count in points, which
`scoring.records` adds up.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from scoring.game.played import Played
from scoring.terms import AUGEN, Call, Party, Player


@dataclass(slots=True)
class Share:
    """Some games of a player: how many, how many of them were won, and the points in them."""

    games: int = 0
    won: int = 0
    points: int = 0

    def add(self, won: bool, points: int) -> None:
        self.games += 1
        self.won += won
        self.points += points


Shares: TypeAlias = dict[str, Share]


def _shares() -> Shares:
    return defaultdict(Share)


@dataclass(slots=True)
class Kept:
    """An announcement: how often it was made, and how often the game was won then."""

    made: int = 0
    kept: int = 0

    def add(self, kept: bool) -> None:
        self.made += 1
        self.kept += kept


Announcements: TypeAlias = dict[str, Kept]  # by `re`, `kontra`, `no90` … `schwarz`


def _announcements() -> Announcements:
    return defaultdict(Kept)


@dataclass(slots=True)
class Absagen:
    """Games won with enough Augen for an Absage, and those of them in which it was not made."""

    reached: Counter[Call] = field(default_factory=Counter)
    missed: Counter[Call] = field(default_factory=Counter)
    games: int = 0  # in which one level or more was missed

    def add(self, reached: tuple[Call, ...], missed: tuple[Call, ...]) -> None:
        self.reached.update(reached)
        if missed:
            self.missed.update(missed)
            self.games += 1


@dataclass(slots=True)
class Augen:
    """Card points, of games in which they were counted: of a step only the bound is known."""

    games: int = 0
    augen: int = 0

    def add(self, augen: int) -> None:
        self.games += 1
        self.augen += augen


@dataclass(slots=True)
class Series:
    """The longest series of games of one kind, one after the other, and the one that goes on."""

    running: int = 0
    longest: int = 0
    last: Played | None = None  # of the longest; of equal ones the first

    def add(self, goes_on: bool, game: Played) -> None:
        self.running = self.running + 1 if goes_on else 0
        if self.running > self.longest:
            self.longest, self.last = self.running, game


@dataclass(slots=True)
class OfPlayer:
    """Everything about the played games of one player."""

    all: Share = field(default_factory=Share)
    re: Share = field(default_factory=Share)  # the solos among them
    kontra: Share = field(default_factory=Share)
    alone: Share = field(default_factory=Share)
    against_solo: Share = field(default_factory=Share)
    bock: Share = field(default_factory=Share)
    solos: Shares = field(default_factory=_shares)  # by solo, or by the kind of game that was played alone
    with_partner: Shares = field(default_factory=_shares)  # on the same side, also as three against a soloist
    against: Shares = field(default_factory=_shares)
    announced: Announcements = field(default_factory=_announcements)
    absagen: Absagen = field(default_factory=Absagen)
    caught: Counter[str] = field(default_factory=Counter)  # extras that are ascribed to the player
    lost: Counter[str] = field(default_factory=Counter)  # those that were caught from the player
    values_won: Counter[int] = field(default_factory=Counter)  # games by value
    values_not_won: Counter[int] = field(default_factory=Counter)
    augen_re: Augen = field(default_factory=Augen)
    augen_kontra: Augen = field(default_factory=Augen)
    wins: Series = field(default_factory=Series)
    losses: Series = field(default_factory=Series)  # what nobody wins ends both series
    best: Played | None = None  # the game with the most points; of equal ones the first
    worst: Played | None = None


@dataclass(slots=True)
class OfClub:
    """Everything about the games themselves, whoever played them. Announcements and extras: those of the parties."""

    games: int = 0
    won: Counter[Party | None] = field(default_factory=Counter)  # None: nobody
    kinds: Counter[str] = field(default_factory=Counter)
    solos: Shares = field(default_factory=_shares)  # of the soloists
    announced: Announcements = field(default_factory=_announcements)
    absagen: Absagen = field(default_factory=Absagen)
    extras: Counter[str] = field(default_factory=Counter)
    values: Counter[int] = field(default_factory=Counter)
    bock: Counter[int] = field(default_factory=Counter)  # games by Bock level, from 1
    augen_re: Augen = field(default_factory=Augen)
    steps: int = 0  # games of which only the step is known
    highest: list[Played] = field(default_factory=list)  # all of the same value


@dataclass(frozen=True, slots=True)
class Statistics:
    club: OfClub
    players: Mapping[Player, OfPlayer]


def statistics(games: Iterable[Played]) -> Statistics:
    """All that is counted, in one pass; `games` in the order in which they were played."""
    club = OfClub()
    players: dict[Player, OfPlayer] = defaultdict(OfPlayer)
    for game in games:
        _count_game(club, game)
        re, kontra = game.game.re, game.game.kontra
        for party, side, others in ((Party.RE, re, kontra), (Party.KONTRA, kontra, re)):
            for player in side:
                mine = players[player]
                _count_player(mine, player, game, party)
                _count_company(mine, player, side, others, game, party)
        if game.announced or game.credits:
            _count_ascribed(players, game)
    return Statistics(club, dict(players))


def _count_game(club: OfClub, game: Played) -> None:
    facts = game.game
    club.games += 1
    club.won[game.winner] += 1
    club.kinds[facts.kind] += 1
    club.values[game.value] += 1
    if game.level:
        club.bock[game.level] += 1
    if facts.is_solo:
        club.solos[solo_of(game)].add(game.winner is Party.RE, game.points[facts.re[0]])
    if facts.step_only:
        club.steps += 1
    else:
        club.augen_re.add(facts.re_augen)
    if game.reached:
        club.absagen.add(game.reached, game.missed)
    _count_of_parties(club, game)
    _count_highest(club, game)


def _count_of_parties(club: OfClub, game: Played) -> None:
    facts = game.game
    for party, call in ((Party.RE, facts.re_call), (Party.KONTRA, facts.kontra_call)):
        for level in range(Call.ANSAGE, call + 1):
            club.announced[key_of(party, Call(level))].add(game.winner is party)
    for extras in (facts.re_extras, facts.kontra_extras):
        for key, count in extras:
            club.extras[key] += count


def _count_highest(club: OfClub, game: Played) -> None:
    best = club.highest[0].value if club.highest else 1  # a game worth nothing is no record
    if game.value > best:
        club.highest = [game]
    elif game.value == best:
        club.highest.append(game)


def _count_player(mine: OfPlayer, player: Player, game: Played, party: Party) -> None:
    facts, points, won = game.game, game.points[player], game.winner is party
    is_re = party is Party.RE
    mine.all.add(won, points)
    (mine.re if is_re else mine.kontra).add(won, points)
    if facts.is_solo:
        (mine.alone if is_re else mine.against_solo).add(won, points)
        if is_re:
            mine.solos[solo_of(game)].add(won, points)
    if game.level:
        mine.bock.add(won, points)
    (mine.values_won if won else mine.values_not_won)[game.value] += 1
    if won and game.reached:
        mine.absagen.add(game.reached, game.missed)
    if not facts.step_only:
        (mine.augen_re if is_re else mine.augen_kontra).add(facts.re_augen if is_re else AUGEN - facts.re_augen)
    mine.wins.add(won, game)
    mine.losses.add(game.winner is party.opponent, game)
    if mine.best is None or points > mine.best.points[player]:
        mine.best = game
    if mine.worst is None or points < mine.worst.points[player]:
        mine.worst = game


def _count_company(
    mine: OfPlayer, player: Player, side: tuple[Player, ...], others: tuple[Player, ...], game: Played, party: Party
) -> None:
    won, points = game.winner is party, game.points[player]
    for other in side:
        if other != player:
            mine.with_partner[other].add(won, points)
    for other in others:
        mine.against[other].add(won, points)


def _count_ascribed(players: Mapping[Player, OfPlayer], game: Played) -> None:
    for made in game.announced:
        players[made.by].announced[key_of(made.party, made.call)].add(game.winner is made.party)
    for credit in game.credits:
        players[credit.by].caught[credit.key] += 1
        if credit.victim is not None:
            players[credit.victim].lost[credit.key] += 1


def solo_of(game: Played) -> str:
    """Which solo, or the kind of game that was played alone."""
    return game.game.solo or game.game.kind


def key_of(party: Party, call: Call) -> str:
    """`re`, `kontra`, `no90` … `schwarz`."""
    return str(party) if call is Call.ANSAGE else call.key
