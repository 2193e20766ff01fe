"""What of a tournament stands in the cash box."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from dokoclub.settlement.models import CashEntry
from dokoclub.tournaments.models.people import Entrant


class Reason(models.TextChoices):
    FEE = "fee", _("entry fee of a tournament")
    PRIZE = "prize", _("prize of a tournament")
    LOSS = "loss", _("money for losses in a tournament")


class Booking(models.Model):
    """The row of the cash box for the fee, the prize or the losses of somebody. What it was reversed by, it says."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="bookings")
    reason = models.CharField(max_length=5, choices=Reason.choices)
    entry = models.OneToOneField(CashEntry, on_delete=models.RESTRICT, related_name="tournament_booking")

    class Meta:
        ordering = ["pk"]
        verbose_name = _("booking of a tournament")
        verbose_name_plural = _("bookings of tournaments")

    def __str__(self) -> str:
        return f"{self.entrant}: {self.reason} {self.entry.cents}"
