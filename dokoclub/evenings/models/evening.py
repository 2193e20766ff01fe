"""An evening: one day on which a club plays, at one or several tables. Also the sheet style and merges of players."""

from __future__ import annotations

import uuid
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import UNFINISHED
from dokoclub.core.formatting import day_and_year

LONGEST_PLACE: Final = 60
HIGHEST_STAKE: Final = 10_000  # cents a point
KEPT_AFTER_DELETION: Final = timedelta(days=30)
AFTER_MIDNIGHT: Final = timedelta(hours=6)  # until then it is still the previous evening
TAKEN_BACK_WITHIN: Final = timedelta(days=30)


def date_of_play(now: datetime | None = None) -> date:
    """Return the local date; before 6:00 by the clock the previous day, also when the clocks change."""
    clock = timezone.localtime(now).replace(tzinfo=None)
    return (clock - AFTER_MIDNIGHT).date()


class EveningQuerySet(models.QuerySet["Evening"]):
    def not_deleted(self) -> EveningQuerySet:
        return self.filter(deleted_at=None, club__deleted_at=None)

    def open(self) -> EveningQuerySet:
        return self.not_deleted().filter(closed_at=None)

    def to_take_back(self) -> EveningQuerySet:
        """Return evenings deleted less than 30 days ago, in clubs that still exist."""
        return self.filter(deleted_at__gt=timezone.now() - KEPT_AFTER_DELETION, club__deleted_at=None)

    def to_purge(self) -> EveningQuerySet:
        whole = self.exclude(club__deleted_at=UNFINISHED)  # others are still being written
        whole = whole.filter(club__moving_to="")  # nothing may change in a club that is moving
        return whole.filter(deleted_at__lte=timezone.now() - KEPT_AFTER_DELETION)


class Evening(models.Model):
    """One club day. Its games count for its date, regardless of the time of day."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    date = models.DateField(_("date"), default=date_of_play)
    place = models.CharField(_("place"), max_length=LONGEST_PLACE, blank=True)
    club_evening = models.BooleanField(
        _("club evening"),
        default=True,
        help_text=_("Club evening, all members expected."),
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
    version = models.PositiveIntegerField(default=0, editable=False)  # raised by changes of the evening itself
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
        """Return whether its night is over, so that today's games do not belong to it."""
        return self.date < date_of_play()

    @property
    def gone_at(self) -> datetime | None:
        """Return the time from which a deleted evening can no longer be restored."""
        return self.deleted_at and self.deleted_at + KEPT_AFTER_DELETION


class Ranking(models.TextChoices):
    """The column that ranks an evening where the notation is not zero-sum (rules.md 1.15)."""

    SCORES = "scores", _("points as on the sheet")
    BALANCE = "balance", _("plus and minus")


class Large(models.TextChoices):
    """The large number in a cell of the sheet; the other one is small."""

    TOTAL = "total", _("the running total")
    GAME = "game", _("the points of the game")


class SheetStyle(models.Model):
    """The sheet style of a club. A club without one has the defaults."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="sheet_style")
    ranked_by = models.CharField(_("evening ranked by"), max_length=7, choices=Ranking.choices, default=Ranking.SCORES)
    large = models.CharField(_("large on the sheet"), max_length=5, choices=Large.choices, default=Large.TOTAL)
    full_names = models.BooleanField(
        _("full names behind secret links"),
        default=False,
        help_text=_("Otherwise secret links show short names."),
    )
    stories = models.BooleanField(_("closed evenings in words"), default=True)

    class Meta:
        verbose_name = _("style of the sheets")
        verbose_name_plural = _("styles of the sheets")

    def __str__(self) -> str:
        return str(self.club)


class PlayerMergeQuerySet(models.QuerySet["PlayerMerge"]):
    def active(self) -> PlayerMergeQuerySet:
        return self.filter(taken_back_at=None)

    def to_take_back(self) -> PlayerMergeQuerySet:
        return self.active().filter(merged_at__gt=timezone.now() - TAKEN_BACK_WITHIN)


class PlayerMerge(models.Model):
    """A merge of `merged` into `kept`.

    The row of `merged` stays, so that its name is an alias and the merge can be undone.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    kept = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="aliases")
    merged = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="merges")
    sheets = models.JSONField()  # ids of the sheets on which `merged` had sat
    # The state of `merged` before, to undo the merge.
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    was_present = models.BooleanField()
    was_active = models.BooleanField()
    merged_at = models.DateTimeField(default=timezone.now)
    merged_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = PlayerMergeQuerySet.as_manager()

    class Meta:
        ordering = ["-merged_at", "-pk"]
        verbose_name = _("merged player")
        verbose_name_plural = _("merged players")
        constraints = [
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="player_is_not_merged_with_itself"),
            models.UniqueConstraint(
                fields=["merged"], condition=Q(taken_back_at=None), name="player_is_merged_into_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.merged} → {self.kept}"

    @property
    def can_be_taken_back(self) -> bool:
        return self.taken_back_at is None and self.merged_at > timezone.now() - TAKEN_BACK_WITHIN
