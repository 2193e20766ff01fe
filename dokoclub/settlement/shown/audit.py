"""What a year of the cash box comes to by purpose, as auditors and budgets want it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from dokoclub.settlement.models import CashKind
from dokoclub.settlement.models.budget import fold_purpose
from dokoclub.settlement.selectors.cash_box import Row, Statement
from dokoclub.settlement.shown.purposes import name_purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """In cents; what was reversed counts on neither side."""

    purpose: str
    cents: int
    rows: int


def sums_by_purpose(statement: Statement) -> list[Sum]:
    """The largest income first, the largest expense last; without opening balances."""
    found: dict[str, list[Row]] = {}
    for row in statement.rows:
        if not row.is_opening:
            found.setdefault(fold_purpose(purpose_of(row)), []).append(row)
    return sorted((_sum(rows) for rows in found.values()), key=lambda one: (-one.cents, one.purpose.casefold()))


def purpose_of(row: Row) -> str:
    if row.entry is None:
        return _("Evenings")
    if row.entry.kind == CashKind.ACCOUNT:
        return _("Accounts of members")
    return name_purpose(row.entry)


def _sum(rows: Iterable[Row]) -> Sum:
    some = list(rows)
    return Sum(purpose=purpose_of(some[0]), cents=sum(row.cents for row in some), rows=len(some))
