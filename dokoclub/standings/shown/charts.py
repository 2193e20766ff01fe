"""Points over time: the race of all players through a season, and the way of one; drawn, and as tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from itertools import accumulate, groupby
from typing import Final, NamedTuple

from django.utils.dateformat import format as written
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Player
from dokoclub.look import days
from dokoclub.look.parts import Line, LineChart
from dokoclub.standings.models.periods import quarter_of
from dokoclub.standings.selectors.statistics import Counted

MOST_STEPS: Final = 60  # more than a chart and its table can show: then months, quarters or years


class Step(NamedTuple):
    """One place on the time axis: an evening, or all evenings of a month, a quarter, a year."""

    name: str
    evenings: frozenset[int]


class OnTheWay(NamedTuple):
    """What one player did in a step."""

    step: Step
    evenings: int  # attended
    games: int
    points: int
    total: int  # up to its end


class Runner(NamedTuple):
    """A player in the race; None before his first evening."""

    player: Player
    totals: Sequence[int | None]

    @property
    def total(self) -> int:
        return self.totals[-1] or 0


class Race(NamedTuple):
    """The drawing, and the table of the same."""

    chart: LineChart
    steps: Sequence[Step]
    runners: Sequence[Runner]


class OwnWay(NamedTuple):
    """The same of one player."""

    chart: LineChart
    stages: Sequence[OnTheWay]


class Naming(NamedTuple):
    """Which evenings make a step, and what it is called."""

    together: Callable[[date, int], object]
    name: Callable[[date], str]


BY_EVENING: Final = Naming(lambda day, evening: (day, evening), days.short_day)
BY_MONTH: Final = Naming(lambda day, _evening: (day.year, day.month), lambda day: written(day, "M y"))
BY_QUARTER: Final = Naming(
    lambda day, _evening: (day.year, quarter_of(day)),
    lambda day: _("Q%(number)s %(year)s") % {"number": quarter_of(day), "year": day.year},
)
BY_YEAR: Final = Naming(lambda day, _evening: day.year, lambda day: str(day.year))


def of_club(counted: Counted) -> Race | None:
    """None where nothing was played."""
    along = steps_of(counted)
    runners = race_of(counted, along)
    return Race(race_chart(runners, along), along, runners) if runners else None


def of_player(counted: Counted, player: Player) -> OwnWay | None:
    """None where the player did not play."""
    stages = way_of(counted, player, steps_of(counted))
    return OwnWay(way_chart(player, stages), stages) if stages else None


def steps_of(counted: Counted) -> list[Step]:
    """Evening by evening; where these are too many, month by month, and so on."""
    evenings = sorted({(one.day, one.evening) for mine in counted.evenings.values() for one in mine})
    found: list[Step] = []
    for naming in (BY_EVENING, BY_MONTH, BY_QUARTER, BY_YEAR):
        groups = groupby(evenings, key=lambda one: naming.together(*one))  # used up below
        some = [list(group) for _key, group in groups]
        found = [Step(naming.name(group[0][0]), frozenset(evening for _, evening in group)) for group in some]
        if len(found) <= MOST_STEPS:
            break
    return found


def race_of(counted: Counted, along: Sequence[Step]) -> list[Runner]:
    """All who have points: members first, the leader before the others, then guests."""
    runners = [Runner(counted.players[pk], _totals(counted, pk, along)) for pk in counted.evenings]
    return sorted(runners, key=lambda one: (one.player.guest, -one.total, one.player.folded_name, one.player.pk))


def _totals(counted: Counted, pk: int, along: Sequence[Step]) -> list[int | None]:
    points = _points(counted, pk)
    first = next((place for place, step in enumerate(along) if step.evenings & points.keys()), len(along))
    gained = [sum(points.get(evening, 0) for evening in step.evenings) for step in along]
    return [None] * first + list(accumulate(gained[first:]))


def _points(counted: Counted, pk: int) -> Mapping[int, int]:
    """By evening."""
    return {one.evening: counted.points(one.counts) for one in counted.evenings.get(pk, ())}


def way_of(counted: Counted, player: Player, along: Sequence[Step]) -> list[OnTheWay]:
    """What a player did, step by step; those that he missed are not in it."""
    found, total = [], 0
    mine = counted.evenings.get(player.pk, ())
    for step in along:
        evenings = [one for one in mine if one.evening in step.evenings]
        if evenings:
            points = sum(counted.points(one.counts) for one in evenings)
            total += points
            attended, games = sum(one.attended for one in evenings), sum(one.counts.games for one in evenings)
            found.append(OnTheWay(step, attended, games, points, total))
    return found


def race_chart(runners: Sequence[Runner], along: Sequence[Step]) -> LineChart:
    return LineChart(
        key="race",
        label=_("Points over time"),
        caption=_("Everybody's points, added up. Tap names to highlight them; all figures are in the table below."),
        ticks=[step.name for step in along],
        lines=[Line(name=one.player.called, full=one.player.name, values=one.totals) for one in runners],
    )


def way_chart(player: Player, stages: Sequence[OnTheWay]) -> LineChart:
    return LineChart(
        key="way",
        label=_("Points over time"),
        caption=_("Points added up; all figures are in the table below."),
        ticks=[stage.step.name for stage in stages],
        lines=[Line(name=player.called, full=player.name, values=[stage.total for stage in stages])],
    )
