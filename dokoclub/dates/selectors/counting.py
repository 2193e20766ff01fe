"""How many evenings are still to come, by the dates of the club."""

from __future__ import annotations

from datetime import date

from dokoclub.clubs.models import Club
from dokoclub.dates.models import Date, Kind


def club_days(club: Club, first: date, last: date) -> list[date]:
    """Days on which an evening is planned, each once. One query."""
    planned = Date.objects.planned().filter(club=club, kind=Kind.EVENING, day__range=(first, last))
    return list(planned.order_by("day").values_list("day", flat=True).distinct())
