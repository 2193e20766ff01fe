"""What somebody decides about a draft: when its sheets were played, and who its headings are."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.exports.models import Import, ImportedSheet, State
from dokoclub.exports.old_sheets.days import RHYTHMS
from dokoclub.exports.services.locking import lock_import
from dokoclub.exports.services.reading import Sheets, keep_sheets, needs_reading, read_files
from dokoclub.look.days import day_and_year

NEW_MEMBER: Final = "member"
NEW_GUEST: Final = "guest"


class Decided(NamedTuple):
    """What the form of the preview says. `players`: heading, folded -> id of a player, or NEW_MEMBER, NEW_GUEST."""

    options: dict[str, Any]
    days: Mapping[int, date | None]  # by the number of the sheet
    players: Mapping[str, int | str]
    first_day: date | None = None
    rhythm: str = "weekly"
    all_days: bool = False  # the rhythm replaces what was typed before


def decide_people(made: Import, decided: Decided) -> Import:
    """Keep it with the draft; other options read its files again, and then days come from the files once more.

    They are read before anything is locked. Raises ValidationError by field. A draft that was imported meanwhile stays
    as it is.
    """
    kept = {**decided.options, "rhythm": decided.rhythm}
    read = read_files(made, kept) if made.state == State.DRAFT and needs_reading(made, kept) else None
    while (found := _keep_decided(made, decided, kept, read)) is None:
        read = read_files(made, kept)  # somebody else had them read otherwise meanwhile
    return found


@transaction.atomic
def _keep_decided(made: Import, decided: Decided, kept: dict[str, Any], read: Sheets | None) -> Import | None:
    """None where the files have to be read with these options first."""
    made = lock_import(made)
    if made.state != State.DRAFT:
        return made
    if read is not None:
        keep_sheets(made, read)
    elif needs_reading(made, kept):
        return None
    sheets = list(made.sheets.defer("games", "line"))
    _set_days(sheets, decided)
    ImportedSheet.objects.bulk_update(sheets, ["day"], batch_size=200)
    made.options, made.players = kept, dict(decided.players)
    made.save(update_fields=["options", "players"])
    return made


def _set_days(sheets: list[ImportedSheet], decided: Decided) -> None:
    """What was typed holds, then what the file says; the rest follows the rhythm from the first day on."""
    later = 0
    for sheet in sheets:
        typed = decided.days.get(sheet.number)
        if sheet.day_is_read and (typed is None or typed == sheet.day):
            continue
        by_rhythm = _by_rhythm(decided, later)
        later += 1
        if typed is None or (decided.all_days and by_rhythm is not None):
            sheet.day = _bygone(sheet, by_rhythm)
        else:
            sheet.day = typed


def _bygone(sheet: ImportedSheet, day: date | None) -> date | None:
    """Nobody typed this day: what is wrong with it stands at the rhythm."""
    if day is not None and day > timezone.localdate():
        told = {"title": sheet.title, "day": day_and_year(day)}
        raise ValidationError({"rhythm": _("%(title)s would fall on %(day)s, a day yet to come.") % told})
    return day


def _by_rhythm(decided: Decided, later: int) -> date | None:
    if decided.first_day is None:
        return None
    try:
        return RHYTHMS[decided.rhythm](decided.first_day, later)
    except (OverflowError, ValueError):
        raise ValidationError({"rhythm": _("With this rhythm the days run past the end of the calendar.")}) from None
