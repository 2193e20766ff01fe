"""Template tags for tables of the league."""

from collections.abc import Mapping

from django.template import Library
from django.utils.safestring import SafeString

from dokoclub.standings.presenters import table_html
from dokoclub.standings.presenters.table import RenderedTable, format_league_number
from dokoclub.standings.selectors.people import Person
from scoring.league.standings import Number

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


@register.simple_tag
def told(column: str, value: Number) -> str:
    """Return a number of that column for a sentence."""
    return format_league_number(column, value)
