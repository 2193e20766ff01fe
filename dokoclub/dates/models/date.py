"""Dates of a club and the answers to them, with functions for rhythms and local times."""

from __future__ import annotations

import calendar
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club, Player
from dokoclub.core.formatting import day_and_year
from dokoclub.evenings.models.evening import LONGEST_PLACE, date_of_play

LONGEST_NOTE: Final = 200
USUAL_LENGTH: Final = timedelta(hours=4)
MOST_PLACES: Final = 400
LONGEST_REMARK: Final = 120
MOST_GUESTS: Final = 3
LAST: Final = 5  # "the last Thursday of a month"


class DateKind(models.TextChoices):
    EVENING = "evening", _("Evening")
    TOURNAMENT = "tournament", _("Tournament")
    OTHER = "other", pgettext_lazy("date", "Something else")


class DateState(models.TextChoices):
    PLANNED = "planned", pgettext_lazy("date", "planned")
    CANCELLED = "cancelled", pgettext_lazy("date", "cancelled")


LONGEST_UID: Final = 300


def make_uid() -> str:
    return str(uuid.uuid4())


class DateQuerySet(models.QuerySet["Date"]):
    def not_deleted(self) -> DateQuerySet:
        return self.filter(club__deleted_at=None)

    def planned(self) -> DateQuerySet:
        return self.filter(state=DateState.PLANNED)

    def to_come(self, now: datetime) -> DateQuerySet:
        """Return the dates that are not over yet."""
        return self.filter(end__gt=now)


class Date(models.Model):
    """A meeting of a club. Times are in UTC; `day` is the local date of play, which links it to an evening.

    `moves` counts how often it was moved: earlier answers are asked for again. `kept`: the answers of players erased
    since it began, `yes`, `maybe`, `late` or `excused`, by player; nothing else of them remains.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="dates")
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # The id in calendars, constant through changes and a move to another host. Older ones include their first host.
    uid = models.CharField(max_length=LONGEST_UID, default=make_uid, editable=False)
    start = models.DateTimeField()
    end = models.DateTimeField()
    day = models.DateField(editable=False)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    kind = models.CharField(max_length=10, choices=DateKind.choices, default=DateKind.EVENING)
    answer_until = models.DateTimeField(null=True, blank=True)  # None: until it begins
    places = models.PositiveSmallIntegerField(null=True, blank=True)  # None: no limit
    series = models.UUIDField(null=True, editable=False)  # of the rhythm that created it
    state = models.CharField(max_length=9, choices=DateState.choices, default=DateState.PLANNED)
    sequence = models.PositiveIntegerField(default=0, editable=False)  # number of changes; calendars need it
    moves = models.PositiveIntegerField(default=0, editable=False)
    kept: Any = models.JSONField(default=dict, editable=False)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )

    history = HistoricalRecords(cascade_delete_history=True)
    objects = DateQuerySet.as_manager()

    class Meta:
        ordering = ["start", "pk"]
        verbose_name = pgettext_lazy("meeting", "date")
        verbose_name_plural = _("dates")
        indexes = [
            models.Index(fields=["club", "end"], name="dates_of_a_club_by_end"),
            models.Index(fields=["club", "day"], name="dates_of_a_club_by_day"),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="date_ends_after_it_begins"),
            models.CheckConstraint(
                condition=Q(answer_until=None) | Q(answer_until__lte=F("start")),
                name="date_is_answered_before_it_begins",
            ),
            models.CheckConstraint(condition=Q(places=None) | Q(places__gte=1), name="date_has_a_place_or_more"),
        ]

    def __str__(self) -> str:
        return day_and_year(self.start)

    def save(self, *args: object, **kwargs: object) -> None:
        self.day = date_of_play(self.start)
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    @property
    def is_cancelled(self) -> bool:
        return self.state == DateState.CANCELLED

    @property
    def last_moment(self) -> datetime:
        """Return the moment after which a no is late."""
        return self.answer_until or self.start

    def takes_answers(self, now: datetime) -> bool:
        """Return whether it takes answers: until it begins, late ones too."""
        return not self.is_cancelled and now < self.start

    def is_over(self, now: datetime) -> bool:
        return self.end <= now


class Answer(models.TextChoices):
    YES = "yes", pgettext_lazy("answer", "Coming")
    MAYBE = "maybe", pgettext_lazy("answer", "Maybe")
    NO = "no", pgettext_lazy("answer", "Not")


class Reply(models.Model):
    """A player's answer to a date. `guests`: names of the guests they bring.

    `late`: it became a no after the last moment. `moves`: the date's value when the answer was given.
    """

    date = models.ForeignKey(Date, on_delete=models.CASCADE, related_name="replies")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="replies")
    answer = models.CharField(max_length=5, choices=Answer.choices)
    guests: Any = models.JSONField(default=list)
    comes_at = models.TimeField(null=True)  # local time, if later than the beginning
    remark = models.CharField(max_length=LONGEST_REMARK, blank=True)
    late = models.BooleanField(default=False)
    moves = models.PositiveIntegerField(default=0)
    given_at = models.DateTimeField(default=timezone.now)
    by_link = models.BooleanField(default=False)  # by the player's own secret link
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    history = HistoricalRecords(cascade_delete_history=True)

    class Meta:
        ordering = ["given_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["date", "player"], name="player_answers_a_date_once"),
            models.CheckConstraint(condition=Q(late=False) | Q(answer=Answer.NO), name="only_a_no_is_late"),
            models.CheckConstraint(condition=Q(answer__in=("yes", "maybe", "no")), name="reply_is_an_answer"),
        ]

    def __str__(self) -> str:
        return f"{self.date_id} {self.player_id}: {self.answer}"


def get_last_day(first: date) -> date:
    """Return the last day to which dates are planned: a year ahead, less a day."""
    return in_a_year(first) - timedelta(days=1)


def in_a_year(day: date) -> date:
    """Return the day one year later; the 29th of February becomes the 1st of March."""
    try:
        return day.replace(year=day.year + 1)
    except ValueError:
        return date(day.year + 1, 3, 1)


def every_weeks(first: date, last: date, weeks: int) -> Iterator[date]:
    """Yield `first` and each `weeks`-th week after it, up to and including `last`."""
    day = first
    while day <= last:
        yield day
        day += timedelta(weeks=weeks)


def in_each_month(first: date, last: date, places: Sequence[int]) -> Iterator[date]:
    """Yield the weekday of `first` at these places of each month; `LAST` is its last one, which may be the fourth."""
    year, month = first.year, first.month
    while (year, month) <= (last.year, last.month):
        days = _weekdays(year, month, first.weekday())
        wanted = {days[place - 1] if place < LAST else days[-1] for place in places}
        yield from (day for day in sorted(wanted) if first <= day <= last)
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)


def _weekdays(year: int, month: int, weekday: int) -> list[date]:
    days = calendar.monthrange(year, month)[1]
    return [day for number in range(1, days + 1) if (day := date(year, month, number)).weekday() == weekday]


def begin_at(day: date, clock: time) -> datetime:
    """Return the moment in UTC.

    A time that a clock change skips is one hour later; of a time that occurs twice, the first counts.
    """
    return timezone.make_aware(datetime.combine(day, clock)).astimezone(UTC)


def end_at(day: date, begins: time, ends: time) -> datetime:
    """Return the end in UTC; an end that is not later than the beginning is on the next day."""
    return begin_at(day if ends > begins else day + timedelta(days=1), ends)


def days_before(start: datetime, days: int) -> datetime:
    """Return the moment this many days earlier at the same local time, but never after `start`."""
    local = timezone.localtime(start)
    return min(begin_at(local.date() - timedelta(days=days), local.time()), start)
