"""Statistics of many games, for the club and its players, counted in one pass, game after game.
Only played games are counted here, because rows by hand have no verdict; they count in points, which
`scoring.league.attendance` adds up. `add_up` adds the counts of some games and of those that followed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.game.played import Place, Played
from scoring.league.achievements import AchievementGame, Done, count_feats, side_in
from scoring.league.counters import (
    Announcements,
    GameCounters,
    Share,
    Shares,
    add_game,
    announcement_counters,
    get_solo,
    share_counters,
)
from scoring.terms import AUGEN, Call, Party, Player, get_call_key


@dataclass(slots=True)
class Absagen:
    """Games won with enough Augen for an Absage, and those of them without that Absage."""

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
    """Augen of games with a count: a step gives only a bound."""

    games: int = 0
    augen: int = 0

    def add(self, augen: int) -> None:
        self.games += 1
        self.augen += augen


@dataclass(slots=True)
class Series:
    """The longest run of consecutive games of one kind, and the current one."""

    running: int = 0
    longest: int = 0
    last: Place | None = None  # the end of the longest; the first among equals
    games: int = 0  # all games in this series
    leading: int = 0  # the series with which they began
    led_to: Place | None = None  # where that one ended

    def add(self, goes_on: bool, place: Place) -> None:
        if goes_on:
            self.running += 1
            if self.leading == self.games:
                self.leading, self.led_to = self.running, place
            if self.running > self.longest:
                self.longest, self.last = self.running, place
        else:
            self.running = 0
        self.games += 1

    def follow(self, later: Series) -> None:
        """Append `later`, with the games that came next."""
        joined = self.running + later.leading
        if later.leading and joined > self.longest:
            self.longest, self.last = joined, later.led_to
        if later.longest > self.longest:
            self.longest, self.last = later.longest, later.last
        if self.leading == self.games and later.leading:
            self.leading, self.led_to = self.leading + later.leading, later.led_to
        self.running = joined if later.running == later.games else later.running
        self.games += later.games


class Best(NamedTuple):
    """The game with the most points, the first of equals. A change of notation restarts it (rules.md 1.21)."""

    points: int
    place: Place
    times: int = 1  # `points_times` of the rules

    def unless(self, later: Best) -> Best:
        return later if later.times != self.times or later.points > self.points else self


class Worst(NamedTuple):
    """The game with the fewest points; the first among equals. A change of notation starts a new record."""

    points: int
    place: Place
    times: int = 1

    def unless(self, later: Worst) -> Worst:
        return later if later.times != self.times or later.points < self.points else self


class Comeback(NamedTuple):
    """An evening won from behind: the lowest points on the way as a positive number, and those at the end."""

    behind: int
    points: int
    games: int  # of the player that evening
    place: Place  # of the last of them
    times: int = 1

    def unless(self, later: Comeback) -> Comeback:
        return later if later.times != self.times or later.behind > self.behind else self


class Highest(NamedTuple):
    """A game of the highest value."""

    value: int
    place: Place
    winners: tuple[Player, ...]
    times: int = 1


@dataclass(slots=True)
class OfPlayer(GameCounters):
    """Everything about the played games of one player: the counters of `Deeds`, and those only for statistics."""

    with_partner: Shares = field(default_factory=share_counters)  # on the same side, also as three against a soloist
    against: Shares = field(default_factory=share_counters)
    absagen: Absagen = field(default_factory=Absagen)
    values_won: Counter[int] = field(default_factory=Counter)  # games by value
    values_not_won: Counter[int] = field(default_factory=Counter)
    augen_re: Augen = field(default_factory=Augen)
    augen_kontra: Augen = field(default_factory=Augen)
    wins: Series = field(default_factory=Series)
    losses: Series = field(default_factory=Series)  # a game without a winner ends both series
    took: Share = field(default_factory=Share)  # of an Armut, if the giving player is known
    gave: Share = field(default_factory=Share)
    married: Share = field(default_factory=Share)  # Hochzeiten known to be this player's
    marks: Counter[str] = field(default_factory=Counter)
    payments: Counter[str] = field(default_factory=Counter)  # from hand to hand, by key
    wrong_cards: int = 0
    timid: int = 0  # games lost by too few announcements
    best: Best | None = None
    worst: Worst | None = None
    comeback: Comeback | None = None  # the largest
    feats: dict[str, Done] = field(default_factory=dict)  # by `scoring.league.achievements`


@dataclass(slots=True)
class OfClub:
    """Everything about the games themselves, regardless of the players.
    Announcements and extras: those of the parties.
    An announcement that the rules forced is not counted.
    """

    games: int = 0
    won: Counter[Party | None] = field(default_factory=Counter)  # None: nobody
    kinds: Counter[str] = field(default_factory=Counter)
    solos: Shares = field(default_factory=share_counters)  # of the soloists
    announced: Announcements = field(default_factory=announcement_counters)
    absagen: Absagen = field(default_factory=Absagen)
    extras: Counter[str] = field(default_factory=Counter)
    values: Counter[int] = field(default_factory=Counter)
    bock: Counter[int] = field(default_factory=Counter)  # games by Bock level, from 1
    augen_re: Augen = field(default_factory=Augen)
    games_by_augen: Counter[int] = field(default_factory=Counter)  # of Re
    steps: int = 0  # games with only the step known
    highest: list[Highest] = field(default_factory=list)  # all of the same value
    armut: Share = field(default_factory=Share)  # games of the kind, with the points of a player of Re
    found_in: Counter[int] = field(default_factory=Counter)  # Hochzeiten by the trick that found the partner
    marks: Counter[str] = field(default_factory=Counter)
    raises: Counter[int] = field(default_factory=Counter)  # games by the number of further calls, from 1
    payments: Counter[str] = field(default_factory=Counter)  # from hand to hand, by key
    wrong_cards: int = 0
    timid: int = 0  # games lost by too few announcements


def players_counted() -> dict[Player, OfPlayer]:
    return defaultdict(OfPlayer)


@dataclass(slots=True)
class Statistics:
    club: OfClub = field(default_factory=OfClub)
    players: dict[Player, OfPlayer] = field(default_factory=players_counted)


def count_statistics(games: Iterable[Played], *, decided_by_games: bool = True) -> Statistics:
    """Count everything in one pass; `games` in the order in which they were played.

    `decided_by_games`: False if other points, too, say who won the evening.
    """
    found = Statistics()
    club, players = found.club, found.players
    evenings: dict[int, dict[Player, Comeback]] = {}
    for game in games:
        _count_game(club, game)
        add_game(players, game)
        _count_attribution(club, players, game)
        _count_house_rules(club, players, game)
        _count_feats(players, game)
        re, kontra = game.game.re, game.game.kontra
        for party, side, others in ((Party.RE, re, kontra), (Party.KONTRA, kontra, re)):
            for player in side:
                mine = players[player]
                _count_player(mine, player, game, party)
                _count_company(mine, player, side, others, game, party)
        _follow_evening(evenings.setdefault(game.place.evening, {}), game)
    if decided_by_games:
        for so_far in evenings.values():
            _count_comeback(players, so_far)
    return found


def _follow_evening(so_far: dict[Player, Comeback], game: Played) -> None:
    for player, points in game.points.items():
        before = so_far.get(player)
        total, games, behind = (before.points, before.games, before.behind) if before else (0, 0, 0)
        total += points
        so_far[player] = Comeback(max(behind, -total), total, games + 1, game.place, game.times)


def _count_comeback(players: Mapping[Player, OfPlayer], so_far: Mapping[Player, Comeback]) -> None:
    """Count the evening for its only winner, if that player was behind."""
    most = max(one.points for one in so_far.values())
    winners = [player for player, one in so_far.items() if one.points == most]
    if len(winners) == 1 and so_far[winners[0]].behind > 0:
        mine, here = players[winners[0]], so_far[winners[0]]
        mine.comeback = mine.comeback.unless(here) if mine.comeback else here


def _count_game(club: OfClub, game: Played) -> None:
    facts = game.game
    club.games += 1
    club.won[game.winner] += 1
    club.kinds[facts.kind] += 1
    club.values[game.value] += 1
    if game.level:
        club.bock[game.level] += 1
    if facts.is_solo:
        club.solos[get_solo(game)].add(game.winner is Party.RE, game.points[facts.re[0]])
    if facts.step_only:
        club.steps += 1
    else:
        club.augen_re.add(facts.re_augen)
        club.games_by_augen[facts.re_augen] += 1
    if game.reached:
        club.absagen.add(game.reached, game.missed)
    _count_of_parties(club, game)
    highest = next(iter(club.highest), None)
    if game.value and (highest is None or highest.times != game.times or game.value >= highest.value):
        winners = () if game.winner is None else facts.re if game.winner is Party.RE else facts.kontra
        club.highest = merge_highest(club.highest, [Highest(game.value, game.place, winners, game.times)])


def merge_highest(some: list[Highest], later: list[Highest]) -> list[Highest]:
    """Return the games of the highest value among both lists, all of them.
    A change of `points_times` starts a new record. rules.md 1.21.
    """
    if not some or not later:
        return [*some, *later]
    if some[0].times != later[0].times:
        return [*later]
    by = later[0].value - some[0].value
    return [*some, *later] if by == 0 else [*(later if by > 0 else some)]


def _count_of_parties(club: OfClub, game: Played) -> None:
    facts = game.game
    for party, call in ((Party.RE, facts.re_call), (Party.KONTRA, facts.kontra_call)):
        for level in map(Call, range(Call.ANSAGE, call + 1)):
            if (party, level) not in game.told.forced:
                club.announced[get_call_key(party, level)].add(game.winner is party)
    for extras in (facts.re_extras, facts.kontra_extras):
        for key, count in extras:
            club.extras[key] += count


def _count_feats(players: Mapping[Player, OfPlayer], game: Played) -> None:
    """Count the feats for both players of the party; `players` must create missing ones."""
    for party, key in count_feats(game):
        for player in side_in(game.game, party):
            players[player].feats.setdefault(key, Done()).add(AchievementGame(game.place, game.number))


def _count_attribution(club: OfClub, players: Mapping[Player, OfPlayer], game: Played) -> None:
    """Count giving, taking, marrying, and the marks; `players` must create missing ones."""
    facts, told, won = game.game, game.told, game.winner is Party.RE
    if facts.kind == "armut":
        club.armut.add(won, game.points[facts.re[0]])
    if told.gave is not None:
        for player in facts.re:
            mine = players[player]
            (mine.gave if player == told.gave else mine.took).add(won, game.points[player])
    married = told.married or facts.married
    if married is not None:
        players[married].married.add(won, game.points[married])
    if told.found_in is not None:
        club.found_in[told.found_in] += 1
    for mark in told.marks:
        club.marks[mark.key] += 1
        players[mark.by].marks[mark.key] += 1


def _count_house_rules(club: OfClub, players: Mapping[Player, OfPlayer], game: Played) -> None:
    """Count what few clubs play; `players` must create missing ones. rules.md 1.20, 1.24, 1.27, 1.28."""
    facts = game.game
    if facts.raises:
        club.raises[facts.raises] += 1
    for payment in game.payments:
        club.payments[payment.key] += 1
        players[payment.by].payments[payment.key] += 1
    if facts.offender is not None:
        club.wrong_cards += 1
        players[facts.offender].wrong_cards += 1
    if game.timid is not None:
        club.timid += 1
        for player in side_in(facts, game.timid):
            players[player].timid += 1


def _count_player(mine: OfPlayer, player: Player, game: Played, party: Party) -> None:
    facts, points, won = game.game, game.points[player], game.winner is party
    is_re = party is Party.RE
    (mine.values_won if won else mine.values_not_won)[game.value] += 1
    if won and game.reached:
        mine.absagen.add(game.reached, game.missed)
    if not facts.step_only:
        (mine.augen_re if is_re else mine.augen_kontra).add(facts.re_augen if is_re else AUGEN - facts.re_augen)
    mine.wins.add(won, game.place)
    mine.losses.add(game.winner is party.opponent, game.place)
    if mine.best is None or mine.worst is None or mine.best.times != game.times:
        mine.best, mine.worst = Best(points, game.place, game.times), Worst(points, game.place, game.times)
    elif points > mine.best.points:
        mine.best = Best(points, game.place, game.times)
    elif points < mine.worst.points:
        mine.worst = Worst(points, game.place, game.times)


def _count_company(
    mine: OfPlayer, player: Player, side: tuple[Player, ...], others: tuple[Player, ...], game: Played, party: Party
) -> None:
    won, points = game.winner is party, game.points[player]
    for other in side:
        if other != player:
            mine.with_partner[other].add(won, points)
    for other in others:
        mine.against[other].add(won, points)
