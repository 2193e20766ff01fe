"""What goes into the cash box and out of it by hand: deposits, withdrawals, and what reverses them."""

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

LONGEST_PURPOSE: Final = 80
MOST_CENTS: Final = 9_999_999  # 99,999.99


class CashKind(models.TextChoices):
    BOOKED = "booked", _("deposit or withdrawal")
    OPENING = "opening", _("opening balance")  # what was there before anything was booked: no income
    DIFFERENCE = "difference", _("difference found in counting")
    EXCHANGE = "exchange", _("change of the currency")  # one out of the box, and one into it in the other
    ACCOUNT = "account", _("on the account of a member")


class CashEntry(models.Model):
    """A row of the cash box, in cents: plus was put in, minus was taken out.

    Never changed and never deleted: what was wrong is reversed by a row of its own, which cannot be reversed again.
    Numbers are those of the vouchers, in the order in which rows were booked, without a gap.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cash_entries")
    cents = models.IntegerField()
    currency = models.CharField(max_length=3, default=EURO)  # in which it was made, and stays
    purpose = models.CharField(max_length=LONGEST_PURPOSE)
    day = models.DateField()  # when the money changed hands; of a reversing row, when it was reversed
    counts_on = models.DateField()  # the same, or the first day of the year after those that are closed
    number = models.PositiveIntegerField()  # in the club, from 1
    kind = models.CharField(max_length=10, choices=CashKind.choices, default=CashKind.BOOKED)
    # Whom it names; it moves his account where the kind says so.
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, null=True, related_name="+")
    # Of a payout by a table: the time that the table was of, its first day and its last.
    table_first = models.DateField(null=True)
    table_last = models.DateField(null=True)
    reverses = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, related_name="reversed_by")
    written_at = models.DateTimeField(default=timezone.now)
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    key = models.UUIDField(default=uuid.uuid4, unique=True)  # of the form that wrote it

    class Meta:
        ordering = ["-counts_on", "-pk"]
        verbose_name = _("entry of the cash box")
        verbose_name_plural = _("entries of the cash box")
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
