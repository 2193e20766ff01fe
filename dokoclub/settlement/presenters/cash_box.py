"""Sums of a year of the cash box by purpose and month, and its budget, as auditors and budgets need them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.core.formatting import format_day
from dokoclub.settlement.models import BudgetLine, CashKind
from dokoclub.settlement.models.cash_box import fold_purpose
from dokoclub.settlement.presenters.purposes import name_purpose, translate_purpose
from dokoclub.settlement.selectors.cash_box import CashRow, Statement

MOST_AT_ONCE: Final = 12  # rows shown without folding on a phone


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """The sum of a purpose, in cents; reversed rows count on neither side."""

    purpose: str
    cents: int
    rows: int


def sums_by_purpose(statement: Statement) -> list[Sum]:
    """List the sums, the largest income first, the largest expense last; without opening balances."""
    found: dict[str, list[CashRow]] = {}
    for row in statement.rows:
        if not row.is_opening:
            found.setdefault(fold_purpose(get_purpose(row)), []).append(row)
    return sorted((_sum(rows) for rows in found.values()), key=lambda one: (-one.cents, one.purpose.casefold()))


def get_purpose(row: CashRow) -> str:
    if row.entry is None:
        return _("Evenings")
    if row.entry.kind == CashKind.ACCOUNT:
        return _("Members' balances")
    return name_purpose(row.entry)


def _sum(rows: Iterable[CashRow]) -> Sum:
    some = list(rows)
    return Sum(purpose=get_purpose(some[0]), cents=sum(row.cents for row in some), rows=len(some))


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetRow:
    """A purpose of the budget, in cents: plus comes in, minus goes out. `planned` is None if nothing is planned."""

    purpose: str
    before: int
    planned: int | None
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    rows: Sequence[BudgetRow]

    @property
    def before(self) -> int:
        return sum(row.before for row in self.rows)

    @property
    def planned(self) -> int:
        return sum(row.planned or 0 for row in self.rows)

    @property
    def now(self) -> int:
        return sum(row.now for row in self.rows)


def budget_rows(lines: Iterable[BudgetLine], before: Iterable[Sum], now: Iterable[Sum]) -> Budget:
    """Return the budget: planned income first, then expenses."""
    planned = {fold_purpose(translate_purpose(line.purpose)): line for line in lines}
    last = {fold_purpose(one.purpose): one for one in before}
    this = {fold_purpose(one.purpose): one for one in now}
    rows = []
    for key in {**planned, **this, **last}:
        line = planned.get(key)
        named = line or this.get(key) or last[key]
        rows.append(
            BudgetRow(
                purpose=translate_purpose(named.purpose),
                before=last[key].cents if key in last else 0,
                planned=line.cents if line else None,
                now=this[key].cents if key in this else 0,
            )
        )
    return Budget(rows=sorted(rows, key=lambda row: (-(row.planned or row.now or row.before), row.purpose.casefold())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A month of the cash box in cents. `cents`: deposits less withdrawals; `balance`: of the box at its end."""

    name: str  # "Oktober"
    about: str  # "20 Buchungen"
    cents: int
    balance: int
    rows: Sequence[CashRow]


def list_months(statement: Statement) -> list[Month]:
    """List the months with rows in order; none if the rows are few or all of one month: then list the rows at once."""
    if len(statement.rows) <= MOST_AT_ONCE:
        return []
    months = [_month(list(rows)) for _first, rows in groupby(statement.rows, key=lambda row: row.day.replace(day=1))]
    return months if len(months) > 1 else []


def _month(rows: list[CashRow]) -> Month:
    about = ngettext("%(number)s entry", "%(number)s entries", len(rows)) % {"number": len(rows)}
    return Month(
        name=format_day(rows[0].day, "F"),
        about=about,
        cents=sum(row.cents for row in rows),
        balance=rows[-1].balance,
        rows=rows,
    )
