"""Dues of members and their exceptions, fines, and charges with their settlements."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models.kitty import LONGEST_PURPOSE, CashEntry

LONGEST_DUE: Final = 40
LONGEST_REASON: Final = 80


class Every(models.TextChoices):
    MONTH = "month", _("every month")
    QUARTER = "quarter", _("every quarter")
    YEAR = "year", _("every year")


MONTHS: Final = {Every.MONTH: 1, Every.QUARTER: 3, Every.YEAR: 12}


class Due(models.Model):
    """An amount, in cents, due from every member each calendar month, quarter or year from `first` to `last`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="dues")
    name = models.CharField(max_length=LONGEST_DUE)
    cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation
    every = models.CharField(max_length=7, choices=Every.choices)
    first = models.DateField()
    last = models.DateField(null=True)  # None: until further notice
    raised_to = models.DateField(null=True)  # the first day of the last period that was charged
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that sent it

    class Meta:
        ordering = ["pk"]
        verbose_name = _("due")
        verbose_name_plural = _("dues")
        constraints = [
            models.CheckConstraint(condition=Q(cents__gte=1) & ~Q(name=""), name="due_is_an_amount_with_a_name"),
            models.CheckConstraint(condition=Q(last=None) | Q(last__gte=F("first")), name="due_ends_after_it_begins"),
        ]

    def __str__(self) -> str:
        return self.name


class DueException(models.Model):
    """Another amount, or nothing (0 cents), for a member in the periods that begin from `first` to `last`."""

    due = models.ForeignKey(Due, on_delete=models.CASCADE, related_name="exceptions")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    cents = models.PositiveIntegerField()
    first = models.DateField(null=True)  # None: from the beginning
    last = models.DateField(null=True)

    class Meta:
        ordering = ["due", "pk"]
        verbose_name = _("exception of a due")
        verbose_name_plural = _("exceptions of dues")

    def __str__(self) -> str:
        return f"{self.player_id}: {self.cents}"


class Fine(models.Model):
    """An item of the club's list of fines, in cents. Past charges keep their amount when the list changes."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="fines")
    name = models.CharField(max_length=LONGEST_DUE)
    cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation
    is_off = models.BooleanField(default=False)  # no longer charged
    key = models.UUIDField(default=uuid.uuid4, unique=True)

    class Meta:
        ordering = ["is_off", "name", "pk"]
        verbose_name = _("fine")
        verbose_name_plural = _("fines")
        constraints = [
            models.CheckConstraint(condition=Q(cents__gte=1) & ~Q(name=""), name="fine_is_an_amount_with_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class ChargeKind(models.TextChoices):
    DUE = "due", _("dues")
    FINE = "fine", _("fine")
    FEE = "fee", _("fee")
    ADVANCE = "advance", _("advance")  # The kitty paid for the member in `entry`.


class ChargeQuerySet(models.QuerySet["Charge"]):
    def active(self) -> ChargeQuerySet:
        """Return the charges that are neither reversed nor reversals."""
        return self.filter(reverses=None, reversed_by=None)


class Charge(models.Model):
    """An amount that a member owes the kitty, in cents; its reversal is a row of its own with minus."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="charges")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="charges")
    kind = models.CharField(max_length=7, choices=ChargeKind.choices)
    cents = models.IntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation
    purpose = models.CharField(max_length=LONGEST_PURPOSE)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)  # what happened; deleted when the player is erased
    day = models.DateField()  # owed from this day; for dues, the first day of the period
    due = models.ForeignKey(Due, on_delete=models.RESTRICT, null=True, related_name="charges")
    evening = models.ForeignKey(Evening, on_delete=models.SET_NULL, null=True, related_name="+")
    entry = models.OneToOneField(CashEntry, on_delete=models.RESTRICT, null=True, related_name="charge")
    reverses = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, related_name="reversed_by")
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)

    objects = ChargeQuerySet.as_manager()

    class Meta:
        ordering = ["day", "pk"]
        verbose_name = _("charge")
        verbose_name_plural = _("charges")
        indexes = [models.Index(fields=["club", "player"], name="charges_of_a_member")]
        constraints = [
            models.CheckConstraint(
                condition=Q(reverses=None, cents__gte=1) | Q(reverses__isnull=False, cents__lte=-1),
                name="charge_is_owed_or_taken_back",
            ),
            models.CheckConstraint(condition=~Q(purpose=""), name="charge_has_a_purpose"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.cents}"


class SettledQuerySet(models.QuerySet["Settled"]):
    def active(self) -> SettledQuerySet:
        """Return the settlements that count: neither the charge nor the row of the kitty was reversed."""
        return self.filter(charge__reversed_by=None, entry__reversed_by=None)


class Settled(models.Model):
    """The cents of a row of the kitty that settle a charge. The row's rest, if any, is the member's credit."""

    charge = models.ForeignKey(Charge, on_delete=models.CASCADE, related_name="settled")
    entry = models.ForeignKey(CashEntry, on_delete=models.CASCADE, related_name="settles")
    cents = models.PositiveIntegerField()

    objects = SettledQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["charge", "entry"], name="row_settles_a_charge_once"),
            models.CheckConstraint(condition=Q(cents__gte=1), name="settled_is_worth_a_cent"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} → {self.charge_id}: {self.cents}"


def period_around(day: date, months: int) -> date:
    """Return the first day of the period of this many months (1, 3, 12) around `day`."""
    return date(day.year, (day.month - 1) // months * months + 1, 1)


def next_period(first: date, months: int) -> date:
    ahead = first.month - 1 + months
    return date(first.year + ahead // 12, ahead % 12 + 1, 1)


def periods_to_raise(due: Due, today: date) -> Iterator[date]:
    """Yield the periods that have begun by `today` and are not charged yet, the earliest first."""
    months = MONTHS[Every(due.every)]
    period = period_around(due.first, months)
    end = min(today, due.last) if due.last else today
    while period <= end:
        if due.raised_to is None or period > due.raised_to:
            yield period
        period = next_period(period, months)
