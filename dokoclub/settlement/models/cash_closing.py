"""A year of the cash box that is over for good: what it came to when it was closed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import EURO


class CashClosing(models.Model):
    """In cents, as the statement said then. There is no way back: what was forgotten counts in the year after it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cash_closings")
    year = models.PositiveSmallIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays
    opening = models.BigIntegerField()  # from the year before
    began = models.BigIntegerField()  # booked as opening balance
    came_in = models.BigIntegerField()
    went_out = models.BigIntegerField()  # minus
    rows = models.PositiveIntegerField()
    counted = models.BigIntegerField(null=True)  # what lay in the box when it was counted; None: nobody did
    closed_at = models.DateTimeField(default=timezone.now)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["-year"]
        constraints = [models.UniqueConstraint(fields=["club", "year", "currency"], name="cash_year_is_closed_once")]

    def __str__(self) -> str:
        return str(self.year)

    @property
    def closing(self) -> int:
        return self.opening + self.began + self.came_in + self.went_out

    @property
    def difference(self) -> int:
        """What was counted beyond what the rows come to; minus: it lacked. 0 where nobody counted."""
        return 0 if self.counted is None else self.counted - self.closing
