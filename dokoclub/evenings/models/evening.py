"""The evening: one day on which a club plays, at one table or at several."""

from __future__ import annotations

import uuid
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.look.days import day_and_year

LONGEST_PLACE: Final = 60
HIGHEST_STAKE: Final = 10_000  # cents a point
KEPT_AFTER_DELETION: Final = timedelta(days=30)
AFTER_MIDNIGHT: Final = timedelta(hours=6)  # until then it is still the evening before


def date_of_play(now: datetime | None = None) -> date:
    """The local date; before six on the clock that of the evening before, also where the clocks change."""
    clock = timezone.localtime(now).replace(tzinfo=None)
    return (clock - AFTER_MIDNIGHT).date()


class EveningQuerySet(models.QuerySet["Evening"]):
    def alive(self) -> EveningQuerySet:
        return self.filter(deleted_at=None, club__deleted_at=None)

    def open(self) -> EveningQuerySet:
        return self.alive().filter(closed_at=None)

    def to_take_back(self) -> EveningQuerySet:
        """Deleted less than 30 days ago, in a club that is still there."""
        return self.filter(deleted_at__gt=timezone.now() - KEPT_AFTER_DELETION, club__deleted_at=None)

    def to_purge(self) -> EveningQuerySet:
        whole = self.exclude(club__deleted_at=UNFINISHED)  # others are still being written
        whole = whole.filter(club__moving_to="")  # of those that move nothing is to change
        return whole.filter(deleted_at__lte=timezone.now() - KEPT_AFTER_DELETION)


class Evening(models.Model):
    """One club day. Its games count for its date, whatever the clock says."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    date = models.DateField(_("date"), default=date_of_play)
    place = models.CharField(_("place"), max_length=LONGEST_PLACE, blank=True)
    club_evening = models.BooleanField(
        _("club evening"),
        default=True,
        help_text=_("An evening of the whole club, to which all members are expected."),
    )
    stake = models.DecimalField(
        _("stake in cents a point"),
        default=Decimal(),
        max_digits=7,
        decimal_places=2,
        validators=[MinValueValidator(0), MaxValueValidator(HIGHEST_STAKE)],
    )
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    closed_at = models.DateTimeField(null=True, editable=False)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    deleted_at = models.DateTimeField(null=True, editable=False)
    deleted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, editable=False, related_name="+"
    )
    version = models.PositiveIntegerField(default=0, editable=False)  # raised when the evening, not a sheet, changes
    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)  # of the form that opened it

    history = HistoricalRecords(excluded_fields=["version"], cascade_delete_history=True)
    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ["-date", "-pk"]
        verbose_name = _("evening")
        verbose_name_plural = _("evenings")
        indexes = [models.Index(fields=["club", "date"], name="evenings_of_a_club_by_date")]
        constraints = [
            models.CheckConstraint(
                condition=Q(stake__gte=0, stake__lte=HIGHEST_STAKE), name="evening_stake_is_within_reason"
            ),
        ]

    def __str__(self) -> str:
        return day_and_year(self.date)

    @property
    def is_open(self) -> bool:
        return self.closed_at is None

    @property
    def is_of_earlier_day(self) -> bool:
        """Whether its night is over: games of today do not belong to it."""
        return self.date < date_of_play()

    @property
    def gone_at(self) -> datetime | None:
        """When a deleted evening can no longer be taken back."""
        return self.deleted_at and self.deleted_at + KEPT_AFTER_DELETION
