"""Where somebody wants to be paid: the IBAN that an account keeps for those who owe it something."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from dokoclub.settlement.models.iban import LONGEST as LONGEST_IBAN

LONGEST_HOLDER: Final = 70  # as in a GiroCode


class BankAccount(models.Model):
    """It belongs to an account, not to a club, and has no history: what is removed or replaced is gone at once."""

    account = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bank_account")
    holder = models.CharField(max_length=LONGEST_HOLDER)
    iban = models.CharField(max_length=LONGEST_IBAN)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(iban="") & ~Q(holder=""), name="bank_account_has_iban_and_holder"),
        ]

    def __str__(self) -> str:
        """Without the IBAN: this is what a log or an error would show."""
        return str(self.account)
