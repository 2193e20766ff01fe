"""Take files in and read them: nothing of the club changes yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.services.writing import lock_club
from dokoclub.exports.models import Import, ImportedSheet, ImportFile, State
from dokoclub.exports.models.imports import LONGEST_TITLE
from dokoclub.exports.old_sheets.files import MOST_BYTES
from dokoclub.exports.old_sheets.judging import judge_sheet
from dokoclub.exports.old_sheets.reading import Options, read_old_sheets
from dokoclub.exports.old_sheets.sheet import OldSheet
from dokoclub.exports.services.locking import lock_import
from dokoclub.look.names import fold_name
from dokoclub.look.refusals import Reused
from scoring.rules.rules import Rules

MOST_FILES: Final = 100
MOST_BYTES_AT_ONCE: Final = 4 * MOST_BYTES
MOST_SHEETS: Final = 400  # each may have a field for its day: Django takes a thousand fields
MOST_NAMES: Final = 300  # the same
MOST_GAMES: Final = 30_000


class Upload(NamedTuple):
    name: str
    content: bytes


@transaction.atomic
def hand_in(club: Club, uploads: Sequence[Upload], *, key: UUID, by: Account) -> Import:
    """A draft with what was read from these files. The same key with the same files returns the draft it made.

    Raises ValidationError where it is too much, and Reused where the key handed in other files.
    """
    club = lock_club(club)
    digests = [sha256(upload.content).hexdigest() for upload in uploads]
    if (known := Import.objects.filter(key=key).first()) is not None:
        if known.club_id != club.pk or [file.digest for file in known.files.defer("content")] != digests:
            raise Reused
        return known
    _refuse_too_much(uploads)
    made = Import.objects.create(club=club, key=key, made_by=by)
    order = sorted(range(len(uploads)), key=lambda index: natural_order(uploads[index].name))
    ImportFile.objects.bulk_create(
        ImportFile(of=made, name=_short(uploads[index].name), digest=digests[index], content=uploads[index].content)
        for index in order
    )
    read_again(made, {})
    return made


def natural_order(name: str) -> list[tuple[int, str]]:
    """Game2 comes before Game10."""
    parts = enumerate(re.split(r"([0-9]+)", name))
    return [(int(part), "") if place % 2 else (-1, part.casefold()) for place, part in parts]


@transaction.atomic
def read_again(made: Import, options: dict[str, Any]) -> Import:
    """Read the files of a draft with other options; days that were typed for its sheets go with the sheets.

    Raises ValidationError where there are too many sheets or games.
    """
    made = lock_import(made)
    if made.state != State.DRAFT:
        return made
    made.sheets.all().delete()
    wanted = Options(**{name: options[name] for name in _READING if options.get(name)})
    rules = current_rules(made.club).parsed
    number = games = 0
    names: set[str] = set()
    for file in made.files.all().iterator(chunk_size=1):
        sheets = read_old_sheets(file.name, bytes(file.content), wanted)
        games += sum(len(sheet.games) for sheet in sheets)
        names |= {fold_name(name) for sheet in sheets for name in sheet.names}
        _refuse_many(sheets=number + len(sheets), games=games, names=len(names))
        ImportedSheet.objects.bulk_create(
            (_sheet(made, place, sheet, rules) for place, sheet in enumerate(sheets, start=number + 1)), batch_size=50
        )
        number += len(sheets)
    made.options = options
    made.save(update_fields=["options"])
    return made


_READING: Final = ("separator", "encoding", "points", "players")


def needs_reading(made: Import, options: dict[str, Any]) -> bool:
    return any((made.options.get(name) or None) != (options.get(name) or None) for name in _READING)


def _sheet(made: Import, number: int, sheet: OldSheet, rules: Rules) -> ImportedSheet:
    judge_sheet(sheet, rules)
    return ImportedSheet(
        of=made,
        number=number,
        title=_short(sheet.title),
        day=sheet.day,
        day_is_read=sheet.day is not None,
        kind=sheet.kind,
        names=sheet.names,
        games=[] if sheet.problems else sheet.games,
        totals=sheet.totals,
        length=0 if sheet.problems else len(sheet.games),
        problems=[note.stored() for note in sheet.problems],
        oddities=[note.stored() for note in sheet.oddities],
    )


def _short(title: str) -> str:
    """Printable, and short enough for a list."""
    seen = "".join(sign for sign in title if sign.isprintable()).strip() or "?"
    return seen if len(seen) <= LONGEST_TITLE else seen[: LONGEST_TITLE - 1] + "…"


def _refuse_too_much(uploads: Sequence[Upload]) -> None:
    if not uploads:
        raise ValidationError({"upload": _("Choose at least one file.")})
    if len(uploads) > MOST_FILES:
        raise ValidationError({"upload": _("At most %(most)s files at once.") % {"most": MOST_FILES}})
    if sum(len(upload.content) for upload in uploads) > MOST_BYTES_AT_ONCE:
        most = MOST_BYTES_AT_ONCE // 1024 // 1024
        raise ValidationError({"upload": _("Together these files are larger than %(most)s MB.") % {"most": most}})


def _refuse_many(*, sheets: int, games: int, names: int) -> None:
    if sheets > MOST_SHEETS:
        raise ValidationError({"upload": _("At most %(most)s evenings at once.") % {"most": MOST_SHEETS}})
    if names > MOST_NAMES:
        raise ValidationError({"upload": _("At most %(most)s different names at once.") % {"most": MOST_NAMES}})
    if games > MOST_GAMES:
        raise ValidationError({"upload": _("At most %(most)s games at once.") % {"most": MOST_GAMES}})
