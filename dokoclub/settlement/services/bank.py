"""Keep an account's IBAN, and forget it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.settlement.models import BankAccount
from dokoclub.settlement.models.iban import clean_iban


@transaction.atomic
def keep_bank_account(account: Account, *, holder: str, iban: str) -> None:
    """In place of the one before, of which nothing remains. Raises ValidationError for what is no IBAN."""
    BankAccount.objects.update_or_create(
        account=account, defaults={"holder": holder, "iban": clean_iban(iban), "changed_at": timezone.now()}
    )


def forget_bank_account(account: Account) -> None:
    """The second time changes nothing. Hooked into accounts' erase_account, too."""
    BankAccount.objects.filter(account=account).delete()
