"""The money: how evenings are settled, what is owed by whom, and what was paid."""

from dokoclub.settlement.models.bank_account import BankAccount
from dokoclub.settlement.models.budget import BudgetLine
from dokoclub.settlement.models.cash_closing import CashClosing
from dokoclub.settlement.models.cash_entry import CashEntry, CashKind
from dokoclub.settlement.models.charge import Charge, ChargeKind, Settled
from dokoclub.settlement.models.clearing import Clearing
from dokoclub.settlement.models.club_bank import ClubBank
from dokoclub.settlement.models.due import Due, DueException, Every, Fine
from dokoclub.settlement.models.evening_money import ClubMoney, EveningMoney
from dokoclub.settlement.models.merged import MergedMoney
from dokoclub.settlement.models.payment import Payment
from dokoclub.settlement.models.transfer import OF_EVENINGS, Kind, SettledList, SettledShare, Transfer

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
    "Kind",
    "MergedMoney",
    "Payment",
    "Settled",
    "SettledList",
    "SettledShare",
    "Transfer",
]
