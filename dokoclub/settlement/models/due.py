"""What members pay regularly, and what is exempt from it; and the club's list of fines."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO

LONGEST_DUE: Final = 40


class Every(models.TextChoices):
    MONTH = "month", _("every month")
    QUARTER = "quarter", _("every quarter")
    YEAR = "year", _("every year")


MONTHS: Final = {Every.MONTH: 1, Every.QUARTER: 3, Every.YEAR: 12}


class Due(models.Model):
    """So much, in cents, of every member for each month, quarter or year of the calendar from `first` to `last`."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="dues")
    name = models.CharField(max_length=LONGEST_DUE)
    cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays
    every = models.CharField(max_length=7, choices=Every.choices)
    first = models.DateField()
    last = models.DateField(null=True)  # None: until further notice
    raised_to = models.DateField(null=True)  # the first day of the last period that was charged
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that wrote it

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
    """Somebody pays another amount, or nothing (0 cents), for the periods that begin from `first` to `last`."""

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
    """An entry of the club's list of fines, in cents. What was charged keeps its amount when the list changes."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="fines")
    name = models.CharField(max_length=LONGEST_DUE)
    cents = models.PositiveIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays
    is_off = models.BooleanField(default=False)  # no more to be had
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
