"""The settlement of the style page: that of its sheet of four, with one payment made."""

from __future__ import annotations

from dataclasses import replace

from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.selectors import rules as money_rules
from dokoclub.settlement.selectors.evening import EveningList, EveningSettlement, get_settlement, lists_now
from dokoclub.settlement.selectors.live import Live, settle_by_rules
from scoring.money.methods import Total
from tools.style.shown import sheets
from tools.style.shown.club import BY_NUMBER, END, OWNER, make_evening


def make_settlement() -> EveningSettlement:
    folded, at = sheets.sheet_of_four(), make_evening(is_open=False)
    balances = folded.paper.balances
    totals = tuple(Total(int(player), balances[player], len(folded.entries)) for player in folded.sheet.players)
    rules = money_rules.in_force(money_rules.PRESET, at.evening.stake)
    found = Live(
        evening=at.evening,
        money=EveningMoney(evening=at.evening, frozen_at=END, frozen_by=OWNER.account),
        chosen=money_rules.PRESET,
        rules=rules,
        sheets=(folded.sheet,),
        tables=(totals,),
        expected=(),
        excused=frozenset(),
        excuses={},
        settlement=settle_by_rules((totals,), rules, (), frozenset()),
    )
    return get_settlement(found, [_with_payment(one) for one in lists_now(found)], BY_NUMBER)


def _with_payment(one: EveningList) -> EveningList:
    """Mark the first of several transfers as paid."""
    if len(one.lines) < 2:
        return one
    first, *others = one.lines
    payment = Payment(pk=1, cents=first.seen.cents, made_at=END, made_by=OWNER.account)
    paid = replace(first, row=Transfer(pk=1, cents=first.seen.cents, payment=payment), settled_with=1)
    return replace(one, lines=(paid, *others))
