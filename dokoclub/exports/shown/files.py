"""Lines of files: what can be had, and where it is in each format."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.exports.files.formats import FORMATS
from dokoclub.standings.models.periods import ALL_TIME, Period

# How a format is called on the pages, where not by its own name: by what opens it. It stands first.
USUAL: Final = {"xlsx": "Excel"}


class File(NamedTuple):
    """One format of a document; `usual`: the one that nearly everybody wants."""

    name: str
    url: str
    usual: bool


class FileRow(NamedTuple):
    """`paper`: the address of the page to print."""

    title: str
    files: list[File]
    paper: str = ""


def file_row(title: str, name: str, *about: object, paper: str = "") -> FileRow:
    """Of the address `name`, which takes `about` and a format."""
    files = [
        File(USUAL.get(key, format_.name), reverse(name, args=[*about, key]), key in USUAL)
        for key, format_ in sorted(FORMATS.items(), key=lambda item: item[0] not in USUAL)
    ]
    return FileRow(title, files, paper)


def rows_of_games(club: Club) -> list[FileRow]:
    return [
        file_row(_("Table of all time"), "exports:export_table", club.pk, ALL_TIME),
        file_row(_("All games"), "exports:export_games", club.pk),
    ]


def rows_of_money(club: Club, year: int) -> list[FileRow]:
    """The cash box of that year."""
    return [
        file_row(_("Open items"), "exports:export_open", club.pk),
        file_row(_("Payments"), "exports:export_payments", club.pk),
        file_row(_("Members' accounts"), "exports:export_accounts", club.pk),
        file_row(f"{_('Cash box')} {year}", "exports:export_cash_box", club.pk, year),
    ]


def rows_of_evening(evening: Evening, sheets: list[Sheet]) -> list[FileRow]:
    """The evening, and each of its sheets; which round it was is said where there were several."""
    rounds = {sheet.round for sheet in sheets}
    whole = file_row(_("The evening"), "exports:export_evening", evening.pk)
    return [whole, *(_row_of_sheet(sheet, tells_round=len(rounds) > 1) for sheet in sheets)]


def _row_of_sheet(sheet: Sheet, *, tells_round: bool) -> FileRow:
    told = {"round": sheet.round, "table": sheet.table}
    title = (_("Round %(round)s, table %(table)s") if tells_round else _("Table %(table)s")) % told
    return file_row(title, "exports:export_sheet", sheet.pk, paper=reverse("exports:print_sheet", args=[sheet.pk]))


def row_of_table(club: Club, period: Period) -> FileRow:
    return file_row(_("This table"), "exports:export_table", club.pk, period)
