"""What goes into the cash box and out of it by hand: deposits, withdrawals, and what reverses them."""

from __future__ import annotations

import uuid
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club

LONGEST_PURPOSE: Final = 80
MOST_CENTS: Final = 9_999_999  # 99,999.99


class CashEntry(models.Model):
    """A row of the cash box, in cents: plus was put in, minus was taken out.

    Never changed and never deleted: what was wrong is reversed by a row of its own, which cannot be reversed again.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cash_entries")
    cents = models.IntegerField()
    purpose = models.CharField(max_length=LONGEST_PURPOSE)
    day = models.DateField()  # when the money changed hands; of a reversing row, when it was reversed
    reverses = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, related_name="reversed_by")
    written_at = models.DateTimeField(default=timezone.now)
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that wrote it

    class Meta:
        ordering = ["-day", "-pk"]
        verbose_name = _("entry of the cash box")
        verbose_name_plural = _("entries of the cash box")
        indexes = [models.Index(fields=["club", "day"], name="cash_entries_of_a_club_by_day")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(cents=0) & Q(cents__gte=-MOST_CENTS, cents__lte=MOST_CENTS),
                name="cash_entry_is_an_amount_within_reason",
            ),
            models.CheckConstraint(condition=~Q(purpose=""), name="cash_entry_has_a_purpose"),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.cents}"
