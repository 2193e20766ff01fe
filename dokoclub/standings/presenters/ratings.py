"""Ratings as the pages show them: signed numbers with their uncertainty, as bars, ranks and charts."""

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
from scoring.rating import LIST, ShownRating


class Known(NamedTuple):
    """The data of all rating pages."""

    members: Sequence[Member]
    rating: ClubRating | None  # None: nobody was ever rated

    def shown(self, player: Player) -> ShownRating | None:
        """Return a member's rating; None if too little is known, or for a non-member."""
        return self.rating.shown.get(str(player.pk)) if self.rating else None

    def is_hidden(self, player: Player) -> bool:
        return any(member.is_hidden for member in self.members if member.player.pk == player.pk)


class Interval(NamedTuple):
    """Whole points a list, and the interval in which they most likely lie."""

    points: int
    low: int
    high: int

    def __str__(self) -> str:
        """Return `+3 … +13`."""
        return f"{signed(self.low)} … {signed(self.high)}"


def round_interval(points: float, margin: float) -> Interval:
    return Interval(round(points), round(points - margin), round(points + margin))


class Number(NamedTuple):
    """A player's number as it is shown."""

    within: Interval
    certainty: str
    is_preliminary: bool


def get_number(shown: ShownRating) -> Number:
    within = round_interval(shown.points, shown.margin)
    return Number(within, percent(round(100 * shown.certainty)), shown.is_preliminary)


# --- As a bar --------------------------------------------------------------------------------------------------------

STEP = 5  # points a list; the ends of a scale are multiples
NEAR = 12  # percent of a scale; two figures closer than that would touch


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A figure of the scale; `anchor` is SVG's text-anchor at that place."""

    points: int
    at: str
    anchor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A number and its interval as parts of the club's scale: `12.5%`."""

    start: str
    length: str
    at: str
    zero: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The scale from the worst end to the best, in points a list; it always includes the average, 0."""

    low: int
    high: int

    def bar_of(self, within: Interval) -> Bar:
        start, end = self._share(within.low), self._share(within.high)
        return Bar(
            start=_part(start), length=_part(end - start), at=_part(self._share(within.points)), zero=_part(self._zero)
        )

    @property
    def ticks(self) -> list[Tick]:
        """Return the average, and the ends that do not touch it."""
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
    """Return a scale that holds all numbers with their intervals."""
    ends = [end for number in numbers for end in (number.within.low, number.within.high)]
    return Scale(low=STEP * floor(min([*ends, -1]) / STEP), high=STEP * ceil(max([*ends, 1]) / STEP))


# --- Everybody -------------------------------------------------------------------------------------------------------


class Rank(NamedTuple):
    """A row of the club's page."""

    rank: int
    is_shared: bool  # with the player above
    player: Player
    number: Number
    bar: Bar


class Board(NamedTuple):
    ranks: list[Rank]
    scale: Scale
    few: list[Player]  # players with too few known games
    hidden: int

    @property
    def is_level(self) -> bool:
        """Return whether nobody's interval lies above another's."""
        return len(self.ranks) > 1 and all(row.rank == 1 for row in self.ranks)


def list_ranks(known: Known) -> Board:
    """List the ranks, the best first; players with overlapping intervals are not ranked apart."""
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
    """Return the scale for one player's page: the club's, or a longer one for a hidden number only its owner sees."""
    return get_scale([*(rank.number for rank in list_ranks(known).ranks), number])


def format_number(player: Player, number: Number, games: int, *, is_own: bool) -> str:
    """Return the meaning of the number, in one or two sentences."""
    if is_own:
        meaning = _("Your points above average per 24 games, with equally good partners and opponents.")
    else:
        meaning = _("%(name)s's points above average per 24 games, with equally good partners and opponents.") % {
            "name": player.name
        }
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
    """Means of a player's partners and opponents, and their own, in points a list."""

    partners: float
    opponents: float
    raw: float  # the player's own mean, before anything is removed
    own: float  # the rest of it

    @property
    def taken_out(self) -> float:
        """Return the part removed for luck, partners and opponents."""
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
    """The course of a number as a chart and as a table."""

    chart: LineChart
    stages: list[Stage]

    @property
    def is_drawn(self) -> bool:
        """Return whether there is a chart; one point makes no line."""
        return len(self.stages) > 1


def get_course(player: Player, ends: Iterable[MonthEnd], now: ShownRating) -> Course:
    """Return the number at the end of each month with enough games, and now."""
    stages = [
        Stage(written(end.last, "M y"), round_interval(*mine))
        for end in ends
        if (mine := end.shown.get(str(player.pk)))
    ]
    stages.append(Stage(_("now"), round_interval(now.points, now.margin)))
    chart = LineChart(
        key="strength",
        label=_("Rating over time"),
        caption=_("Points per 24 games at each month's end, two years at most; band: 80% range."),
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
