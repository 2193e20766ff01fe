"""How are days and times written? As people say them: "Freitag, 20. November", with the year if it is not this one."""

from datetime import date, datetime, time
from typing import Final

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.dateformat import format as written
from django.utils.translation import gettext_lazy as _

from dokoclub.look import language

Day = date | datetime
EARLIEST: Final = 1900
LATEST: Final = 2199  # years; no page could show a table of others


def day(value: Day) -> str:
    """`Freitag, 20. November`, of another year `Freitag, 20. November 2025`."""
    form = language.form_of_reader()
    return format_day(value, form.day if is_of_this_year(value) else form.day_and_year)


def day_and_year(value: Day) -> str:
    """`Freitag, 20. November 2026`."""
    return format_day(value, language.form_of_reader().day_and_year)


def short_day(value: Day) -> str:
    """`Fr 20. Nov`, of another year `Do 20. Nov 2025`."""
    form = language.form_of_reader()
    return format_day(value, form.short if is_of_this_year(value) else form.short_and_year)


def tiny_day(value: Day) -> str:
    """`20.11.`, below the sign of a menu."""
    return format_day(value, language.form_of_reader().tiny)


def date_only(value: Day) -> str:
    """`20. November`, of another year `20. November 2025`."""
    form = language.form_of_reader()
    return format_day(value, form.date if is_of_this_year(value) else form.date_and_year)


def day_span(first: Day, last: Day) -> str:
    """`1. September – 31. Oktober`; each with its year where one is not of this year."""
    form = language.form_of_reader()
    return _write_span(first, last, form.date, form.date_and_year)


def short_span(first: Day, last: Day) -> str:
    """`Fr 20. Nov – Sa 5. Dez`, in the same way."""
    form = language.form_of_reader()
    return _write_span(first, last, form.short, form.short_and_year)


def _write_span(first: Day, last: Day, form: str, with_year: str) -> str:
    chosen = form if is_of_this_year(first) and is_of_this_year(last) else with_year
    return f"{format_day(first, chosen)} – {format_day(last, chosen)}"


def date_and_year(value: Day) -> str:
    """`20. November 2026`."""
    return format_day(value, language.form_of_reader().date_and_year)


def typed_day(value: Day) -> str:
    """`20.11.2026`, to be typed."""
    return format_day(value, language.form_of_reader().typed)


def month(value: Day) -> str:
    """`November 2026`."""
    return format_day(value, language.form_of_reader().month)


def clock(value: datetime | time) -> str:
    """`21:47`, in the time of the table, not of the server."""
    return written(to_local(value), "H:i") if isinstance(value, datetime) else value.strftime("%H:%M")


def format_day(value: Day, form: str) -> str:
    """`value` in the reader's language; a moment counts as the local day it falls on."""
    return written(_local_day(value), form)


def is_of_this_year(value: Day) -> bool:
    """A day of any other year says which."""
    return _local_day(value).year == this_year()


def this_year() -> int:
    """In the time of the table: what is kept of a page with days goes stale with it."""
    return timezone.localdate().year


def to_local(moment: datetime) -> datetime:
    """A moment in the current time zone; one without a zone is taken as it is."""
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


def _local_day(value: Day) -> Day:
    return to_local(value) if isinstance(value, datetime) else value


def refuse_future(day: date) -> None:
    """Raise ValidationError for a day on which nothing can have happened yet: of games, of money, of old sheets."""
    if day > timezone.localdate():
        raise ValidationError(_("This day is yet to come."), code="future")


def refuse_other_years(day: Day) -> None:
    """Raises ValidationError: whoever types 0202 for 2026 would take the club's page away from all."""
    if not EARLIEST <= day.year <= LATEST:
        raise ValidationError(_("Is the year right?"), code="year")
