"""How are days and times written? As people say them: "Freitag, 20. November"."""

from datetime import date, datetime, time

from django.utils import timezone
from django.utils.dateformat import format as written

from dokoclub.look import language

Day = date | datetime


def day(value: Day) -> str:
    """`Freitag, 20. November`."""
    return shown(value, language.form().day)


def day_and_year(value: Day) -> str:
    """`Freitag, 20. November 2026`."""
    return shown(value, language.form().year)


def short_day(value: Day) -> str:
    """`Fr 20. Nov`."""
    return shown(value, language.form().short)


def date_only(value: Day) -> str:
    """`20. November`."""
    return shown(value, language.form().date)


def month(value: Day) -> str:
    """`November 2026`."""
    return shown(value, language.form().month)


def clock(value: datetime | time) -> str:
    """`21:47`, in the time of the table, not of the server."""
    return written(here(value), "H:i") if isinstance(value, datetime) else value.strftime("%H:%M")


def shown(value: Day, form: str) -> str:
    """`value` in the reader's language; a moment counts as the local day it falls on."""
    return written(here(value) if isinstance(value, datetime) else value, form)


def here(moment: datetime) -> datetime:
    """A moment in the current time zone; one without a zone is taken as it is."""
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment
