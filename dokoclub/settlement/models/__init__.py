"""The money: how evenings are settled, what is owed by whom, and what was paid."""

from dokoclub.settlement.models.bank_account import BankAccount
from dokoclub.settlement.models.cash_entry import CashEntry
from dokoclub.settlement.models.evening_money import ClubMoney, EveningMoney
from dokoclub.settlement.models.merged import MergedMoney
from dokoclub.settlement.models.payment import Payment
from dokoclub.settlement.models.transfer import Kind, SettledList, SettledShare, Transfer

__all__ = [
    "BankAccount",
    "CashEntry",
    "ClubMoney",
    "EveningMoney",
    "Kind",
    "MergedMoney",
    "Payment",
    "SettledList",
    "SettledShare",
    "Transfer",
]
