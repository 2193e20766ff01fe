"""Formatting of numbers, money, days and times in the reader's language, and checks of typed days.

Numbers have a real minus sign, a plus, and ±0, as on a paper sheet.
"""

from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateformat import format as written
from django.utils.formats import get_format, number_format
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

NO_BREAK: Final = "\N{NO-BREAK SPACE}"  # keeps a number and its sign in one line
MINUS = "\N{MINUS SIGN}"
PLUS_MINUS = "\N{PLUS-MINUS SIGN}"
CENTS = Decimal(100)
SIGNS = {"EUR": "€"}  # of currencies; others are written as their three letters

Number = int | float | Decimal
Day = date | datetime
EARLIEST: Final = 1900
LATEST: Final = 2199  # years; no page could show a table of others


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """The formats of a language. Days are in the letters of Django's `date` filter."""

    day: str  # a full day
    day_and_year: str
    short: str
    short_and_year: str
    tiny: str  # for narrow spaces without room for a month's name
    date: str  # without a weekday
    date_and_year: str
    typed: str  # in digits, as people type it
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
OTHERWISE: Final = FORMS["en"]  # for languages without an entry of their own


def form_of_reader() -> Form:
    """Return the formats of the reader's language. Swiss German uses German, unless it has an entry of its own."""
    language = get_language() or ""
    return FORMS.get(language) or FORMS.get(language.partition("-")[0], OTHERWISE)


def decimal_sign() -> str:
    """Return `,` or `.`, as Django knows it for every language."""
    return str(get_format("DECIMAL_SEPARATOR"))


def round_half_up(number: Number, places: int) -> Decimal:
    """Return `number` rounded half up, as people round at the table."""
    return Decimal(str(number)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def signed(number: Number, places: int = 0) -> str:
    """Return a number with its sign, in the language's own decimals: `+5`, `−5`, `±0`, `+3,02`."""
    if isinstance(number, int) and not places:
        return f"{sign(number)}{abs(number)}"
    exact = round_half_up(number, places)
    return sign(exact) + number_format(abs(exact), places)


def plain(number: int) -> str:
    """Return an intermediate sum without a plus, which would add nothing: `5`, `−5`."""
    return str(number).replace("-", MINUS)


def ordinal(number: int) -> str:
    """Return `1.`, in English `1st`."""
    if not (get_language() or "").startswith("en"):
        return f"{number}."
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def sign(number: Number) -> str:
    """Return the sign of a number of points: `+`, `−` or `±`."""
    if number == 0:
        return PLUS_MINUS
    return "+" if number > 0 else MINUS


def tone(number: Number) -> str:
    """Return the CSS class that colours a number: plus, minus or zero."""
    if number == 0:
        return "zero"
    return "plus" if number > 0 else "minus"


def percent(number: Number) -> str:
    """Return a percentage: `58 %`, in English `58%`."""
    return form_of_reader().percent.format(number=number)


def money(cents: int, currency: str = "EUR") -> str:
    """Return an amount given in cents: `3,15 €`, `3,15 CHF`, in English `€3.15`, `CHF 3.15`."""
    return ("" if cents >= 0 else MINUS) + amount(cents, currency)


def signed_money(cents: int, currency: str = "EUR") -> str:
    """Return a gain or a loss given in cents: `+3,15 €`, `−5,25 €`, `±0,00 €`."""
    return sign(cents) + amount(cents, currency)


def signed_amount(cents: int) -> str:
    """Return a gain or a loss given in cents without the currency, below a sum that has it: `+3,15`."""
    return sign(cents) + _number(cents)


def euro(cents: int) -> str:
    """Return an amount given in cents that is always in euros."""
    return money(cents)


def signed_euro(cents: int) -> str:
    return signed_money(cents)


def amount(cents: int, currency: str = "EUR") -> str:
    """Return the absolute amount with its currency, without a sign."""
    return _with_sign(_number(cents), currency)


def _number(cents: int) -> str:
    return number_format(abs(cents) / CENTS, 2, use_l10n=True, force_grouping=True)


def _with_sign(number: str, currency: str) -> str:
    form = form_of_reader()
    if currency in SIGNS:
        return form.money.format(amount=number, sign=SIGNS[currency])
    return form.money_in_letters.format(amount=number, sign=currency)


def decimals(number: Number) -> str:
    """Return a number with as many decimals as it needs, two at most: `5`, `2,5`, `0,25`."""
    exact = round_half_up(number, 2).normalize()
    return number_format(exact, max(0, -int(exact.as_tuple().exponent)), use_l10n=True, force_grouping=False)


def part_money(cents: Number, currency: str = "EUR") -> str:
    """Return an amount with fractions of a cent, if there are any: `0,05 €`, `0,025 €`."""
    exact = (round_half_up(cents, 2) / CENTS).normalize()
    places = max(2, -int(exact.as_tuple().exponent))
    return _with_sign(number_format(exact, places, use_l10n=True, force_grouping=True), currency)


def day(value: Day) -> str:
    """Return a day: `Freitag, 20. November`, in another year `Freitag, 20. November 2025`."""
    form = form_of_reader()
    return format_day(value, form.day if is_of_this_year(value) else form.day_and_year)


def day_and_year(value: Day) -> str:
    """Return a day with its year: `Freitag, 20. November 2026`."""
    return format_day(value, form_of_reader().day_and_year)


def short_day(value: Day) -> str:
    """Return a short day: `Fr 20. Nov`, in another year `Do 20. Nov 2025`."""
    form = form_of_reader()
    return format_day(value, form.short if is_of_this_year(value) else form.short_and_year)


def tiny_day(value: Day) -> str:
    """Return a day as `20.11.`, for the label below a menu icon."""
    return format_day(value, form_of_reader().tiny)


def date_only(value: Day) -> str:
    """Return a day without weekday: `20. November`, in another year `20. November 2025`."""
    form = form_of_reader()
    return format_day(value, form.date if is_of_this_year(value) else form.date_and_year)


def day_span(first: Day, last: Day) -> str:
    """Return a span: `1. September – 31. Oktober`, with both years unless both days are in this year."""
    form = form_of_reader()
    return _write_span(first, last, form.date, form.date_and_year)


def short_span(first: Day, last: Day) -> str:
    """Return a short span: `Fr 20. Nov – Sa 5. Dez`, with years like `day_span`."""
    form = form_of_reader()
    return _write_span(first, last, form.short, form.short_and_year)


def _write_span(first: Day, last: Day, form: str, with_year: str) -> str:
    chosen = form if is_of_this_year(first) and is_of_this_year(last) else with_year
    return f"{format_day(first, chosen)} – {format_day(last, chosen)}"


def date_and_year(value: Day) -> str:
    """Return a day without weekday, with its year: `20. November 2026`."""
    return format_day(value, form_of_reader().date_and_year)


def typed_day(value: Day) -> str:
    """Return a day as people type it: `20.11.2026`."""
    return format_day(value, form_of_reader().typed)


def month(value: Day) -> str:
    """Return a month with its year: `November 2026`."""
    return format_day(value, form_of_reader().month)


def month_name(value: Day) -> str:
    """Return the month of a heading: `November`; with its year only where that is not this one."""
    return format_day(value, "F" if is_of_this_year(value) else form_of_reader().month)


def clock(value: datetime | time) -> str:
    """Return a time such as `21:47`, in the table's time zone, not the server's."""
    return written(to_local(value), "H:i") if isinstance(value, datetime) else value.strftime("%H:%M")


def format_day(value: Day, form: str) -> str:
    """Return `value` in the reader's language; a datetime counts as its local day."""
    return written(_local_day(value), form)


def is_of_this_year(value: Day) -> bool:
    """Return whether the day is in this year. Days of any other year are shown with it."""
    return _local_day(value).year == this_year()


def this_year() -> int:
    """Return the year in the table's time zone. Cached pages with days become stale when it changes."""
    return timezone.localdate().year


def to_local(moment: datetime) -> datetime:
    """Return a datetime in the current time zone; a naive one is returned unchanged."""
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


def _local_day(value: Day) -> Day:
    return to_local(value) if isinstance(value, datetime) else value


def refuse_future(day: date) -> None:
    """Raise ValidationError for a future day: for games, money and old sheets."""
    if day > timezone.localdate():
        raise ValidationError(_("Choose a day up to today."), code="future")


def refuse_other_years(day: Day) -> None:
    """Raise ValidationError for a year out of range.

    Typing 0202 for 2026 would take the club's page away from everybody.
    """
    if not EARLIEST <= day.year <= LATEST:
        raise ValidationError(_("Is the year right?"), code="year")
