"""A budget beside what came of it, and beside the year before: a row for every purpose of any of the three."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dokoclub.settlement.models import BudgetLine
from dokoclub.settlement.models.budget import fold_purpose
from dokoclub.settlement.shown.audit import Sum
from dokoclub.settlement.shown.purposes import translate_purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetRow:
    """In cents: plus comes in, minus goes out. `planned` is None where nothing is."""

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
    """What is to come in first, then what is to go out."""
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
