"""Counters of a player's games, counted here once: for results, league tables and statistics alike.
A new counter is a line of `OF_PLAY`, and a field of `Deeds` if none holds it yet; then `VERSION` is raised.
"""

from __future__ import annotations

from collections import Counter, defaultdict, namedtuple
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar

from scoring.game.extras import EXTRAS
from scoring.game.played import Played
from scoring.terms import ABSAGE_KEYS, Party, Player, get_call_key

# Raise it when something new is counted, or counted differently: results of an older version are counted again.
# Not for facts that no older sheet can hold, such as forced announcements.
VERSION: Final = 3


@dataclass(slots=True)
class Share:
    """Some games of a player: their number, the number won, and the points in them."""

    games: int = 0
    won: int = 0
    points: int = 0

    def add(self, won: bool, points: int) -> None:
        self.games += 1
        self.won += won
        self.points += points


Shares: TypeAlias = dict[str, Share]


def share_counters() -> Shares:
    return defaultdict(Share)


@dataclass(slots=True)
class AnnouncementCount:
    """An announcement: how often it was made, and how often the game was then won."""

    made: int = 0
    kept: int = 0

    def add(self, kept: bool) -> None:
        self.made += 1
        self.kept += kept


Announcements: TypeAlias = dict[str, AnnouncementCount]  # by `re`, `kontra`, `no90` … `schwarz`


def announcement_counters() -> Announcements:
    return defaultdict(AnnouncementCount)


@dataclass(slots=True)
class GameCounters:
    """One player's counters of played games.
    Announcements and extras: those in solos, and those ascribed to the player.
    An announcement that the rules forced does not count.
    """

    all: Share = field(default_factory=Share)
    re: Share = field(default_factory=Share)  # the solos among them
    kontra: Share = field(default_factory=Share)
    alone: Share = field(default_factory=Share)
    against_solo: Share = field(default_factory=Share)
    bock: Share = field(default_factory=Share)
    beaten: int = 0  # games that the other party won: fewer than those not won where nobody won
    beaten_alone: int = 0  # the solos among them
    solos: Shares = field(default_factory=share_counters)  # by solo, or by the kind of game that was played alone
    announced: Announcements = field(default_factory=announcement_counters)
    caught: Counter[str] = field(default_factory=Counter)  # extras, a club's own too
    lost: Counter[str] = field(default_factory=Counter)  # those that were caught from the player

    def made(self, *keys: str) -> int:
        """Return how many of these announcements were made."""
        return sum(self.announced[key].made for key in keys if key in self.announced)

    def kept(self, *keys: str) -> int:
        return sum(self.announced[key].kept for key in keys if key in self.announced)


# Counters of played games. Their keys are stored, so they are never renamed.
OF_PLAY: Final[Mapping[str, Callable[[GameCounters], int]]] = {
    "decided": lambda mine: mine.all.games,  # games with a verdict (also: nobody won)
    "won": lambda mine: mine.all.won,
    "solos": lambda mine: mine.alone.games,  # games alone, of any kind
    "solos_won": lambda mine: mine.alone.won,
    "re_announced": lambda mine: mine.made("re"),
    "re_kept": lambda mine: mine.kept("re"),
    "kontra_announced": lambda mine: mine.made("kontra"),
    "kontra_kept": lambda mine: mine.kept("kontra"),
    "absagen": lambda mine: mine.made(*ABSAGE_KEYS.values()),  # each level by itself
    "absagen_kept": lambda mine: mine.kept(*ABSAGE_KEYS.values()),
    "bock_games": lambda mine: mine.bock.games,  # played at a Bock level
    "lost": lambda mine: mine.beaten,
    "solos_lost": lambda mine: mine.beaten_alone,
}
# Counters of a whole list, rows by hand and penalties included: the replay provides them.
# `summed`: lists with only the sums of a whole evening; `doubled`: those from old paper with half
# points, all doubled. `minus`: the sum of the zero-sum points of rows that cost the player any.
OF_LIST: Final = ("games", "scores", "balance", "minus", "pflichtsoli_open", "summed", "doubled")
# The parts of `scores` and `balance` without a known game.
OF_SUMS: Final = ("summed_scores", "summed_balance")
COUNTERS: Final = (*OF_LIST, *OF_PLAY, *EXTRAS)


def _tuple_of(names: Iterable[str]) -> Any:
    """Return a namedtuple class. Any: no type checker can list fields that are made of registries."""
    return namedtuple("Counts", tuple(names), defaults=[0 for _ in names])


class Counts(_tuple_of((*COUNTERS, *OF_SUMS))):  # type: ignore[misc]
    """Counters of a player, on one sheet or on many: they simply add up. A field for each counter.
    Named here are those that the league itself uses.
    """

    __slots__ = ()

    games: int  # numbered games of the player: played ones and rows by hand
    decided: int
    won: int
    scores: int  # points as the sheet writes them, penalties included
    balance: int  # the same in zero-sum points
    solos_won: int
    summed: int
    doubled: int
    summed_scores: int
    summed_balance: int

    @property
    def attended(self) -> bool:
        """Return whether there is a game, or an evening with only its sums known; a penalty alone does not count."""
        return self.games > 0 or self.summed > 0

    @property
    def unknown_games(self) -> bool:
        """Return whether there are games without a known winner or soloist."""
        return self.games > self.decided or self.summed > 0


Mine = TypeVar("Mine", bound=GameCounters)


def count_games(games: Iterable[Played]) -> Mapping[Player, GameCounters]:
    """Return the counters of all players in these games."""
    players: dict[Player, GameCounters] = defaultdict(GameCounters)
    for game in games:
        add_game(players, game)
    return players


def add_game(players: Mapping[Player, Mine], game: Played) -> None:
    """Add a game to the counters; `players` must create missing ones."""
    facts = game.game
    for party, side in ((Party.RE, facts.re), (Party.KONTRA, facts.kontra)):
        for player in side:
            _count_game(players[player], game, party is Party.RE, game.winner is party, game.points[player])
    for made in game.announced:
        if (made.party, made.call) in game.told.forced:
            continue  # nobody dared it
        players[made.by].announced[get_call_key(made.party, made.call)].add(game.winner is made.party)
    for credit in game.credits:
        players[credit.by].caught[credit.key] += 1
        if credit.victim is not None:
            players[credit.victim].lost[credit.key] += 1


def _count_game(mine: GameCounters, game: Played, is_re: bool, won: bool, points: int) -> None:
    is_beaten = game.winner is not None and not won
    mine.all.add(won, points)
    mine.beaten += is_beaten
    (mine.re if is_re else mine.kontra).add(won, points)
    if game.game.is_solo:
        (mine.alone if is_re else mine.against_solo).add(won, points)
        if is_re:
            mine.solos[get_solo(game)].add(won, points)
            mine.beaten_alone += is_beaten
    if game.level:
        mine.bock.add(won, points)


def counters_of_play(mine: GameCounters) -> dict[str, int]:
    """Return the numbers by counter, without the extras."""
    return {key: counter(mine) for key, counter in OF_PLAY.items()}


def get_solo(game: Played) -> str:
    """Return the solo, or the kind of game that was played alone."""
    return game.game.solo or game.game.kind
