"""The evening of a date begins: who comes sits down first."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.utils import timezone

from dokoclub.clubs.models import Club
from dokoclub.dates.models import Date, Kind
from dokoclub.dates.selectors.answers import read_date
from dokoclub.evenings.hooks import Arrivals
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors import evening_of_day
from scoring.text import fold_name

NEAR: Final = timedelta(days=2)  # what is of today begins no further away


def planned_today(club: Club) -> Date | None:
    """Return the date of today whose evening has not begun. Two queries, one where nothing is planned."""
    today = date_of_play()
    near = Date.objects.planned().filter(club=club, start__range=(timezone.now() - NEAR, timezone.now() + NEAR))
    found = next((date for date in near.order_by("start", "pk") if date.day == today), None)
    return found if found and evening_of_day(club, today) is None else None


def propose_coming(club: Club, number: int) -> Arrivals | None:
    """Who comes to the date of that number, with the guests who are known by name. Hooked into evenings' arrivals.

    Four queries. None where it is no date of the club.
    """
    date = Date.objects.planned().filter(club=club, pk=number).first()
    if date is None:
        return None
    date.club = club
    coming = read_date(date)
    known = {fold_name(player.name): player.pk for player in coming.people.values()}
    guests = [known[fold_name(name)] for name, _ in coming.guests if fold_name(name) in known]
    players = [reply.player.pk for reply in coming.yes]
    return Arrivals(
        players=tuple(dict.fromkeys([*players, *guests])),
        place=date.place,
        day=date.day,
        club_evening=date.kind != Kind.OTHER,
    )
