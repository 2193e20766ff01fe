"""Foreign data of an import: stored with what they belong to; evenings that come again replace those before."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from dokoclub.accounts.models import Account
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.services.evenings import delete_evening, take_back_evening
from dokoclub.exports.models import ForeignData, Import, ImportedSheet, ImportState, count_changes
from scoring.text import fold_name


def store_foreign_data(made: Import) -> None:
    """Store foreign data of the club and its players. Data stored before stay as they are."""
    found: dict[str, ForeignData] = {}
    of_sheets = list(made.sheets.exclude(foreign_data={}).values_list("foreign_data", flat=True))
    named = ForeignData.objects.filter(club=made.club, keys__has_key="id")
    known = set(named.values_list("keys__id", flat=True)) if of_sheets else set()
    for data in of_sheets:
        if "club" in data:
            found.setdefault("", ForeignData(club=made.club, keys=data["club"]))
        for name, keys in data.get("players", {}).items():
            player = made.players.get(fold_name(name))
            if isinstance(player, int) and name not in found:
                told = {key: value for key, value in keys.items() if key != "id" or value not in known}
                known.add(told.get("id"))
                found[name] = ForeignData(club=made.club, player_id=player, keys=told)
    ForeignData.objects.bulk_create(found.values(), ignore_conflicts=True)


def store_sheet_data(
    made: Import, imported: ImportedSheet, sheet: Sheet, uuids: Sequence[tuple[int, UUID]], *, is_first: bool
) -> None:
    """Store the foreign data of a sheet and its rows, and with the first sheet those of the evening.

    `uuids`: of the entries, by row of the file.
    """
    data = imported.foreign_data
    if not data:
        return
    found = []
    if is_first and "evening" in data and not imported.joins:
        found.append(ForeignData(club=made.club, evening=imported.evening, keys=data["evening"]))
    if is_first and "sheet" in data:
        found.append(ForeignData(club=made.club, sheet=sheet, keys=data["sheet"]))
    by_uuid = {uuid: data.get("rows", {}).get(str(row), {}) for row, uuid in uuids}
    for pk, uuid in Entry.objects.filter(sheet=sheet).values_list("pk", "uuid"):
        keys = {key: value for key, value in by_uuid.get(uuid, {}).items() if (key, value) != ("id", str(uuid))}
        found += [ForeignData(club=made.club, entry_id=pk, keys=keys)] if keys else []
    ForeignData.objects.bulk_create(found)


def replace_known(made: Import, *, by: Account) -> None:
    """Delete evenings that came again; of equal ids the newest stays, as a document has each once.

    What is replaced is recorded in the import, which the caller saves.
    """
    here = set(made.sheets.exclude(evening=None).values_list("evening", flat=True))
    counted = list(ForeignData.objects.filter(evening__in=here, keys__has_key="rev"))
    changes = count_changes(here) if counted else {}
    for told in counted:
        told.keys["rev"] -= changes[told.evening_id or 0]
    ForeignData.objects.bulk_update(counted, ["keys"], batch_size=200)
    newest: dict[str, int | None] = {}
    older = list[int]()
    named = ForeignData.objects.filter(club=made.club, keys__has_key="id").order_by("-pk")
    for pk, key, evening in named.values_list("pk", "keys__id", "evening"):
        if key in newest:
            older.append(pk)
        newest.setdefault(key, evening)
    evenings, ids = [], []
    for told in ForeignData.objects.filter(pk__in=older).select_related("evening__club"):
        key = told.keys.pop("id")
        if told.evening and told.evening_id not in here and told.evening.deleted_at is None:
            deleted = delete_evening(told.evening, typed=told.evening.date, by=by)
            evenings.append([deleted.pk, deleted.deleted_at and deleted.deleted_at.isoformat(), newest[key]])
        ids.append([told.pk, key])
        told.save()
    made.replaced = {"evenings": evenings, "ids": ids} if ids else {}


def bring_back_replaced(made: Import, gone: Iterable[int], *, by: Account) -> None:
    """Bring back the evenings that an import replaced, with their ids, when its own evenings are gone.

    If a later import has replaced one of these in turn, that import brings them back when it is undone. Evenings that
    somebody restored or deleted since stay as they are.
    """
    replaced = made.replaced or {}
    of_gone = Q(evening__in=gone) | Q(sheet__evening__in=gone) | Q(entry__sheet__evening__in=gone)
    ids = dict(replaced.get("ids", ()))
    ForeignData.objects.filter(of_gone, keys__id__in=list(ids.values())).delete()
    later = _pass_on(made)
    for pk, moment, new in replaced.get("evenings", ()):
        evening = Evening._base_manager.filter(pk=pk).select_related("club").first()
        if new not in later and evening and moment and evening.deleted_at == datetime.fromisoformat(moment):
            take_back_evening(evening, by=by)
    named = ForeignData.objects.filter(club=made.club, keys__id__in=list(ids.values()))
    taken = set(named.values_list("keys__id", flat=True))
    for told in ForeignData.objects.filter(club=made.club, pk__in=ids):
        if ids[told.pk] not in taken:
            told.keys["id"] = ids[told.pk]
            told.save()
    made.replaced = {}


def _pass_on(made: Import) -> set[int]:
    """Give later imports what `made` replaced and they replaced again; return those evenings of `made`."""
    mine = {new: [pk, moment] for pk, moment, new in made.replaced.get("evenings", ())}
    passed: set[int] = set()
    others = Import.objects.filter(club=made.club, state=ImportState.DONE).exclude(replaced={}).exclude(pk=made.pk)
    for other in others:
        told = other.replaced["evenings"]
        again = {pk for pk, _, _ in told if pk in mine}
        if again:
            evenings = [[*mine[pk], new] if pk in again else [pk, moment, new] for pk, moment, new in told]
            gone = set(ForeignData.objects.filter(pk__in=dict(other.replaced["ids"])).values_list("pk", flat=True))
            ids = [one for one in other.replaced["ids"] if one[0] in gone]
            other.replaced = {"evenings": evenings, "ids": [*ids, *made.replaced["ids"]]}
            other.save(update_fields=["replaced"])
            passed |= again
    return passed
