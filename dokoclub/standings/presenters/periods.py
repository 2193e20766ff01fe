"""The rows of the page on which the period of table and statistics is chosen: months with winners, seasons, years."""

from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.models import Season
from dokoclub.core.formatting import day_span, month
from dokoclub.evenings.texts import join_names
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, get_season_period, period_around
from dokoclub.standings.presenters.table import call_shortly
from dokoclub.standings.selectors.hall import Hall, is_won
from dokoclub.standings.selectors.people import Person


class PeriodRow(NamedTuple):
    title: str
    state: str
    url: str
    is_here: bool


def list_periods(
    found: Hall, here: Period, seasons: Iterable[Season], today: date, url: Callable[[Period], str]
) -> dict[str, Any]:
    """Return the rows: `months` of the last year, `others`, and the `years` before with their months."""
    winners = {one.period: _tell_winner(one.people) for _year, some in found.months for one in some if is_won(one)}

    def row(period: Period, state: str = "") -> PeriodRow:
        return PeriodRow(str(period), state, url(period), period.key == here.key)

    def of_month(period: Period) -> PeriodRow:
        running = "" if period.is_over(today) else _("in progress")
        return row(period, winners.get(period) or running)

    by_year: dict[Period, list[PeriodRow]] = {}
    for period in found.played or (here.last_month_by(today),):
        by_year.setdefault(period_around(Span.YEAR, period.first), []).append(of_month(period))
    (last, months), *years = by_year.items()

    def others() -> Iterator[PeriodRow]:
        for season in seasons:
            yield row(get_season_period(season), day_span(season.first, season.last))
        yield row(period_around(Span.QUARTER, here.last_month_by(today).first))
        yield row(last)
        yield row(ALL_TIME, _("since %(month)s") % {"month": month(found.played[-1].first)} if found.played else "")

    return {"months": months, "others": [*others()], "years": [(year, [row(year), *some]) for year, some in years]}


def _tell_winner(people: Collection[Person]) -> str:
    names = call_shortly(people)
    told = ngettext("%(names)s wins", "%(names)s win", len(names))
    return told % {"names": join_names([names[person.pk] for person in people])}
