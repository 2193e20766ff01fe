"""Texts of dates: answers, tables, the text to share, the line in a calendar, and reminders."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from dokoclub.core.formatting import clock, date_only, day, day_and_year, month, short_day, to_local
from dokoclub.dates.models import Answer, Date, DateKind, News, Notice, Reply

# Marks after the name in a calendar, short because phones cut it.
MARKS: Final = {Answer.YES: "✓", Answer.NO: "×", Answer.MAYBE: "?"}
UNANSWERED: Final = "?"
# On buttons, and for the answers of others.
ANSWERS: Final = {
    Answer.YES: pgettext_lazy("answer", "Coming"),
    Answer.MAYBE: pgettext_lazy("answer", "Maybe"),
    Answer.NO: pgettext_lazy("answer", "Not coming"),
}


def format_lacking(number: int) -> str:
    """Return `one`, `two`, `three`: once one has come, none is missing."""
    words = (pgettext("how many", "one"), pgettext("how many", "two"), pgettext("how many", "three"))
    return words[number - 1]


def format_coming(heads: int, lacking: int, tables: Sequence[int]) -> str:
    """Return `8 coming: 2 tables of four` or `3 coming, one more needed`."""
    if not heads:
        return _("Nobody yet")
    if not lacking:
        return _("%(number)s coming: %(tables)s") % {"number": heads, "tables": format_tables(tables)}
    text = ngettext("%(heads)s coming, %(lacking)s", "%(heads)s coming, %(lacking)s", heads)
    still = ngettext("%(number)s more needed", "%(number)s more needed", lacking)
    return text % {"heads": heads, "lacking": still % {"number": format_lacking(lacking)}}


def format_tables(sizes: Sequence[int]) -> str:
    """Return `a table of five, two of four`; "" if too few come."""
    parts: list[str] = []
    for size, some in groupby(sizes):
        number = len(list(some))
        first = not parts
        parts.append(_tables(number, size) if first else _further_tables(number, size))
    return ", ".join(parts)


def _tables(number: int, size: int) -> str:
    text = ngettext("a table of %(size)s", "%(number)s tables of %(size)s", number)
    return text % {"number": number, "size": format_size(size)}


def _further_tables(number: int, size: int) -> str:
    text = ngettext("one of %(size)s", "%(number)s of %(size)s", number)
    return text % {"number": number, "size": format_size(size)}


def format_size(size: int) -> str:
    return {
        4: pgettext("table of", "four"),
        5: pgettext("table of", "five"),
        6: pgettext("table of", "six"),
        7: pgettext("table of", "seven"),
    }.get(size, str(size))


def format_kind(date: Date) -> str:
    """Return the first word in a calendar."""
    return {
        DateKind.EVENING: pgettext("calendar", "Doko"),
        DateKind.TOURNAMENT: pgettext("calendar", "Doko tournament"),
    }.get(DateKind(date.kind), pgettext("calendar", "Doko date"))


def format_answer(reply: Reply) -> str:
    return pgettext("answer", "Not coming, too late") if reply.late else str(ANSWERS[Answer(reply.answer)])


def get_summary(date: Date, reply: Reply | None, *, answers: bool) -> str:
    """Return `Doko ✓ · Linde`; without a mark in a calendar without answers."""
    if not answers:
        return f"{format_kind(date)} · {date.club.name}"
    counts = reply is not None and reply.moves == date.moves
    mark = MARKS[Answer(reply.answer)] if reply is not None and counts else UNANSWERED
    return f"{format_kind(date)} {mark} · {date.club.name}"


def format_clock(moment: datetime) -> str:
    """Return `20 Uhr`, `19:30 Uhr`."""
    local = to_local(moment)
    if local.minute:
        return pgettext("time", "%(clock)s") % {"clock": clock(moment)}
    return pgettext("full hour", "%(hour)s:00") % {"hour": local.hour}


def text_to_share(date: Date, heads: int, names: Sequence[str], address: str) -> str:
    """Return `Freitag, 20. November, 19:30 Gasthaus: 6 kommen, 3 offen: Ben, Cem, Dora`, and the address to answer."""
    when = " ".join(part for part in (f"{day(date.start)}, {clock(date.start)}", date.place) if part)
    coming = ngettext("%(number)s is coming", "%(number)s are coming", heads) % {"number": heads}
    still = ngettext("%(number)s open", "%(number)s open", len(names)) % {"number": len(names)}
    told = f"{coming}, {still}: {', '.join(names)}" if names else coming
    return f"{when}: {told}\n{address}"


def format_question(date: Date) -> str:
    return _("Are you coming on %(day)s?") % {"day": date_only(date.start)}


def format_reminder(date: Date, *, again: bool) -> tuple[str, str]:
    """Return title and text of a reminder. It names nobody: others may see it."""
    when = " · ".join(part for part in (date.club.name, f"{day(date.start)}, {clock(date.start)}", date.place) if part)
    lines = [when]
    if again:
        lines.append(_("The date has moved. Still coming?"))
    if date.answer_until:
        last = {"day": short_day(date.answer_until), "clock": clock(date.answer_until)}
        lines.append(_("Reply by %(day)s, %(clock)s") % last)
    return format_question(date), "\n".join(lines)


def format_notice(notice: Notice) -> tuple[str, str]:
    """Return title and text of a notice. It names nobody and no amount: others may see it."""
    when = month(notice.day) if notice.kind == News.CLOSED else day_and_year(notice.day)
    return str(News(notice.kind).label), f"{notice.club.name} · {when}"
