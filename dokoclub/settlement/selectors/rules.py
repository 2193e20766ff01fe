"""By which money rules is an evening settled? Those it chose, else those of its club; the stake is its own."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

from dokoclub.settlement.models import ClubMoney, EveningMoney
from scoring.money.methods import METHODS, MoneyRules, Rate
from scoring.money.rules import restore_rules
from scoring.rules.values import as_rate

PRESET = MoneyRules()


def load_rules(kept: Any) -> MoneyRules:
    rules = restore_rules(kept)
    if not isinstance(rules, MoneyRules):
        raise ValueError(rules)  # what is stored was checked when it was written: our own bug
    return rules


def of_club(money: ClubMoney | None) -> MoneyRules:
    return load_rules(money.rules) if money else PRESET


def get_rules(money: EveningMoney | None, club_rules: MoneyRules) -> MoneyRules:
    """What the evening chose, else what holds in its club; without the stake of the evening."""
    return load_rules(money.rules) if money and money.rules else club_rules


def get_rate(stake: Decimal | int) -> Rate:
    """The stake of an evening as rules have it."""
    return as_rate(int(stake * 100))


def in_force(rules: MoneyRules, stake: Decimal | int) -> MoneyRules:
    """The same at the stake of an evening. Without a stake points cost nothing; flat amounts remain."""
    if stake:
        return replace(rules, stake=get_rate(stake))
    if "stake" not in METHODS[rules.method].needs:
        return rules
    return replace(rules, method="flat" if rules.has_flat else "none")
