"""Where does somebody begin to read the league?"""

from __future__ import annotations

from datetime import date

from dokoclub.clubs.models import Club, Season
from dokoclub.dates.selectors import club_days
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors import newest_evenings


def last_day(club: Club) -> date | None:
    """On which the club played last. One query, one for a whole page."""
    evenings = newest_evenings(club)
    return evenings[0].date if evenings else None


def season_of_today(club: Club, today: date) -> Season | None:
    """The season that is running, else the last one that began, else the first that will. One query."""
    seasons = list(Season.objects.filter(club=club).order_by("first"))
    begun = [season for season in seasons if season.first <= today]
    return begun[-1] if begun else next(iter(seasons), None)


def seasons_of(club: Club) -> list[Season]:
    """The newest first. One query."""
    return list(Season.objects.filter(club=club))


def evenings_to_come(club: Club, first: date, last: date) -> int:
    """Evenings that dates still plan between these days, but for today's where it is played already. Two queries."""
    today = date_of_play()
    days = set(club_days(club, max(first, today), last))
    if today in days and Evening.objects.alive().filter(club=club, date=today, sheets__games__gt=0).exists():
        days.discard(today)
    return len(days)
