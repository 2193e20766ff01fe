"""The dates of the demo club: Fridays gone by and to come, one moved, one cancelled. Hooked into seed_demo."""

from __future__ import annotations

from datetime import date, time, timedelta
from random import Random
from typing import Final
from uuid import UUID

from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.dates import services
from dokoclub.dates.models import Answer, Date, Reply
from dokoclub.dates.models.rhythm import every_weeks
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play

BEGINS: Final = time(19, 30)
WEEKS_AHEAD: Final = 10
WEEKS_BACK: Final = 8  # of evenings that were planned
ANSWER_DAYS: Final = 2
PLACES: Final = ("Linde", "Linde", "bei Georg", "Linde", "Vereinsheim")
MOVED, CANCELLED = 2, 4  # which of those to come
SHARES: Final = {0: (0.7, 0.1, 0.15), 1: (0.5, 0.15, 0.2), 2: (0.4, 0.1, 0.1)}  # yes, perhaps, no; the rest is open
LESS_KNOWN: Final = (0.15, 0.05, 0.05)


def seed_dates(club: Club, evenings: int, seed: int) -> None:
    """Nothing where there are dates already, or where there is no club to plan for."""
    if evenings < 1 or Date.objects.filter(club=club).exists():
        return
    Plan(club, Random(f"{club.key}{seed}dates")).make()  # noqa: S311  # nothing secret


class Plan:
    """One run: its dice, its club and who acts in it."""

    def __init__(self, club: Club, random: Random) -> None:
        self.club, self.random = club, random
        self.owner: Account = club.memberships.filter(owner=True).select_related("account")[0].account
        self.players = list(club.players.playing().filter(guest=False).order_by("pk"))

    def uuid(self) -> UUID:
        return UUID(int=self.random.getrandbits(128), version=5)

    def make(self) -> None:
        self._before()
        days = days_ahead(date_of_play())
        places = dict(zip(days, PLACES * len(days), strict=False))
        made = [self._plan(day, places[day]) for day in days]
        for number, one in enumerate(made):
            self._answer(one, SHARES.get(number, LESS_KNOWN))
        self._move(made[MOVED])
        services.cancel_date(made[CANCELLED], by=self.owner)

    def _plan(self, day: date, place: str) -> Date:
        wanted = services.Wanted(day=day, begins=BEGINS, place=place, answer_days=ANSWER_DAYS)
        return services.write_dates(self.club, wanted, key=self.uuid(), by=self.owner)[0]

    def _move(self, one: Date) -> None:
        local = timezone.localtime(one.start)
        wanted = services.Wanted(day=local.date(), begins=time(18, 30), place=one.place, answer_days=ANSWER_DAYS)
        services.change_date(one, wanted, by=self.owner)

    def _answer(self, one: Date, shares: tuple[float, float, float]) -> None:
        for player in self.players:
            answer = self._drawn(shares)
            if answer:
                details = services.Details(guests=("Nele",)) if answer == Answer.YES and player.name == "Ina" else None
                services.answer_date(one, player, answer, details, by=player.account or self.owner)

    def _drawn(self, shares: tuple[float, float, float]) -> Answer | None:
        drawn = self.random.choices([Answer.YES, Answer.MAYBE, Answer.NO, None], [*shares, 1 - sum(shares)])
        return drawn[0]

    def _before(self) -> None:
        """Of evenings that are over nobody plans any more, so these are written as they would stand there now."""
        played = Evening.objects.alive().filter(club=self.club).exclude(closed_at=None).order_by("-date")[:WEEKS_BACK]
        for evening in played:
            wanted = services.Wanted(day=evening.date, begins=BEGINS, place=evening.place, answer_days=ANSWER_DAYS)
            one = Date(
                club=self.club,
                uuid=self.uuid(),
                start=wanted.start,
                end=wanted.end,
                answer_until=wanted.answer_until,
                place=evening.place,
                changed_at=wanted.start - timedelta(days=60),
                made_by=self.owner,
            )
            one.save()
            there = set(Player.objects.filter(seats__sheet__evening=evening).values_list("pk", flat=True))
            replies = [self._said(one, player, came=player.pk in there) for player in self.players]
            bulk_create_with_history([reply for reply in replies if reply], Reply, default_user=self.owner)

    def _said(self, one: Date, player: Player, *, came: bool) -> Reply | None:
        """Who came had said so; who did not, mostly said it in time, now and then late, and some said nothing."""
        chance = self.random.random()
        if not came and chance > 0.75:
            return None
        late = not came and chance > 0.6
        given = one.last_moment + timedelta(hours=20) if late else one.last_moment - timedelta(days=1 + 9 * chance)
        answer = Answer.YES if came else Answer.NO
        by = player.account or self.owner
        return Reply(date=one, player=player, answer=answer, late=late, given_at=given, given_by=by)


def days_ahead(today: date) -> list[date]:
    """One a week; the first is tomorrow or later, a week after the last evening."""
    first = today + timedelta(weeks=1)
    return list(every_weeks(first, first + timedelta(weeks=WEEKS_AHEAD - 1), 1))
