"""The IBAN of an account, for its owner."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.accounts.hooks import AccountWay
from dokoclub.accounts.models import Account
from dokoclub.settlement.models import BankAccount


def bank_account(account: Account) -> BankAccount | None:
    """One query."""
    return BankAccount.objects.filter(account=account).first()


def account_way(account: Account) -> AccountWay:
    """The line on the account page. Hooked into account_ways. One query."""
    kept = BankAccount.objects.filter(account=account).exists()
    return AccountWay(
        _("IBAN"),
        _("is stored") if kept else _("not stored; with it, others can pay you by QR code"),
        reverse("settlement:edit_bank_account"),
        _("Change the IBAN") if kept else _("Store an IBAN"),
    )


def stored_about(account: Account) -> tuple[str, dict[str, str] | None]:
    """For "what is stored about me". Hooked into stored_about. One query."""
    kept = bank_account(account)
    if kept is None:
        return "bank_account", None
    return "bank_account", {
        "holder": kept.holder,
        "iban": kept.iban,
        "changed_at": kept.changed_at.isoformat(timespec="seconds"),
    }
