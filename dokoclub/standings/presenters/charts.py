"""Points over time: the race of all players through a season, and one player's course; as charts and tables."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import accumulate
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.dateformat import format as written
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Player
from dokoclub.core import formatting
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.ui.components import Line, LineChart
from scoring.league.attendance import Grain, get_quarter


class RaceStep(NamedTuple):
    """One place on the time axis: an evening, or all evenings of a month, a quarter, a year."""

    name: str


class OnTheWay(NamedTuple):
    """One player's results in a step."""

    step: RaceStep
    evenings: int  # attended
    games: int
    points: int
    total: int  # up to its end


class Runner(NamedTuple):
    """A player in the race; totals are None before their first evening."""

    player: Player
    totals: Sequence[int | None]

    @property
    def total(self) -> int:
        return self.totals[-1] or 0


class Race(NamedTuple):
    """The race as a chart and as a table."""

    chart: LineChart
    steps: Sequence[RaceStep]
    runners: Sequence[Runner]

    @property
    def is_drawn(self) -> bool:
        """Return whether there is a chart; one point makes no line."""
        return len(self.steps) > 1


class OwnWay(NamedTuple):
    """One player's course as a chart and as a table."""

    chart: LineChart
    stages: Sequence[OnTheWay]

    @property
    def is_drawn(self) -> bool:
        """Return whether there is a chart; one point makes no line."""
        return len(self.stages) > 1


class PersonEvening(NamedTuple):
    """A player's points in a step, in a list; `evening`: its key, None if the step is longer."""

    name: str
    points: int
    evening: int | None

    @property
    def url(self) -> str:
        return reverse("evenings:show_evening", args=[self.evening]) if self.evening else ""


class OwnCurve(NamedTuple):
    """A player's points over a period, drawn in 340 × 120: an SVG polyline, and the height of no points."""

    path: str
    zero: int
    told: str


NAMES: Final[Mapping[Grain, Callable[[date], str]]] = {
    Grain.EVENING: formatting.short_day,
    Grain.MONTH: lambda day: written(day, "M y"),
    Grain.QUARTER: lambda day: _("Q%(number)s %(year)s") % {"number": get_quarter(day), "year": day.year},
    Grain.YEAR: lambda day: str(day.year),
}


def build_race(counted: Counted) -> Race | None:
    """Return the race, None if nothing was played."""
    along = list_steps(counted)
    runners = get_race(counted, along)
    return Race(race_chart(runners, along), along, runners) if runners else None


def build_own_way(counted: Counted, player: Player) -> OwnWay | None:
    """Return the player's course, None for fewer than two steps: one row would repeat the figures at the top."""
    stages = get_way(counted, player, list_steps(counted))
    return OwnWay(way_chart(player, stages), stages) if len(stages) > 1 else None


def list_steps(counted: Counted) -> list[RaceStep]:
    """List the steps: evenings; if these are too many, months, and so on."""
    name = NAMES[counted.course.grain]
    return [RaceStep(name(step.day)) for step in counted.course.steps]


def get_race(counted: Counted, along: Sequence[RaceStep]) -> list[Runner]:
    """List the players with points: members first, the leader on top, then guests."""
    runners = [Runner(counted.players[pk], _totals(counted, pk, along)) for pk in counted.attendance]
    return sorted(runners, key=lambda one: (one.player.guest, -one.total, one.player.folded_name, one.player.pk))


def _totals(counted: Counted, pk: int, along: Sequence[RaceStep]) -> list[int | None]:
    mine = counted.course.players.get(pk, {})
    first = min(mine, default=len(along))
    gained = [mine[place].points if place in mine else 0 for place in range(first, len(along))]
    return [None] * first + list(accumulate(gained))


def get_way(counted: Counted, player: Player, along: Sequence[RaceStep]) -> list[OnTheWay]:
    """List the player's steps with their results; missed steps are left out."""
    found, total = [], 0
    for place, stretch in sorted(counted.course.players.get(player.pk, {}).items()):
        total += stretch.points
        found.append(OnTheWay(along[place], stretch.evenings, stretch.games, stretch.points, total))
    return found


def race_chart(runners: Sequence[Runner], along: Sequence[RaceStep]) -> LineChart:
    return LineChart(
        key="race",
        label=_("Points chart"),
        caption=_("Running points from the sheets; tap names to highlight them."),
        ticks=[step.name for step in along],
        lines=[
            Line(name=one.player.called, full=one.player.name, values=one.totals, card=one.player.card)
            for one in runners
        ],
    )


def way_chart(player: Player, stages: Sequence[OnTheWay]) -> LineChart:
    return LineChart(
        key="way",
        label=_("Points chart"),
        caption=_("Running points from the sheets."),
        ticks=[stage.step.name for stage in stages],
        lines=[
            Line(
                name=player.called,
                full=player.name,
                values=[stage.total for stage in stages],
                card=player.card,
            )
        ],
    )


def list_own_evenings(counted: Counted, player: Player) -> list[PersonEvening]:
    """List a player's evenings, the newest first; months or longer, if these are too many."""
    course, along = counted.course, list_steps(counted)
    is_fine = course.grain is Grain.EVENING
    return [
        PersonEvening(
            along[place].name,
            stretch.points,
            course.steps[place].evening if is_fine else None,
        )
        for place, stretch in sorted(course.players.get(player.pk, {}).items(), reverse=True)
        if stretch.evenings or stretch.points
    ]


def draw_own_curve(evenings: Sequence[PersonEvening], games: Sequence[int]) -> OwnCurve | None:
    """Draw the running points, from none; None for fewer than two steps.

    `games`: the points of each game, where they explain the evenings; sums alone are drawn by evening.
    """
    by_evening = [one.points for one in reversed(evenings)]
    steps = games if games and sum(games) == sum(by_evening) else by_evening
    if len(steps) < 2:
        return None
    totals = list(accumulate(steps, initial=0))
    top, bottom = max(totals), min(totals)
    heights = [4 + round(112 * (top - total) / max(top - bottom, 1)) for total in totals]
    path = " ".join(f"{round(340 * place / (len(totals) - 1))},{height}" for place, height in enumerate(heights))
    told = _("up to %(most)s, now %(now)s") % {"most": formatting.signed(top), "now": formatting.signed(totals[-1])}
    return OwnCurve(path, heights[0], told)
