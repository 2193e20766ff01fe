"""Sums of a year of the kitty by purpose and month, and its budget, as auditors and budgets need them.

Some purposes are stored in the language of the booking user; they are shown in the reader's.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, override

from dokoclub.core.formatting import format_day
from dokoclub.settlement.models import BudgetLine, CashEntry, CashKind
from dokoclub.settlement.models.kitty import fold_purpose
from dokoclub.settlement.selectors.kitty import CashRow, Statement
from dokoclub.standings.models.periods import Period, Span, month_around, period_around

_RANK: Final = gettext_noop("%(period)s, rank %(rank)s")
# All texts that services store as a purpose; tests/settlement/test_purposes.py finds one that is missing.
WRITTEN: Final = (
    gettext_noop("Counting difference"),
    gettext_noop("On account"),
    gettext_noop("Changed into %(currency)s at %(rate)s"),
    gettext_noop("Changed from %(currency)s at %(rate)s"),
    gettext_noop("Entry fee: %(tournament)s"),
    gettext_noop("Prize: %(tournament)s"),
    gettext_noop("Money for losses: %(tournament)s"),
    _RANK,
)
_PLACE: Final = re.compile(r"%\\\((\w+)\\\)s")  # a placeholder, as re.escape leaves it


def name_purpose(entry: CashEntry) -> str:
    """Return the purpose of a row; a payout by a table names its period in the reader's language, too."""
    return translate_purpose(entry.purpose, entry)


def translate_purpose(purpose: str, entry: CashEntry | None = None) -> str:
    """Return a purpose that the program wrote in the reader's language, and any other as it was typed."""
    for text in WRITTEN:
        for pattern in _patterns(text):
            if found := pattern.fullmatch(purpose):
                facts = found.groupdict()
                if entry is not None and text == _RANK:
                    facts["period"] = _name_period(facts["period"], entry)
                return _(text) % facts if facts else _(text)
    return purpose


@cache
def _patterns(text: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(_PLACE.sub(r"(?P<\1>.+)", re.escape(translated)), re.DOTALL) for translated in _in_languages(text)
    )


def _in_languages(text: str) -> Iterator[str]:
    for language, _name in settings.LANGUAGES:
        with override(language):
            yield _(text)


def _name_period(written: str, entry: CashEntry) -> str:
    """Return a period's name in the reader's language; a season keeps its name from the payout."""
    for period in _list_periods(entry):
        if written in _list_names(period):
            return str(period)
    return written


def _list_periods(entry: CashEntry) -> Iterator[Period]:
    yield Period(span=Span.ALL)
    if entry.table_first is not None:
        yield month_around(entry.table_first)
        yield period_around(Span.QUARTER, entry.table_first)


def _list_names(period: Period) -> set[str]:
    names = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            names.add(str(period))
    return names


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
    """A month of the kitty in cents. `cents`: deposits less withdrawals; `balance`: of the box at its end."""

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
