"""The league of the demo club: a season with rules, closed months, corrections. Hooked into seed_demo."""

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
from dokoclub.standings.models.periods import Period, month, months_of
from scoring.league.rules import StandingsRules

RULES: Final = StandingsRules(counting="strike", counting_evenings=2, minimum=30, minimum_unit="percent")
MONTH_RULES: Final = StandingsRules(minimum=2)
MOST_CLOSED: Final = 12  # months; a demo of many years leaves the older ones as they are
CLOSED_AT: Final = time(10, 30)
CAKE: Final = "Kuchen für alle mitgebracht"
FORGOTTEN: Final = "Unentschuldigt gefehlt"
TWICE: Final = "Ein Spiel stand doppelt auf dem Zettel"
AGAIN: Final = "Nach der Korrektur noch einmal"


def seed(club: Club, evenings: int, seed: int) -> None:
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
        return UUID(int=self.random.getrandbits(128), version=4)

    def make(self) -> None:
        """The season that runs, and the months that are over; one was closed twice, one has changed since."""
        self._season()
        over = [period for period in months_of(self.days[0], self.days[-1]) if period.is_over(date_of_play())]
        played = [period for period in over if any(period.holds(day) for day in self.days)][-MOST_CLOSED:]
        for period in played:
            self._close(period)
        if played:
            self._correct(played[0], self.players[1], -6, TWICE)
            self._close(played[0], reason=AGAIN)
            self._correct(played[-1], self.players[0], 2, CAKE)
        mistaken = self._correct(month(self.days[-1]), self.players[2], -3, FORGOTTEN)
        services.take_back_correction(mistaken, by=self.owner)
        self._correct(month(self.days[-1]), self.players[3], -5, FORGOTTEN)

    def _season(self) -> None:
        """A year long; it began in the month of the first evening, or in the same month of a later year."""
        today, begins = date_of_play(), self.days[0].replace(day=1)
        first = begins.replace(year=today.year if begins.replace(year=today.year) <= today else today.year - 1)
        last = first.replace(year=first.year + 1) - timedelta(days=1)
        name = f"Saison {first.year}" if last.year == first.year else f"Saison {first.year}/{last.year % 100:02}"
        wanted = services.NewSeason(name=name, first=first, last=last, planned=48, rules=RULES, month_rules=MONTH_RULES)
        services.make_season(self.club, wanted, key=self.uuid(), by=self.owner)

    def _close(self, period: Period, reason: str = "") -> None:
        newest = Closing.objects.filter(club=self.club, month=period.first).first()
        days = 3 if reason else 1
        services.close_month(
            self.club,
            period,
            key=self.uuid(),
            expected=newest.number if newest else 0,
            by=self.owner,
            reason=reason,
            at=timezone.make_aware(datetime.combine(period.last + timedelta(days=days), CLOSED_AT)),
        )

    def _correct(self, period: Period, player: Player, points: int, reason: str) -> Correction:
        day = next(day for day in reversed(self.days) if period.holds(day))
        return services.correct_points(
            self.club, player, day=day, points=points, reason=reason, key=self.uuid(), by=self.owner
        )
