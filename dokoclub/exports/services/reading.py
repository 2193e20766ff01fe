"""Upload and reading of files into drafts, and the user's decisions about them; the club itself does not change."""

import re
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.selectors import current_rules
from dokoclub.clubs.services.locks import lock_club
from dokoclub.core.formatting import day_and_year, signed
from dokoclub.core.http import Reused
from dokoclub.evenings.domain.events import with_other_player
from dokoclub.evenings.models import Entry
from dokoclub.exports.importers.files import MOST_BYTES
from dokoclub.exports.importers.problems import TranslatedNote
from dokoclub.exports.models import (
    LONGEST_TITLE,
    ForeignData,
    Import,
    ImportedSheet,
    ImportFile,
    ImportState,
    count_changes,
)
from dokoclub.exports.sandbox.requests import Many, Unread, Upload, read_apart
from dokoclub.exports.selectors.imports import get_points, recall_answers
from scoring.tables.cells import RHYTHMS
from scoring.tables.notes import Note
from scoring.terms import say
from scoring.text import fold_name

MOST_FILES: Final = 100
MOST_BYTES_AT_ONCE: Final = 4 * MOST_BYTES
MOST_SHEETS: Final = 400  # each may have a field for its day, and Django accepts a thousand fields
MOST_NAMES: Final = 300  # for the same reason
MOST_GAMES: Final = 30_000
MOST_TABLES: Final = 12  # shapes with columns that the user can change


_TWICE: Final = say("{number} of these rows stand on a sheet of the club already: brought in, they count twice.")
_OTHER_POINTS: Final = say("Imported before, with other points: {points}. Importing replaces that evening.")
_SAME_POINTS: Final = say("Imported before, with the same points. Importing replaces that evening.")
Sheets: TypeAlias = Sequence[Mapping[str, Any]]  # as from `OldSheet.stored`
Json: TypeAlias = dict[str, Any]
NEW_MEMBER: Final = "member"
NEW_GUEST: Final = "guest"
LIKE: Final = "like:"  # before a heading: the same player


def hand_in(club: Club, uploads: Sequence[Upload], *, key: UUID, by: Account) -> Import:
    """Create a draft from these files. The same key with the same files returns the draft it created.

    Files are read before anything is locked: other writers wait only while the draft is saved. Raises
    ValidationError if it is too much, and Reused if the key was used for other files.
    """
    digests = [sha256(upload.content).hexdigest() for upload in uploads]
    if (known := _handed_in(club, digests, key)) is not None:
        return known
    _refuse_too_much(uploads)
    order = sorted(range(len(uploads)), key=lambda index: natural_order(uploads[index].name))
    recalled = recall_answers(club)
    sheets = _read(club, [uploads[index] for index in order], recalled)
    shapes = {table["shape"] for table in _tables(sheets)}
    here = {
        name: {key: told for key, told in some.items() if key.partition("/")[0] in shapes}
        for name, some in recalled.items()
    }
    options = {name: some for name, some in here.items() if some}
    files = [
        ImportFile(name=_short(uploads[index].name), digest=digests[index], content=uploads[index].content)
        for index in order
    ]
    with transaction.atomic():
        club = lock_club(club)
        if (known := _handed_in(club, digests, key)) is not None:
            return known
        made = Import.objects.create(club=club, key=key, made_by=by, options=options, tables=_tables(sheets))
        for file in files:
            file.of = made
        ImportFile.objects.bulk_create(files, batch_size=1)  # a statement holds all its values in memory
        _save_sheets(made, sheets)
    return made


def _handed_in(club: Club, digests: Sequence[str], key: UUID) -> Import | None:
    """Return the draft created with this key. Raises Reused for other files. Two queries."""
    known = Import.objects.filter(key=key).first()
    if known is not None and (
        known.club_id != club.pk or [file.digest for file in known.files.defer("content")] != digests
    ):
        raise Reused
    return known


def natural_order(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts Game2 before Game10."""
    parts = enumerate(re.split(r"([0-9]+)", name))
    return [(int(part), "") if place % 2 else (-1, part.casefold()) for place, part in parts]


def read_files(made: Import, options: Mapping[str, Any]) -> Sheets:
    """Read the files of a draft with these options; nothing is written.

    Raises ValidationError if there are too many sheets or games.
    """
    uploads = [Upload(file.name, bytes(file.content)) for file in made.files.all()]
    return _read(made.club, uploads, options)


def replace_sheets(made: Import, sheets: Sheets) -> None:
    """Replace the sheets of a draft; typed days stay with the sheet at the same place.

    The caller has locked `made`.
    """
    typed = {sheet.place: sheet.day for sheet in made.sheets.defer("games") if sheet.day and not sheet.day_is_read}
    made.sheets.all().delete()
    _save_sheets(made, sheets)
    made.save(update_fields=["tables"])
    again = [sheet for sheet in made.sheets.defer("games") if sheet.day is None and sheet.place in typed]
    for sheet in again:
        sheet.day = typed[sheet.place]
    ImportedSheet.objects.bulk_update(again, ["day"], batch_size=200)


def _tables(sheets: Sheets) -> list[dict[str, Any]]:
    """List the tables of these sheets, each shape once: one that asks, if any does."""
    found: dict[str, dict[str, Any]] = {}
    tables = [stored["table"] for stored in sheets if stored["table"]]
    for table in sorted(tables, key=lambda table: not table["asks"]):
        found.setdefault(table["shape"], table)
    return list(found.values())[:MOST_TABLES]


def _save_sheets(made: Import, sheets: Sheets) -> None:
    made.tables = _tables(sheets)
    standing, known = _standing_rows(made.club, sheets), _find_known(made.club, sheets)
    points = get_points(evening for evening, _ in known.values())
    replaced = {
        key: _note_replaced([stored for stored in sheets if _evening_id(stored) == key], points.get(evening, {}))
        for key, (evening, _) in known.items()
    }
    ImportedSheet.objects.bulk_create(
        (_sheet(made, number, stored, standing, replaced) for number, stored in enumerate(sheets, start=1)),
        batch_size=50,
    )


def _standing_rows(club: Club, sheets: Sheets) -> frozenset[str]:
    """Return the UUIDs of rows saved by phones that reached the club anyway. One query, none for other files."""
    asked = [uuid for stored in sheets for uuid in _uuids(stored)]
    found = Entry.objects.filter(uuid__in=asked, struck_at=None, sheet__evening__club=club)
    return frozenset(str(uuid) for uuid in found.values_list("uuid", flat=True)) if asked else frozenset()


def _find_known(club: Club, sheets: Sheets) -> dict[str, tuple[int, int]]:
    """Return evening and `rev` by the id of evenings imported before. Two queries, none for files without such ids."""
    asked = [key for stored in sheets if (key := _evening_id(stored))]
    if not asked:
        return {}
    found = ForeignData.objects.filter(club=club, evening__deleted_at=None, keys__id__in=asked).exclude(evening=None)
    keys = dict(found.values_list("evening", "keys"))
    changes = count_changes(keys)
    return {data["id"]: (pk, data["rev"] + changes[pk] if "rev" in data else 0) for pk, data in keys.items()}


def _without_known(club: Club, sheets: Sheets) -> Sheets:
    """Leave out evenings that were imported before like this, or in a newer version."""
    known = _find_known(club, sheets)
    imported = ImportedSheet.objects.filter(evening__in=[evening for evening, _ in known.values()])
    digests = set(imported.values_list("foreign_data__digest", flat=True)) if known else set()

    def is_new(stored: Mapping[str, Any]) -> bool:
        if (key := _evening_id(stored)) not in known:
            return True
        rev = known[key][1]
        return (
            stored["foreign_data"]["digest"] not in digests and stored["foreign_data"]["evening"].get("rev", rev) >= rev
        )

    return [*filter(is_new, sheets)]


def _note_replaced(sheets: Sheets, before: Mapping[str, int]) -> Note:
    """Say how an evening, given by its sheets, differs from the one that was imported before."""
    now: Counter[str] = Counter()
    for stored in sheets:
        for name, points in zip(stored["names"], stored["totals"], strict=True):
            now[name] += points
    other = [
        f"{name} {signed(before.get(fold_name(name), 0))} → {signed(points)}"
        for name, points in now.items()
        if before.get(fold_name(name), 0) != points
    ]
    return Note(_OTHER_POINTS, values={"points": ", ".join(other)}) if other else Note(_SAME_POINTS)


def _evening_id(stored: Mapping[str, Any]) -> str:
    key: str = stored["foreign_data"].get("evening", {}).get("id", "")
    return key


def _uuids(stored: Mapping[str, Any]) -> Sequence[str]:
    uuids: Sequence[str] = (stored["line"] or {}).get("uuids", ())
    return uuids


def _sheet(
    made: Import,
    number: int,
    stored: Mapping[str, Any],
    standing: Container[str],
    replaced: Mapping[str, Note],
) -> ImportedSheet:
    day = date.fromisoformat(stored["day"]) if stored["day"] else None
    told = {
        **{key: value for key, value in stored.items() if key != "table"},
        "title": _short(stored["title"]),
        "day": day,
    }
    if (key := _evening_id(stored)) in replaced:
        told["oddities"] = [*stored["oddities"], replaced[key].stored()]
    elif there := sum(uuid in standing for uuid in _uuids(stored)):
        told["oddities"] = [*stored["oddities"], Note(_TWICE, values={"number": there}).stored()]
    return ImportedSheet(of=made, number=number, day_is_read=day is not None, **told)


def _read(club: Club, uploads: Sequence[Upload], options: Mapping[str, Any]) -> Sheets:
    """Read the files, without evenings that are in the club already."""
    wanted = {name: options[name] for name in _READING if options.get(name)}
    wanted |= {"left_out": list(options["left_out"])} if options.get("left_out") else {}
    most = {"sheets": MOST_SHEETS, "games": MOST_GAMES, "names": MOST_NAMES}
    try:
        sheets = read_apart(uploads, wanted, current_rules(club).parsed, most=most)
    except Unread as wrong:
        raise ValidationError({"upload": f"{wrong.name}: {TranslatedNote(*wrong.note).said}"}) from None
    except Many as wrong:
        raise ValidationError({"upload": _too_many(wrong.counted)}) from None
    new = _without_known(club, sheets)
    if sheets and not new:
        raise ValidationError({"upload": _("The club has all of these evenings already.")})
    return new


_READING: Final = (
    "separator", "encoding", "points", "written", "players", "double", "left_out", "columns", "day_order", "answers",
    "names",
)  # fmt: skip


def needs_reading(made: Import, options: dict[str, Any]) -> bool:
    return any((made.options.get(name) or None) != (options.get(name) or None) for name in _READING)


def _short(title: str) -> str:
    """Shorten a title for lists, without unprintable characters."""
    seen = "".join(sign for sign in title if sign.isprintable()).strip() or "?"
    return seen if len(seen) <= LONGEST_TITLE else seen[: LONGEST_TITLE - 1] + "…"


def _refuse_too_much(uploads: Sequence[Upload]) -> None:
    if not uploads:
        raise ValidationError({"upload": _("Choose at least one file.")})
    if len(uploads) > MOST_FILES:
        raise ValidationError({"upload": _("At most %(most)s files at once.") % {"most": MOST_FILES}})
    if sum(len(upload.content) for upload in uploads) > MOST_BYTES_AT_ONCE:
        most = MOST_BYTES_AT_ONCE // 1024 // 1024
        raise ValidationError({"upload": _("Together the files exceed %(most)s MB: choose fewer.") % {"most": most}})


def _too_many(counted: Mapping[str, int]) -> str:
    if counted["sheets"] > MOST_SHEETS:
        return _("At most %(most)s evenings at once.") % {"most": MOST_SHEETS}
    if counted["names"] > MOST_NAMES:
        return _("At most %(most)s different names at once.") % {"most": MOST_NAMES}
    return _("At most %(most)s games at once.") % {"most": MOST_GAMES}


def with_ids(row: Json, ids: Mapping[str, str]) -> tuple[Json, Json]:
    """Return facts and attribution of a stored row, with ids in place of names."""
    facts = row["facts"]
    for name, player in ids.items():
        facts = with_other_player(facts, name, f"\0{player}")  # a name may look like the id of another player
    for player in ids.values():
        facts = with_other_player(facts, f"\0{player}", player)
    return facts, {key: _said_with(key, said, ids) for key, said in row["attribution"].items()}


def _said_with(key: str, said: Any, ids: Mapping[str, str]) -> Any:
    """Replace names only where players are named: a mark or a call may have the same text as a name."""
    match key:
        case "announced":
            return {party: {word: ids[name] for word, name in words.items()} for party, words in said.items()}
        case "extras":
            return {
                party: {extra: [_credit(one, ids) for one in some] for extra, some in by_key.items()}
                for party, by_key in said.items()
            }
        case "marks":
            return [_credit(mark, ids) for mark in said]
        case "armut" | "hochzeit":
            return _credit(said, ids)
        case "owing" | "resting":
            return [ids[name] for name in said if name in ids]
        case _:
            return said


def _credit(said: Json, ids: Mapping[str, str]) -> Json:
    return {key: ids[value] if key in ("by", "from") and value is not None else value for key, value in said.items()}


def lock_import(made: Import) -> Import:
    """Lock the import with its club until the transaction ends, and return its current state; others wait."""
    return Import.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=made.pk)


class Decided(NamedTuple):
    """The choices in the preview form. `players`: folded heading -> id of a player, NEW_MEMBER, NEW_GUEST, or LIKE."""

    options: dict[str, Any]
    days: Mapping[int, date | None]  # by the number of the sheet
    players: Mapping[str, int | str]
    first_day: date | None = None
    rhythm: str = "weekly"
    all_days: bool = False  # the rhythm replaces typed days


def decide_people(made: Import, decided: Decided) -> Import:
    """Store the choices with the draft; changed options read its files again, and then days come from the files again.

    Files are read before anything is locked. Raises ValidationError by field. A draft that was imported meanwhile
    stays unchanged.
    """
    kept = {**decided.options, "rhythm": decided.rhythm}
    read = read_files(made, kept) if made.state == ImportState.DRAFT and needs_reading(made, kept) else None
    while (found := _save_decided(made, decided, kept, read)) is None:
        read = read_files(made, kept)  # meanwhile, another request changed the options
    return found


@transaction.atomic
def _save_decided(made: Import, decided: Decided, kept: dict[str, Any], read: Sheets | None) -> Import | None:
    """Store the choices; return None if the files must be read with these options first."""
    made = lock_import(made)
    if made.state != ImportState.DRAFT:
        return made
    if read is not None:
        replace_sheets(made, read)
    elif needs_reading(made, kept):
        return None
    sheets = list(made.sheets.defer("games", "line"))
    _set_days(sheets, decided)
    ImportedSheet.objects.bulk_update(sheets, ["day"], batch_size=200)
    made.options, made.players = kept, dict(decided.players)
    made.save(update_fields=["options", "players"])
    return made


def _set_days(sheets: list[ImportedSheet], decided: Decided) -> None:
    """Set the days: typed days first, then the file's; the rest follow the rhythm from the first day."""
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
    """Refuse a future day at the field of the rhythm, since nobody typed the day."""
    if day is not None and day > timezone.localdate():
        told = {"title": sheet.title, "day": day_and_year(day)}
        raise ValidationError({"rhythm": _("%(title)s would be on %(day)s, in the future: correct the day.") % told})
    return day


def _by_rhythm(decided: Decided, later: int) -> date | None:
    if decided.first_day is None:
        return None
    try:
        return RHYTHMS[decided.rhythm](decided.first_day, later)
    except (OverflowError, ValueError):
        raise ValidationError({"rhythm": _("These intervals run past the calendar: choose a shorter one.")}) from None
