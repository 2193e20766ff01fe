"""The league of the demo club: a season with rules, closed months, corrections, rating."""

from datetime import date, datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from dokoclub.demo.club import Demo
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings.models import Correction
from dokoclub.standings.models.periods import Period, list_months_between, month_around
from dokoclub.standings.services import achievements, closings, league
from scoring.league.rules import StandingsRules

RULES: Final = StandingsRules(counting="strike", counting_evenings=2, minimum=30, minimum_unit="percent")
MONTH_RULES: Final = StandingsRules(minimum=2)
MOST_CLOSED: Final = 12  # months; a demo of many years leaves older ones open
CLOSED_AT: Final = time(10, 30)
CAKE: Final = "Kuchen für alle mitgebracht"
FORGOTTEN: Final = "Unentschuldigt gefehlt"
TWICE: Final = "Ein Spiel stand doppelt auf dem Zettel"
AGAIN: Final = "Nach der Korrektur noch einmal"


@transaction.atomic
def make_league(demo: Demo) -> None:
    """Make the current season and past months; one was closed twice, one has changed since."""
    achievements.count_club(demo.club)
    days = list(Evening.objects.not_deleted().filter(club=demo.club).order_by("date").values_list("date", flat=True))
    players, today = demo.players(), date_of_play()
    first, last = season_days(days[0], today)
    name = f"Saison {first.year}" if last.year == first.year else f"Saison {first.year}/{last.year % 100:02}"
    season = league.NewSeason(name=name, first=first, last=last, planned=48, rules=RULES, month_rules=MONTH_RULES)
    league.make_season(demo.club, season, key=demo.key("season"), by=demo.owner)

    def close(period: Period, again: str = "") -> None:
        closings.close_month(
            demo.club,
            period,
            key=demo.key(f"closing-{period.first}{again}"),
            expected=1 if again else 0,
            by=demo.owner,
            reason=again,
            at=closed_at(period, days=3 if again else 1),
        )

    def correct(number: int, period: Period, points: int, reason: str) -> Correction:
        day = next(day for day in reversed(days) if period.holds(day))
        key, player = demo.key(f"correction-{number}"), players[number]
        return league.correct_points(demo.club, player, day=day, points=points, reason=reason, key=key, by=demo.owner)

    played = months_over(days, today)[-MOST_CLOSED:]
    for period in played:
        close(period)
    if played:
        correct(1, played[0], -6, TWICE)
        close(played[0], AGAIN)
        correct(0, played[-1], 2, CAKE)
    this_month = month_around(days[-1])
    league.take_back_correction(correct(2, this_month, -3, FORGOTTEN), by=demo.owner)
    correct(3, this_month, -5, FORGOTTEN)


def months_over(days: list[date], today: date) -> list[Period]:
    """List past months with evenings, oldest first."""
    over = [period for period in list_months_between(days[0], days[-1]) if period.is_over(today)]
    return [period for period in over if any(period.holds(day) for day in days)]


def season_days(first_evening: date, today: date) -> tuple[date, date]:
    """Return first and last day of the current season, a year from the month of the first evening."""
    begins = first_evening.replace(day=1, year=today.year)
    first = begins if begins <= today else begins.replace(year=today.year - 1)
    return first, first.replace(year=first.year + 1) - timedelta(days=1)


def closed_at(period: Period, days: int) -> datetime:
    """Return the morning so many days after the period's end, but not a future one."""
    morning = timezone.make_aware(datetime.combine(period.last + timedelta(days=days), CLOSED_AT))
    return min(morning, timezone.now())
