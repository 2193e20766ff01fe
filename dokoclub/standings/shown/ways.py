"""From one table to the others: month, quarter, year, season, all time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.standings.models.periods import ALL_TIME, Period, Span, period_around


class Way(NamedTuple):
    title: str
    url: str
    is_here: bool


def ways_beside(club: int, period: Period, today: date) -> list[Way]:
    """The tables around the same days: from a year to its running month, or its last one. No query."""
    season = reverse("standings:show_season", args=[club])
    return _ways(lambda other: reverse("standings:show_table", args=[club, other]), period, today, season)


def ways_by_link(token: str, period: Period, today: date, season: Period | None) -> list[Way]:
    """The same behind a secret link; `season`: the one that is running."""

    def url(other: Period) -> str:
        return reverse("standings:show_table_by_link", args=[token, other])

    return _ways(url, period, today, url(season) if season else "")


def _ways(url: Callable[[Period], str], period: Period, today: date, season: str) -> list[Way]:
    month = period.last_month_by(today)
    around_it = ((Span.MONTH, _("Month")), (Span.QUARTER, _("Quarter")), (Span.YEAR, _("Year")))
    found = [Way(title, url(period_around(span, month.first)), period.span is span) for span, title in around_it]
    if season:
        found.append(Way(_("Season"), season, period.span is Span.SEASON))
    return [*found, Way(pgettext("time", "All"), url(ALL_TIME), period.span is Span.ALL)]
