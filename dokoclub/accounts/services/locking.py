"""One at a time changes what an account may open, and with what."""

from __future__ import annotations

from dokoclub.accounts.models import Account


def lock_account(pk: int) -> Account:
    """The account as it is now, held until the transaction ends: who else changes it, waits."""
    return Account.objects.select_for_update(no_key=True).get(pk=pk)
