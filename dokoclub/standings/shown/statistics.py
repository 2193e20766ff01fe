"""What the pages of statistics print: lines of names and numbers. Nothing here counts a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dokoclub.clubs.models import Player
from dokoclub.clubs.words.games import ABSAGEN, PARTIES, extra_name
from dokoclub.look.words import name_of
from dokoclub.standings.selectors.statistics import Counted
from scoring.game.extras import in_order
from scoring.league.deeds import Announcements, Share, Shares
from scoring.league.statistics import Absagen, Augen, OfClub, OfPlayer
from scoring.rules.kinds import KINDS, SOLOS, kind_or_solo
from scoring.terms import ABSAGE_KEYS, AUGEN, LIMIT, Call

FEW: Final = 10  # what rests on fewer games is marked
ROLES: Final = {
    "re": gettext_lazy("As Re"),
    "alone": gettext_lazy("of these alone"),
    "kontra": gettext_lazy("As Kontra"),
    "against_solo": gettext_lazy("of these against a soloist"),
    "bock": gettext_lazy("In Bock games"),
}


class Rate(NamedTuple):
    """So many of so many."""

    number: int
    of: int

    @property
    def percent(self) -> int | None:
        """Rounded half up."""
        return (200 * self.number + self.of) // (2 * self.of) if self.of else None

    @property
    def is_few(self) -> bool:
        return 0 < self.of < FEW


class Line(NamedTuple):
    """Some games of a player."""

    name: str
    share: Share
    player: Player | None = None  # whom the line is about, if he has a page
    is_part: bool = False  # of the line above

    @property
    def won(self) -> Rate:
        return Rate(self.share.won, self.share.games)

    @property
    def mean(self) -> Fraction | None:
        """Points a game."""
        return Fraction(self.share.points, self.share.games) if self.share.games else None


def roles(mine: OfPlayer) -> list[Line]:
    """As Re and as Kontra, and what of it was played alone or against a soloist; Bock games, if there were any."""
    always, parts = ("re", "kontra"), ("alone", "against_solo")
    lines = {key: Line(str(name), getattr(mine, key), is_part=key in parts) for key, name in ROLES.items()}
    return [line for key, line in lines.items() if line.share.games or key in always]


def company(counted: Counted, shares: Shares) -> list[Line]:
    """Everybody whom a player met, the most frequent first; guests together, for they have no line of their own."""
    guests, lines = Share(), []
    for key, share in shares.items():
        player = counted.player(key)
        if player.guest:
            guests = Share(guests.games + share.games, guests.won + share.won, guests.points + share.points)
        else:
            lines.append(Line(player.name, share, player))
    lines.sort(key=lambda line: (-line.share.games, line.name))
    return [*lines, Line(_("Guests together"), guests)] if guests.games else lines


def solo_name(key: str) -> str:
    """Of a solo, or of the kind of game that was played alone."""
    return name_of(kind_or_solo(key))


def solos(shares: Shares) -> list[Line]:
    """In the order of the registry."""
    return [Line(solo_name(key), shares[key]) for key in (*SOLOS, *KINDS) if key in shares]


class Announcement(NamedTuple):
    name: str
    kept: Rate


def announcements(made: Announcements) -> list[Announcement]:
    """Re, Kontra, keine 90 … as far as they were made."""
    words = {"re": _("Re announced"), "kontra": _("Kontra announced"), **ABSAGEN}
    return [Announcement(str(word), Rate(made[key].kept, made[key].made)) for key, word in words.items() if key in made]


class Level(NamedTuple):
    """An Absage that would have been kept."""

    name: str
    needs: str  # "from 151 on"
    missed: Rate  # of the games in which it was within reach


def levels(absagen: Absagen) -> list[Level]:
    """All four, reached or not."""
    augen = {call: _("from %(augen)s on") % {"augen": AUGEN - limit + 1} for call, limit in LIMIT.items()}
    needs = {**augen, Call.SCHWARZ: _("all tricks")}
    return [
        Level(str(ABSAGEN[key]), needs[call], Rate(absagen.missed[call], absagen.reached[call]))
        for call, key in ABSAGE_KEYS.items()
    ]


class Extra(NamedTuple):
    name: str
    caught: int
    lost: int | None = None  # None: it is taken from nobody


def extras(mine: OfPlayer, own: Mapping[str, str]) -> list[Extra]:
    keys = in_order({*mine.caught, *mine.lost})
    return [Extra(extra_name(key, own), mine.caught[key], mine.lost[key] or None) for key in keys]


def extras_of_club(club: OfClub, own: Mapping[str, str]) -> list[Extra]:
    return [Extra(extra_name(key, own), club.extras[key]) for key in in_order(set(club.extras))]


class Bar(NamedTuple):
    """Games of one value; `won` and `not_won` in percent of the longest bar."""

    value: int
    games: int
    won: int
    not_won: int
    won_width: str
    not_won_width: str


def bars(won: Counter[int], not_won: Counter[int]) -> list[Bar]:
    """One a value, the lowest first."""
    games = won + not_won
    longest = max(games.values(), default=1)
    return [
        Bar(
            value,
            games[value],
            won[value],
            not_won[value],
            _width(won[value], longest),
            _width(not_won[value], longest),
        )
        for value in sorted(games)
    ]


def _width(number: int, longest: int) -> str:
    """As SVG wants it, whatever the language."""
    return f"{100 * number / longest:.1f}"


class Portion(NamedTuple):
    """So many of all games: won by a party, of a kind, at a Bock level."""

    name: str
    rate: Rate


def winners(club: OfClub) -> list[Portion]:
    """Which party won how often; nobody, if it happened."""
    found = [(str(PARTIES[str(party) if party else "none"]), party) for party in sorted(club.won, key=str)]
    order = {"re": 0, "kontra": 1}
    found.sort(key=lambda one: order.get(str(one[1]), 2))
    return [Portion(name, Rate(club.won[party], club.games)) for name, party in found]


def kinds(club: OfClub) -> list[Portion]:
    return [Portion(name_of(kind), Rate(club.kinds[key], club.games)) for key, kind in KINDS.items() if club.kinds[key]]


def bock_games(club: OfClub) -> list[Portion]:
    """By level; what a level does is a matter of the rules."""
    words = {1: _("Bock games"), 2: _("Double Bock games")}
    return [
        Portion(words.get(level) or _("Bock games of level %(level)s") % {"level": level}, Rate(number, club.games))
        for level, number in sorted(club.bock.items())
    ]


def mean_augen(augen: Augen) -> Fraction | None:
    return Fraction(augen.augen, augen.games) if augen.games else None


class Member(NamedTuple):
    """A line of the club's table of players."""

    player: Player
    attended: Rate  # evenings, of those held
    all: Line  # played games
    wins: int  # the longest series
    losses: int


def everybody(counted: Counted) -> Iterable[Player]:
    """Members and guests who played in the period, members first, by name."""
    players = [counted.players[pk] for pk in counted.evenings]
    return sorted(players, key=lambda player: (player.guest, player.folded_name, player.pk))


def members(counted: Counted) -> list[Member]:
    """Who played, by name."""
    return [
        Member(
            player,
            Rate(counted.attended(player), len(counted.held)),
            Line(player.name, counted.of(player).all, player),
            counted.of(player).wins.longest,
            counted.of(player).losses.longest,
        )
        for player in everybody(counted)
        if not player.guest
    ]


class Totals(NamedTuple):
    """Everything that a player wrote, rows by hand and penalties too."""

    games: int
    by_hand: int
    points: int
    evenings: Rate  # attended, of those held

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.points, self.games) if self.games else None

    @property
    def mean_evening(self) -> Fraction | None:
        return Fraction(self.points, self.evenings.number) if self.evenings.number else None


def totals(counted: Counted, player: Player) -> Totals:
    counts = [one.counts for one in counted.evenings.get(player.pk, ())]
    games = sum(one.games for one in counts)
    return Totals(
        games,
        games - sum(one.decided for one in counts),
        sum(map(counted.points, counts)),
        Rate(counted.attended(player), len(counted.held)),
    )


class Guest(NamedTuple):
    player: Player
    points: int


def guests(counted: Counted) -> list[Guest]:
    """They count in points only."""
    return [Guest(player, totals(counted, player).points) for player in everybody(counted) if player.guest]
