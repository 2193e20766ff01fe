"""The money rules of an evening: its own, else those of its club; the stake is always the evening's."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from dokoclub.settlement.models import ClubMoney, EveningMoney
from scoring.money.methods import METHODS, MoneyRules, Rate
from scoring.money.rules import restore_money_rules
from scoring.rules.values import as_rate

PRESET = MoneyRules()


def load_rules(kept: Any) -> MoneyRules:
    rules = restore_money_rules(kept)
    if not isinstance(rules, MoneyRules):
        raise ValueError(rules)  # Rules are checked when they are written, so this is our own bug.
    return rules


def get_money_rules(money: ClubMoney | None) -> MoneyRules:
    return load_rules(money.rules) if money else PRESET


def get_rules(money: EveningMoney | None, club_rules: MoneyRules) -> MoneyRules:
    """Return the evening's own rules, else those of its club; without the stake of the evening."""
    return load_rules(money.rules) if money and money.rules else club_rules


def get_rate(stake: Decimal | int) -> Rate:
    """Return the stake of an evening as a rate of the rules."""
    return as_rate(int(stake * 100))


def in_force(rules: MoneyRules, stake: Decimal | int) -> MoneyRules:
    """Return the rules at the stake of an evening.

    Without a stake points cost nothing; flat amounts remain.
    """
    if stake:
        return replace(rules, stake=get_rate(stake))
    if "stake" not in METHODS[rules.method].needs:
        return rules
    return replace(rules, method="flat" if rules.has_flat else "none")
