"""A year of the cash box as a file for spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from dokoclub.look import days
from dokoclub.look.csv_file import Cell, csv_file
from dokoclub.look.numbers import CENTS
from dokoclub.settlement.selectors.cash_box import Statement
from dokoclub.settlement.shown.cash_words import what_for


def cash_csv(statement: Statement, currency: str) -> bytes:
    """Head, opening balance, the rows, closing balance; amounts in the reader's own decimals."""
    return csv_file(_rows(statement, currency))


def _rows(statement: Statement, currency: str) -> Iterator[list[Cell]]:
    year = statement.year
    yield [
        _("Date"),
        _("Purpose"),
        _("Amount in %(currency)s") % {"currency": currency},
        _("Balance in %(currency)s") % {"currency": currency},
        _("Booked by"),
        _("Booked at"),
    ]
    yield [f"{year}-01-01", _("Opening balance"), "", _decimal(statement.opening), "", ""]
    for row in statement.rows:
        at = days.to_local(row.at)
        yield [
            row.day.isoformat(),
            what_for(row),
            _decimal(row.cents),
            _decimal(row.balance),
            str(row.by or ""),
            f"{at:%Y-%m-%d} {date_format(at, 'H:i')}",
        ]
    yield [f"{year}-12-31", _("Closing balance"), "", _decimal(statement.closing), "", ""]


def _decimal(cents: int) -> str:
    """`-12,50` in German: without a sign for thousands, which not every spreadsheet understands."""
    return number_format(cents / CENTS, 2, use_l10n=True, force_grouping=False)
