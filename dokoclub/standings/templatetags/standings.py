"""Template tags for tables of the league and for statistics, where numbers in brackets rest on few games."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import assert_never

from django.template import Library
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from dokoclub.core.formatting import percent, round_half_up, signed
from dokoclub.standings.models.periods import Period
from dokoclub.standings.presenters import statistics_html, table_html
from dokoclub.standings.presenters.blocks import Member
from dokoclub.standings.presenters.charts import Race
from dokoclub.standings.presenters.facts import Attended, Mean, Points, Value, Won
from dokoclub.standings.presenters.statistics import Rate, StatisticsLine, Values, to_decimal
from dokoclub.standings.presenters.statistics_html import Matrix
from dokoclub.standings.presenters.table import RenderedTable
from dokoclub.standings.selectors.people import Person
from dokoclub.ui.templatetags.ui import points

register = Library()


@register.simple_tag
def league_rows(shown: RenderedTable) -> SafeString:
    """Render the rows of a league table, group by group."""
    return table_html.render_rows(shown)


@register.filter
def stars(number: int) -> SafeString:
    """Render a star for every 1,000 games."""
    return SafeString(table_html.format_stars(number))


@register.simple_tag
def person_name(people: Mapping[int, Person], player: int) -> str:
    return people[player].name


register.filter("percents", percent)

register.simple_tag(statistics_html.render_rate, name="rate")


@register.simple_tag
def value(shown: Value | None) -> SafeString | str:
    """Render the value of a fact: `12`, `7` of 12, `58 %` of games won, `+61`, `+0,42`, card points without a sign."""
    match shown:
        case Attended(evenings):
            of = _("of %(number)s") % {"number": evenings.of}
            return format_html('{} <small class="soft">{}</small>', evenings.number, of)
        case Won(games):
            return format_html(
                '{} <small class="soft">{}</small>', statistics_html.render_rate(games), _get_number(games)
            )
        case Points(number):
            return points(number)
        case Mean(number, places):
            return fraction(number, places)
        case Fraction():
            return whole(shown)
        case int() | str():
            return str(shown)
        case None:
            return statistics_html.NOTHING
        case never:
            assert_never(never)


@register.filter
def fraction(number: Fraction | None, places: int = 2) -> str:
    """Return `+0,42`; "" without a number."""
    return "" if number is None else signed(to_decimal(number), places)


@register.simple_tag
def race_rows(race: Race) -> SafeString:
    return statistics_html.render_race(race)


@register.simple_tag
def matrix_rows(matrix: Matrix, club: int, period: Period) -> SafeString:
    return statistics_html.render_fields(matrix, club, period)


@register.simple_tag
def matrix_lists(matrix: Matrix, club: int, period: Period) -> SafeString:
    return statistics_html.render_lists(matrix, club, period)


@register.simple_tag
def line_rows(lines: Iterable[StatisticsLine], club: int, period: Period) -> SafeString:
    return statistics_html.render_lines(lines, club, period)


@register.simple_tag
def member_rows(members: Iterable[Member], club: int, period: Period, account: int) -> SafeString:
    return statistics_html.render_members(members, club, period, account)


@register.simple_tag
def bar_rows(values: Values) -> SafeString:
    return statistics_html.render_bars(values)


@register.filter
def whole(number: Fraction | None) -> str:
    """Return a rounded number without a sign: mean card points."""
    return "" if number is None else str(round_half_up(to_decimal(number), 0))


def _get_number(shown: Rate) -> str:
    return _("%(number)s of %(of)s") % {"number": shown.number, "of": shown.of}
