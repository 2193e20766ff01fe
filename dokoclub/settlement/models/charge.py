"""What a member owes the cash box beside evenings, and which rows of the cash box settled it."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE, CashEntry
from dokoclub.settlement.models.due import Due

LONGEST_REASON: Final = 80


class ChargeKind(models.TextChoices):
    DUE = "due", _("dues")
    FINE = "fine", _("fine")
    FEE = "fee", _("fee")
    ADVANCE = "advance", _("advance")  # the cash box paid for him; `entry` is what it paid


class ChargeQuerySet(models.QuerySet["Charge"]):
    def standing(self) -> ChargeQuerySet:
        """Neither taken back nor what takes one back."""
        return self.filter(reverses=None, reversed_by=None)


class Charge(models.Model):
    """An amount that a member owes the cash box, in cents; what takes one back is a row of its own with minus."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="charges")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="charges")
    kind = models.CharField(max_length=7, choices=ChargeKind.choices)
    cents = models.IntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays
    purpose = models.CharField(max_length=LONGEST_PURPOSE)
    reason = models.CharField(max_length=LONGEST_REASON, blank=True)  # what happened; goes with who is erased
    day = models.DateField()  # from which it is owed; of dues, the first of its period
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
    def standing(self) -> SettledQuerySet:
        """What counts: neither the charge nor the row of the cash box was taken back."""
        return self.filter(charge__reversed_by=None, entry__reversed_by=None)


class Settled(models.Model):
    """So many cents of a row of the cash box went on a charge. Its rest, if any, is the member's credit."""

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
