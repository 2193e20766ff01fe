"""The club's own account at a bank: where members pay what they owe the cash box."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from dokoclub.clubs.models import Club
from dokoclub.settlement.models.bank_account import LONGEST_HOLDER
from dokoclub.settlement.models.iban import LONGEST as LONGEST_IBAN


class ClubBank(models.Model):
    """Without history: what is removed or replaced is gone at once; who stored it last is known."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="bank")
    holder = models.CharField(max_length=LONGEST_HOLDER)
    iban = models.CharField(max_length=LONGEST_IBAN)
    changed_at = models.DateTimeField(default=timezone.now)
    changed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(iban="") & ~Q(holder=""), name="club_bank_has_iban_and_holder"),
        ]

    def __str__(self) -> str:
        """Without the IBAN: this is what a log or an error would show."""
        return str(self.club)
