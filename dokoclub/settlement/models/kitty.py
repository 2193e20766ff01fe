"""Models of the kitty: rows booked by hand and their reversals, closed years, and the budget."""

import uuid
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.models.club import EURO
from dokoclub.evenings.models import PlayerMerge

LONGEST_PURPOSE: Final = 80
MOST_CENTS: Final = 9_999_999  # 99,999.99


class CashKind(models.TextChoices):
    BOOKED = "booked", _("income or expense")
    OPENING = "opening", _("opening balance")  # cash from before the first booking: no income
    DIFFERENCE = "difference", _("counting difference")
    EXCHANGE = "exchange", _("currency change")  # one row out of the box, and one into it in the other currency
    ACCOUNT = "account", _("on a member's balance")


class CashEntry(models.Model):
    """A row of the kitty, in cents: plus was put in, minus was taken out.

    Rows are never changed or deleted: a row of its own reverses a wrong one and cannot be reversed again. Numbers are
    those of the vouchers, in the order of booking, without a gap.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cash_entries")
    cents = models.IntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation
    purpose = models.CharField(max_length=LONGEST_PURPOSE)
    day = models.DateField()  # when the money changed hands; for a reversal, the day of the reversal
    counts_on = models.DateField()  # the same day, or the first day after the closed years
    number = models.PositiveIntegerField()  # in the club, from 1
    kind = models.CharField(max_length=10, choices=CashKind.choices, default=CashKind.BOOKED)
    # The named player; the row moves their account if the kind says so.
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")
    # For a payout by a table: the first and last day of the table's period.
    table_first = models.DateField(null=True)
    table_last = models.DateField(null=True)
    reverses = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, related_name="reversed_by")
    written_at = models.DateTimeField(default=timezone.now)
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that sent it

    class Meta:
        ordering = ["-counts_on", "-pk"]
        verbose_name = _("kitty entry")
        verbose_name_plural = _("kitty entries")
        indexes = [models.Index(fields=["club", "counts_on"], name="cash_entries_of_a_club_by_day")]
        constraints = [
            models.CheckConstraint(
                condition=~Q(cents=0) & Q(cents__gte=-MOST_CENTS, cents__lte=MOST_CENTS),
                name="cash_entry_is_an_amount_within_reason",
            ),
            models.CheckConstraint(condition=~Q(purpose=""), name="cash_entry_has_a_purpose"),
            models.UniqueConstraint(fields=["club", "number"], name="cash_entry_number_once_in_a_club"),
            models.CheckConstraint(
                condition=~Q(kind="account") | Q(player__isnull=False), name="account_of_a_member_is_somebodys"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.cents}"


class CashClosing(models.Model):
    """A closed year in cents, as the statement showed it then.

    There is no way back: a forgotten row counts in the year after it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cash_closings")
    year = models.PositiveSmallIntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation
    opening = models.BigIntegerField()  # from the year before
    began = models.BigIntegerField()  # booked as opening balance
    came_in = models.BigIntegerField()
    went_out = models.BigIntegerField()  # minus
    rows = models.PositiveIntegerField()
    counted = models.BigIntegerField(null=True)  # the counted cash; None: not counted
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
        """Return the counted cents less the sum of the rows; negative: money was missing. 0 if nobody counted."""
        return 0 if self.counted is None else self.counted - self.closing


class BudgetLine(models.Model):
    """A line of the budget, in cents: plus is to come in, minus to go out. `purpose` as in rows of the kitty."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="budget")
    year = models.PositiveSmallIntegerField()
    purpose = models.CharField(max_length=LONGEST_PURPOSE)
    folded = models.CharField(max_length=2 * LONGEST_PURPOSE)  # equal for all spellings
    cents = models.IntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # fixed on creation

    class Meta:
        ordering = ["-cents", "purpose"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "currency", "folded"], name="purpose_once_in_a_budget"),
            models.CheckConstraint(condition=~Q(cents=0) & ~Q(purpose=""), name="budget_line_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.purpose}: {self.cents}"


def fold_purpose(purpose: str) -> str:
    """Fold a purpose, so that differences of capitals and blanks do not count."""
    return " ".join(purpose.split()).casefold()


class MergedMoney(models.Model):
    merge = models.OneToOneField(PlayerMerge, on_delete=models.CASCADE, related_name="money")
    moved: Any = models.JSONField()  # ids by place: {"transfer.payer": [3, 4]}

    def __str__(self) -> str:
        return str(self.merge)
