"""The league of the demo club: a season with rules, closed months, corrections, rating. Hooked into seed_demo."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Final
from uuid import UUID

from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player, Season
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.standings import services
from dokoclub.standings.models import Closing, Correction
from dokoclub.standings.models.periods import Period, month_around, months_of
from scoring.league.rules import StandingsRules

RULES: Final = StandingsRules(counting="strike", counting_evenings=2, minimum=30, minimum_unit="percent")
MONTH_RULES: Final = StandingsRules(minimum=2)
MOST_CLOSED: Final = 12  # months; a demo of many years leaves the older ones as they are
CLOSED_AT: Final = time(10, 30)
CAKE: Final = "Kuchen für alle mitgebracht"
FORGOTTEN: Final = "Unentschuldigt gefehlt"
TWICE: Final = "Ein Spiel stand doppelt auf dem Zettel"
AGAIN: Final = "Nach der Korrektur noch einmal"


def seed_league(club: Club, evenings: int, seed: int) -> None:
    """Nothing where there are no evenings, or where the league is there already."""
    services.count_club(club)
    days = list(Evening.objects.alive().filter(club=club).order_by("date").values_list("date", flat=True))
    if not days or Season.objects.filter(club=club).exists() or Closing.objects.filter(club=club).exists():
        return
    League(club, days, Random(f"{club.key}{seed}league")).make()  # noqa: S311  # nothing secret


class League:
    """One run: its dice, its club and who acts in it."""

    def __init__(self, club: Club, days: Sequence[date], random: Random) -> None:
        self.club, self.days, self.random = club, days, random
        self.owner: Account = club.memberships.filter(owner=True).select_related("account")[0].account
        self.players = list(club.players.playing().filter(guest=False).order_by("pk"))

    def uuid(self) -> UUID:
        return UUID(int=self.random.getrandbits(128), version=5)

    def make(self) -> None:
        """The season that runs, and the months that are over; one was closed twice, one has changed since."""
        self._season()
        services.switch_rating(self.club, True)
        played = months_over(self.days, date_of_play())[-MOST_CLOSED:]
        for period in played:
            self._close(period)
        if played:
            self._correct(played[0], self.players[1], -6, TWICE)
            self._close(played[0], reason=AGAIN)
            self._correct(played[-1], self.players[0], 2, CAKE)
        mistaken = self._correct(month_around(self.days[-1]), self.players[2], -3, FORGOTTEN)
        services.take_back_correction(mistaken, by=self.owner)
        self._correct(month_around(self.days[-1]), self.players[3], -5, FORGOTTEN)

    def _season(self) -> None:
        first, last = season_days(self.days[0], date_of_play())
        name = f"Saison {first.year}" if last.year == first.year else f"Saison {first.year}/{last.year % 100:02}"
        wanted = services.NewSeason(name=name, first=first, last=last, planned=48, rules=RULES, month_rules=MONTH_RULES)
        services.make_season(self.club, wanted, key=self.uuid(), by=self.owner)

    def _close(self, period: Period, reason: str = "") -> None:
        newest = Closing.objects.filter(club=self.club, month=period.first).first()
        services.close_month(
            self.club,
            period,
            key=self.uuid(),
            expected=newest.number if newest else 0,
            by=self.owner,
            reason=reason,
            at=closed_at(period, days=3 if reason else 1),
        )

    def _correct(self, period: Period, player: Player, points: int, reason: str) -> Correction:
        day = next(day for day in reversed(self.days) if period.holds(day))
        return services.correct_points(
            self.club, player, day=day, points=points, reason=reason, key=self.uuid(), by=self.owner
        )


def months_over(days: Sequence[date], today: date) -> list[Period]:
    """The months before today's in which somebody played, the oldest first."""
    over = [period for period in months_of(days[0], days[-1]) if period.is_over(today)]
    return [period for period in over if any(period.holds(day) for day in days)]


def season_days(first_evening: date, today: date) -> tuple[date, date]:
    """The year that runs, counted from the month of the first evening: its first and its last day."""
    begins = first_evening.replace(day=1, year=today.year)
    first = begins if begins <= today else begins.replace(year=today.year - 1)
    return first, first.replace(year=first.year + 1) - timedelta(days=1)


def closed_at(period: Period, days: int) -> datetime:
    """In the morning so many days after its end, but not before that morning has come."""
    morning = timezone.make_aware(datetime.combine(period.last + timedelta(days=days), CLOSED_AT))
    return min(morning, timezone.now())
