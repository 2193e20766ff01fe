"""Purposes of the cash box in the reader's language: the program stores some in the language of the booking user."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from dokoclub.settlement.models import CashEntry
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
