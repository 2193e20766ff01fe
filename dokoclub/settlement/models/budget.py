"""What a club means to take in and to spend in a year."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.club import EURO
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE


class BudgetLine(models.Model):
    """In cents: plus is to come in, minus to go out. `purpose` as rows of the cash box are called."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="budget")
    year = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=LONGEST_PURPOSE)
    folded = models.CharField(max_length=2 * LONGEST_PURPOSE)  # the same for all ways to write it
    cents = models.IntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays

    class Meta:
        ordering = ["-cents", "purpose"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "currency", "folded"], name="purpose_once_in_a_budget"),
            models.CheckConstraint(condition=~Q(cents=0) & ~Q(purpose=""), name="budget_line_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.purpose}: {self.cents}"


def fold_purpose(purpose: str) -> str:
    """Two that differ in nothing but capitals and blanks are one."""
    return " ".join(purpose.split()).casefold()
