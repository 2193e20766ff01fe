"""A payment: money that changed hands."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO


class PaymentQuerySet(models.QuerySet["Payment"]):
    def standing(self) -> PaymentQuerySet:
        return self.filter(taken_back_at=None)

    def of_cash_box(self) -> PaymentQuerySet:
        """What went into the cash box or came out of it; those taken back too."""
        return self.filter(Q(payer=None) | Q(receiver=None))


class Payment(models.Model):
    """Who paid whom how much, in cents. Settles one transfer, or by netting several. Taken back, never deleted.

    0 cents: a netting of transfers that cancel out.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="payments")
    payer = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")  # None: the cash box
    receiver = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")
    cents = models.PositiveBigIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays
    made_at = models.DateTimeField(default=timezone.now)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that wrote it
    # What it settled when it was made; what it settles now is `transfers`.
    settles = models.ManyToManyField("settlement.Transfer", related_name="+")
    # The days of the evenings that it settled, kept when a year of the cash box is closed in which it stands.
    kept_days: Any = models.JSONField(null=True)

    objects = PaymentQuerySet.as_manager()

    class Meta:
        ordering = ["-made_at", "-pk"]
        verbose_name = _("payment")
        verbose_name_plural = _("payments")
        constraints = [
            models.CheckConstraint(
                condition=Q(payer__isnull=False) | Q(receiver__isnull=False), name="cash_box_pays_not_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} → {self.receiver_id}: {self.cents}"

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None
