"""From the statistics of one period to those of others: before and after it, around it, and the club's seasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from dokoclub.clubs.models import Season
from dokoclub.standings.models.periods import ALL_TIME, Period, Span, of_season, period_around
from dokoclub.standings.shown.ways import Way


class PeriodWays(NamedTuple):
    spans: list[Way]
    before: Way | None
    after: Way | None
    seasons: list[Way]  # the other ones, on the page of a season


def period_ways(
    here: Period, url: Callable[[Period], str], *, last_day: date, seasons: Iterable[Season] = ()
) -> PeriodWays:
    """`last_day`: of the club's last evening; no way leads behind it, and the other spans lie around it. No query."""
    day = max(here.first, min(here.last, last_day))

    def way(period: Period | None) -> Way | None:
        return Way(str(period), url(period), period.key == here.key) if period else None

    after = here.after
    its_seasons = [of_season(season) for season in seasons]
    nearest = here if here.span is Span.SEASON else _nearest(its_seasons, day)
    others = [season for season in its_seasons if here.span is Span.SEASON and season.key != here.key]
    return PeriodWays(
        spans=[
            *(
                Way(title, url(period_around(span, day)), here.span is span)
                for span, title in ((Span.MONTH, _("Month")), (Span.QUARTER, _("Quarter")), (Span.YEAR, _("Year")))
            ),
            *([Way(_("Season"), url(nearest), nearest is here)] if nearest else []),
            Way(_("All"), url(ALL_TIME), here.span is Span.ALL),
        ],
        before=way(here.before),
        after=way(after if after and after.first <= last_day else None),
        seasons=[Way(str(season), url(season), is_here=False) for season in others],
    )


def _nearest(seasons: list[Period], day: date) -> Period | None:
    """The one in which the day lies, else the newest."""
    return next((season for season in seasons if season.holds(day)), seasons[0] if seasons else None)
