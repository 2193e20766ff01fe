"""A date: one time at which the club meets, whether it came out of a rhythm or not."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club
from dokoclub.evenings.models.evening import LONGEST_PLACE, date_of_play
from dokoclub.look.days import day_and_year

LONGEST_NOTE: Final = 200
USUAL_LENGTH: Final = timedelta(hours=4)
MOST_PLACES: Final = 400


class Kind(models.TextChoices):
    EVENING = "evening", _("Evening")
    TOURNAMENT = "tournament", _("Tournament")
    OTHER = "other", pgettext_lazy("date", "Something else")


class State(models.TextChoices):
    PLANNED = "planned", pgettext_lazy("date", "planned")
    CANCELLED = "cancelled", pgettext_lazy("date", "cancelled")


LONGEST_UID: Final = 300


def make_uid() -> str:
    return str(uuid.uuid4())


class DateQuerySet(models.QuerySet["Date"]):
    def alive(self) -> DateQuerySet:
        return self.filter(club__deleted_at=None)

    def planned(self) -> DateQuerySet:
        return self.filter(state=State.PLANNED)

    def to_come(self, now: datetime) -> DateQuerySet:
        """Not over yet."""
        return self.filter(end__gt=now)


class Date(models.Model):
    """Times are kept in UTC; `day` is the local date of play, by which an evening finds its date.

    `moves` counts how often it was moved: an answer that was given before is asked for again. `kept`: what those had
    answered who were erased since it began, `yes`, `maybe`, `late` or `excused`, by player; nothing else is left of it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="dates")
    uuid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    # As calendars know it, after any change and on another host, too. Older ones name the host that they came from.
    uid = models.CharField(max_length=LONGEST_UID, default=make_uid, editable=False)
    start = models.DateTimeField()
    end = models.DateTimeField()
    day = models.DateField(editable=False)
    place = models.CharField(max_length=LONGEST_PLACE, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.EVENING)
    answer_until = models.DateTimeField(null=True, blank=True)  # None: until it begins
    places = models.PositiveSmallIntegerField(null=True, blank=True)  # for so many; None: for whoever comes
    series = models.UUIDField(null=True, editable=False)  # of the rhythm it was written out from
    state = models.CharField(max_length=9, choices=State.choices, default=State.PLANNED)
    sequence = models.PositiveIntegerField(default=0, editable=False)  # changes; calendars ask for it
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
        return self.state == State.CANCELLED

    @property
    def last_moment(self) -> datetime:
        """Who says later that he does not come, says it late."""
        return self.answer_until or self.start

    def takes_answers(self, now: datetime) -> bool:
        """Until it begins; late ones, too."""
        return not self.is_cancelled and now < self.start

    def is_over(self, now: datetime) -> bool:
        return self.end <= now
