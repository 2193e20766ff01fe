"""How are days and times written? As people say them: "Freitag, 20. November"."""

from datetime import date, datetime, time

from django.utils import timezone
from django.utils.dateformat import format as written

from dokoclub.look import language

Day = date | datetime


def day(value: Day) -> str:
    """`Freitag, 20. November`."""
    return format_day(value, language.form_of_reader().day)


def day_and_year(value: Day) -> str:
    """`Freitag, 20. November 2026`."""
    return format_day(value, language.form_of_reader().year)


def short_day(value: Day) -> str:
    """`Fr 20. Nov`."""
    return format_day(value, language.form_of_reader().short)


def date_only(value: Day) -> str:
    """`20. November`."""
    return format_day(value, language.form_of_reader().date)


def month(value: Day) -> str:
    """`November 2026`."""
    return format_day(value, language.form_of_reader().month)


def clock(value: datetime | time) -> str:
    """`21:47`, in the time of the table, not of the server."""
    return written(to_local(value), "H:i") if isinstance(value, datetime) else value.strftime("%H:%M")


def format_day(value: Day, form: str) -> str:
    """`value` in the reader's language; a moment counts as the local day it falls on."""
    return written(to_local(value) if isinstance(value, datetime) else value, form)


def to_local(moment: datetime) -> datetime:
    """A moment in the current time zone; one without a zone is taken as it is."""
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment
