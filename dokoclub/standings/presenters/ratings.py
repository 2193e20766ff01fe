"""How well everybody plays, as the pages print it: numbers with their sign, and how sure they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, floor
from typing import NamedTuple

from django.urls import reverse
from django.utils.dateformat import format as written
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Player
from dokoclub.core.formatting import percent, signed
from dokoclub.standings.selectors.statistics import Member
from dokoclub.standings.services.ratings import ClubRating, MonthEnd, Moved
from dokoclub.ui.components import Line, LineChart
from scoring.rating import LIST, Shown


class Known(NamedTuple):
    """What all pages of the rating are made of."""

    members: Sequence[Member]
    rating: ClubRating | None  # nobody was ever rated

    def shown(self, player: Player) -> Shown | None:
        """None of whom too little is known, or who is no member."""
        return self.rating.shown.get(str(player.pk)) if self.rating else None

    def is_hidden(self, player: Player) -> bool:
        return any(member.is_hidden for member in self.members if member.player.pk == player.pk)


class Interval(NamedTuple):
    """Points a list, whole, and the two ends between which they lie most likely."""

    points: int
    low: int
    high: int

    def __str__(self) -> str:
        """`+3 … +13`"""
        return f"{signed(self.low)} … {signed(self.high)}"


def round_interval(points: float, margin: float) -> Interval:
    return Interval(round(points), round(points - margin), round(points + margin))


class Number(NamedTuple):
    """What is shown of a player."""

    within: Interval
    certainty: str
    is_preliminary: bool


def get_number(shown: Shown) -> Number:
    within = round_interval(shown.points, shown.margin)
    return Number(within, percent(round(100 * shown.certainty)), shown.is_preliminary)


# --- As a bar --------------------------------------------------------------------------------------------------------

STEP = 5  # points a list; a scale ends at a multiple
NEAR = 12  # percent of a scale, nearer than which two of its figures would touch


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A figure of the scale; `anchor` as SVG calls the side of it that stands there."""

    points: int
    at: str
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """Where a number lies and between which ends, as parts of the club's scale: `12.5%`."""

    start: str
    length: str
    at: str
    zero: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """From the worst end to the best, in points a list; the average, 0, always lies on it."""

    low: int
    high: int

    def bar_of(self, within: Interval) -> Bar:
        start, end = self._share(within.low), self._share(within.high)
        return Bar(
            start=_part(start), length=_part(end - start), at=_part(self._share(within.points)), zero=_part(self._zero)
        )

    @property
    def ticks(self) -> list[Tick]:
        """The ends, where they do not touch the average, and the average."""
        ends = [Tick(points=self.low, at="0%", anchor="start")] if self._zero > NEAR else []
        ends += [Tick(points=self.high, at="100%", anchor="end")] if self._zero < 100 - NEAR else []
        return [*ends, Tick(points=0, at=_part(self._zero), anchor="middle")]

    @property
    def _zero(self) -> float:
        return self._share(0)

    def _share(self, points: int) -> float:
        return 100 * (points - self.low) / (self.high - self.low)


def _part(share: float) -> str:
    return f"{share:.1f}%"


def get_scale(numbers: Iterable[Number]) -> Scale:
    """On which all of them lie whole."""
    ends = [end for number in numbers for end in (number.within.low, number.within.high)]
    return Scale(low=STEP * floor(min([*ends, -1]) / STEP), high=STEP * ceil(max([*ends, 1]) / STEP))


# --- Everybody -------------------------------------------------------------------------------------------------------


class Rank(NamedTuple):
    """A row of the club's page."""

    rank: int
    is_shared: bool  # with whom stands above
    player: Player
    number: Number
    bar: Bar


class Board(NamedTuple):
    ranks: list[Rank]
    scale: Scale
    few: list[Player]  # of whom too little is known
    hidden: int

    @property
    def is_level(self) -> bool:
        """Nobody's interval lies above that of anybody."""
        return len(self.ranks) > 1 and all(row.rank == 1 for row in self.ranks)


def list_ranks(known: Known) -> Board:
    """The best first; nobody's place is told from one whose interval meets his."""
    rating, open_to_all = known.rating, [member for member in known.members if not member.is_hidden]
    shown = dict(rating.shown) if rating else {}
    rated = [(shown[member.key], member.player) for member in open_to_all if member.key in shown]
    rated.sort(key=lambda one: (one[0].rank, -one[0].points, one[1].folded_name))
    numbers = [get_number(mine) for mine, _player in rated]
    scale, ranks, before = get_scale(numbers), [], 0
    for (mine, player), number in zip(rated, numbers, strict=True):
        ranks.append(Rank(mine.rank, mine.rank == before, player, number, scale.bar_of(number.within)))
        before = mine.rank
    few = [member.player for member in open_to_all if member.key not in shown]
    return Board(ranks, scale, few, sum(member.is_hidden for member in known.members))


def scale_beside(known: Known, number: Number) -> Scale:
    """Of one player's page: that of the club's page, or a longer one where he hides his number and only he sees it."""
    return get_scale([*(rank.number for rank in list_ranks(known).ranks), number])


def format_number(player: Player, number: Number, games: int, *, is_own: bool) -> str:
    """What it means, in one or two sentences."""
    if is_own:
        meaning = _(
            "How many points more than the average here you make in 24 games, if everybody had equally good partners "
            "and opponents."
        )
    else:
        meaning = _(
            "How many points more than the average here %(name)s makes in 24 games, if everybody had equally good "
            "partners and opponents."
        ) % {"name": player.name}
    luck = _("Luck is taken out as far as %(games)s games allow: between %(low)s and %(high)s.") % {
        "games": games,
        "low": signed(number.within.low),
        "high": signed(number.within.high),
    }
    return f"{meaning} {luck}"


class Mover(NamedTuple):
    """An evening that moved the number."""

    day: date
    points: float  # a list
    url: str


class Company(NamedTuple):
    """Means of what a player met, points a list."""

    partners: float
    opponents: float
    raw: float  # of his own, before anything is taken out
    own: float  # what is left of it

    @property
    def taken_out(self) -> float:
        """Luck, and what partners and opponents did to it."""
        return self.own - self.raw


def list_movers(moved: Iterable[Moved]) -> list[Mover]:
    return [
        Mover(one.evening.day, one.points, reverse("evenings:show_evening", args=[one.evening.number])) for one in moved
    ]


def get_company(rating: ClubRating, player: Player, own: float) -> Company:
    mine = rating.beside[str(player.pk)]
    return Company(
        _get_mean(rating, mine.partners),
        _get_mean(rating, mine.opponents),
        LIST * mine.points / mine.games,
        own,
    )


def _get_mean(rating: ClubRating, met: Mapping[str, int]) -> float:
    games = sum(met.values())
    return sum(number * rating.points_of(other) for other, number in met.items()) / games if games else 0.0


# --- Over time -------------------------------------------------------------------------------------------------------


class Stage(NamedTuple):
    when: str
    within: Interval


class Course(NamedTuple):
    """The drawing, and the table of the same."""

    chart: LineChart
    stages: list[Stage]

    @property
    def is_drawn(self) -> bool:
        """One point is no line."""
        return len(self.stages) > 1


def get_course(player: Player, ends: Iterable[MonthEnd], now: Shown) -> Course:
    """At the end of each month of which enough was known, and now."""
    stages = [
        Stage(written(end.last, "M y"), round_interval(*mine))
        for end in ends
        if (mine := end.shown.get(str(player.pk)))
    ]
    stages.append(Stage(_("now"), round_interval(now.points, now.margin)))
    chart = LineChart(
        key="strength",
        label=_("Playing strength over time"),
        caption=_(
            "Points on 24 games at the end of each month, of two years at most; the truth "
            "lies within the band with a chance of 80%."
        ),
        ticks=[stage.when for stage in stages],
        lines=[
            Line(
                name=player.called,
                full=player.name,
                values=[stage.within.points for stage in stages],
                low=[stage.within.low for stage in stages],
                high=[stage.within.high for stage in stages],
                card=player.card,
            )
        ],
    )
    return Course(chart, stages)
