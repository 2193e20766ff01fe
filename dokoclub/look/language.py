"""How does a language write days, percentages and money? Its words are in `locale/`, its decimals are Django's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.formats import get_format
from django.utils.translation import get_language

NO_BREAK: Final = "\N{NO-BREAK SPACE}"  # keeps a number and its sign in one line


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """Days in the letters of Django's `date` filter."""

    day: str  # a full day
    day_and_year: str
    short: str
    short_and_year: str
    tiny: str  # where there is room for no name of a month
    date: str  # without a weekday
    date_and_year: str
    typed: str  # in digits, as somebody is to type it
    month: str
    percent: str
    money: str  # with a sign, €
    money_in_letters: str  # CHF


FORMS: Final = {
    "de": Form(
        day="l, j. F",
        day_and_year="l, j. F Y",
        short="D j. M",
        short_and_year="D j. M Y",
        tiny="j.n.",
        date="j. F",
        date_and_year="j. F Y",
        typed="d.m.Y",
        month="F Y",
        percent=f"{{number}}{NO_BREAK}%",
        money=f"{{amount}}{NO_BREAK}{{sign}}",
        money_in_letters=f"{{amount}}{NO_BREAK}{{sign}}",
    ),
    "en": Form(
        day="l, j F",
        day_and_year="l, j F Y",
        short="D j M",
        short_and_year="D j M Y",
        tiny="j/n",
        date="j F",
        date_and_year="j F Y",
        typed="d/m/Y",
        month="F Y",
        percent="{number}%",
        money="{sign}{amount}",
        money_in_letters=f"{{sign}}{NO_BREAK}{{amount}}",
    ),
}
OTHERWISE: Final = FORMS["en"]  # of a language that has no forms of its own


def form_of_reader() -> Form:
    """That of the reader's language; Swiss German is German, unless it has a form of its own."""
    language = get_language() or ""
    return FORMS.get(language) or FORMS.get(language.partition("-")[0], OTHERWISE)


def decimal_sign() -> str:
    """`,` or `.`: Django knows it of every language."""
    return str(get_format("DECIMAL_SEPARATOR"))
