"""The money models: rules of settlement, transfers, payments, dues and the kitty."""

from dokoclub.settlement.models.bank import BankAccount, ClubBank
from dokoclub.settlement.models.dues import Charge, ChargeKind, Due, DueException, Every, Fine, Settled
from dokoclub.settlement.models.kitty import BudgetLine, CashClosing, CashEntry, CashKind, MergedMoney
from dokoclub.settlement.models.transfer import (
    OF_EVENINGS,
    Clearing,
    ClubMoney,
    EveningMoney,
    Payment,
    SettledList,
    SettledShare,
    Transfer,
    TransferKind,
)

__all__ = [
    "OF_EVENINGS",
    "BankAccount",
    "BudgetLine",
    "CashClosing",
    "CashEntry",
    "CashKind",
    "Charge",
    "ChargeKind",
    "Clearing",
    "ClubBank",
    "ClubMoney",
    "Due",
    "DueException",
    "EveningMoney",
    "Every",
    "Fine",
    "MergedMoney",
    "Payment",
    "Settled",
    "SettledList",
    "SettledShare",
    "Transfer",
    "TransferKind",
]
