"""What members owe, in the words of the reader: dues of several months on end are one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from dokoclub.look.days import month
from dokoclub.look.numbers import money
from dokoclub.settlement.models import CashEntry, Charge, Settled
from dokoclub.settlement.models.due import Every
from dokoclub.settlement.selectors.accounts import Line
from dokoclub.settlement.shown.purposes import name_purpose
from dokoclub.settlement.words import due_in_words

TWO: Final = 2  # months, which are both named


def count_items(number: int) -> str:
    """`5 items`."""
    return ngettext("%(number)s item", "%(number)s items", number) % {"number": number}


def name_charge(charge: Charge) -> str:
    """Of a due by its facts; everything else, and a due that has another name now, as it was written down."""
    due = charge.due if charge.due_id and not charge.reverses_id else None
    return due_in_words(due, charge.day) if due and charge.purpose.startswith(due.name) else charge.purpose


def name_charges(charges: Iterable[Charge]) -> str:
    """`Dues July to November 2026, Misdeal`."""
    return ", ".join(_name_run(run) for run in _runs(charges))


def name_settled(settles: Sequence[Settled], currency: str) -> str:
    """On what a payment went, with how much of it: `Dues July to November 2026: 25.00, Misdeal: 0.50`."""
    cents = {one.charge_id: one.cents for one in settles}
    runs = _runs(one.charge for one in settles)
    return ", ".join(
        f"{_name_run(run)}: {money(sum(cents[charge.pk] for charge in run), currency)}" for run in runs if len(runs) > 1
    )


def name_payment(entry: CashEntry, charges: Sequence[Charge]) -> str:
    """Return what a row on an account was for, by what it settled; what somebody typed stays as it is."""
    purpose = entry.purpose
    if purpose == ", ".join(charge.purpose for charge in charges):
        return name_charges(charges)
    number = re.match(r"\d+ ", purpose)
    if number and purpose in _in_all_languages(int(number[0])):
        return name_charges(charges) or count_items(int(number[0]))
    return name_purpose(entry)


@dataclass(frozen=True, slots=True)
class Booked:
    """A row of an account as it is printed: one line, or the dues of several months on end."""

    lines: Sequence[Line]
    words: str
    settled: str  # below it: what a payment went on, where its own words do not say so

    @property
    def line(self) -> Line:
        return self.lines[-1]

    @property
    def first(self) -> Line:
        return self.lines[0]

    @property
    def is_joined(self) -> bool:
        return len(self.lines) > 1

    @property
    def cents(self) -> int:
        return sum(line.cents for line in self.lines)


def _runs(charges: Iterable[Charge]) -> list[list[Charge]]:
    runs: list[list[Charge]] = []
    for charge in charges:
        if runs and goes_on(runs[-1][-1], charge):
            runs[-1].append(charge)
        else:
            runs.append([charge])
    return runs


def goes_on(one: Charge, other: Charge) -> bool:
    """Is it the same due, of the month after?"""
    due = one.due if one.due_id and one.due_id == other.due_id else None
    if due is None or due.every != Every.MONTH or one.reverses_id or other.reverses_id:
        return False
    if not one.purpose.startswith(due.name) or not other.purpose.startswith(due.name):
        return False
    return _month_after(one.day) == other.day


def _month_after(day: date) -> date:
    return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


def _name_run(run: Sequence[Charge]) -> str:
    first, last = run[0], run[-1]
    if len(run) == 1 or first.due is None:
        return name_charge(first)
    began = date_format(first.day, "F") if first.day.year == last.day.year else month(first.day)
    facts = {"name": first.due.name, "first": began, "last": month(last.day)}
    if len(run) == TWO:
        return _("%(name)s %(first)s and %(last)s") % facts
    return _("%(name)s %(first)s to %(last)s") % facts


def _in_all_languages(number: int) -> set[str]:
    found = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            found.add(count_items(number))
    return found
