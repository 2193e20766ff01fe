"""Write a club, evenings or a sheet as a Doko-Zettel, piece by piece: never the whole club in memory."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import partial
from itertools import count, groupby, pairwise
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db import models

from dokoclub.clubs.models import Awaited, Club, Membership
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.evenings.services.locks import MERGE
from dokoclub.exports.club_file.schema import BY_NAME, MAY, TABLES
from dokoclub.exports.club_file.table import FileTable, Find, translate_attribution, translate_facts
from dokoclub.exports.models import ForeignData, Import, ImportState, count_changes
from scoring.format.canonical import FORMAT, VERSION, list_pieces
from scoring.format.club_file import (
    NAME,
    PART_VERSION,
    PARTS,
    RulesInUse,
    finish_sheet,
    list_stakes,
    write_evening,
    write_part_row,
    write_players,
    write_row,
    write_sheet,
)
from scoring.rules.values import as_rate

_AT_ONCE: Final = 1000  # rows
_SOME: Final = 20  # evenings, with their sheets and games
_PIECE: Final = 64 * 1024  # characters
_HIGH_N: Final = 800_000  # above it, numbers could run out at 999,999

Json: TypeAlias = dict[str, Any]
Numbers: TypeAlias = dict[str, dict[int, int]]  # table -> id -> number in the file


def club_file(club: Club) -> Iterator[str]:
    """Yield the club as a Doko-Zettel with all its parts. Ids, keys and accounts are left out."""
    kept = {f"{name}s": _read_numbers(club, name) for name in ("player", "evening", "sheet")}
    numbers = {
        table.name: _number(list_rows_of_club(table, club), kept.get(table.name, {}))
        for table in TABLES
        if table.name in _REFERRED
    }
    yield from _joined(_Writer(club, "club", numbers).list_texts(with_parts=True))


def games_file(club: Club) -> Iterator[str]:
    """Yield all games of the club as a Doko-Zettel, without its parts and without deleted evenings."""
    yield from _evenings_file(club, "club", Evening.objects.not_deleted().filter(club=club))


def evening_file(evening: Evening) -> Iterator[str]:
    yield from _evenings_file(evening.club, "evening", Evening.objects.filter(pk=evening.pk))


def sheet_file(sheet: Sheet) -> Iterator[str]:
    evenings = Evening.objects.filter(pk=sheet.evening_id)
    yield from _evenings_file(sheet.evening.club, "sheet", evenings, Sheet.objects.filter(pk=sheet.pk))


def _evenings_file(
    club: Club, scope: str, evenings: models.QuerySet[Evening], sheets: models.QuerySet[Sheet] | None = None
) -> Iterator[str]:
    some = Sheet.objects.filter(evening__in=evenings) if sheets is None else sheets
    entries = Entry.objects.filter(sheet__in=some)
    players = _rows_of("players", club)
    if scope != "club":
        players = players.filter(pk__in=_list_people(some, entries))
    numbers = {
        "players": _number(players.order_by("pk")),
        "evenings": _number(_rows_of("evenings", club).filter(pk__in=evenings.order_by().values("pk"))),
        "sheets": _number(_rows_of("sheets", club).filter(pk__in=some.order_by().values("pk"))),
    }
    yield from _joined(_Writer(club, scope, numbers).list_texts(with_parts=False))


def _list_people(sheets: models.QuerySet[Sheet], entries: models.QuerySet[Entry]) -> set[int]:
    """Return the ids of everybody who is named on these sheets, now or before a correction."""
    found: set[int] = set()

    def find(_table: str, pk: int) -> int:
        found.add(pk)
        return pk

    for players, dealer in sheets.values_list("players", "first_dealer"):
        found.update(map(int, players), [dealer])
    history = Entry.history.filter(id__in=entries.order_by().values("pk"))
    for facts, attribution in (
        *entries.values_list("facts", "attribution"),
        *history.values_list("facts", "attribution"),
    ):
        translate_facts(facts, find)
        translate_attribution(attribution, find)
    return found


def _joined(texts: Iterable[str]) -> Iterator[str]:
    """Yield the texts in pieces of some size."""
    piece, size = [], 0
    for text in texts:
        piece.append(text)
        size += len(text)
        if size >= _PIECE:
            yield "".join(piece)
            piece, size = [], 0
    yield "".join(piece)


def _number(rows: models.QuerySet[Any], kept: Mapping[int, int] = {}) -> dict[int, int]:
    """Return numbers by id: the `kept` ones, and for other rows those after them."""
    used = set(kept.values())
    free = (n for n in count(max(used, default=0) % _HIGH_N + 1) if n not in used)
    return {pk: kept.get(pk) or next(free) for pk in rows.values_list("pk", flat=True)}


def _read_numbers(club: Club, what: str) -> dict[int, int]:
    """Return the numbers by which parts of other programs refer, by id."""
    found = ForeignData.objects.filter(club=club, keys__has_key="n").exclude(**{what: None})
    return dict(found.values_list(what, "keys__n"))


def list_rows_of_club(table: FileTable, club: Club) -> models.QuerySet[Any]:
    """Return the rows of a club, without the evenings of an incomplete import."""
    rows = table.model._base_manager.filter(**{table.club: club.pk})
    if half := _HALF.get(table.name):
        rows = rows.exclude(**{f"{half}__in": Import.objects.filter(state=ImportState.RUNNING)})
    return rows.order_by(*table.order)


def _rows_of(name: str, club: Club) -> models.QuerySet[Any]:
    return list_rows_of_club(BY_NAME[name], club)


_HALF: Final = {
    "evenings": "imported_from__of",
    "sheets": "evening__imported_from__of",
    "entries": "sheet__evening__imported_from__of",
}
# Tables to which others refer, by columns or inside of values.
_REFERRED: Final = {to for table in TABLES for to in table.refs.values()} - {"club", "entries"} | {
    "charges",
    "due_exceptions",
    "players",
    "settled_shares",
    "sheets",
    "transfers",
}


def read_rows(
    table: FileTable, rows: models.QuerySet[Any], find: Find, chunk: int = _AT_ONCE
) -> Iterator[tuple[int, Json]]:
    """Yield rows with their ids: as JSON, with numbers for all ids."""
    attnames = {name: table.model._meta.get_field(name).attname for name in table.refs}  # type: ignore[union-attr]
    names = [*attnames.values(), *table.fields, *table.inside]
    for pk, *values in rows.values_list("pk", *names).iterator(chunk_size=chunk):
        row = dict(zip(names, values, strict=True))
        told = {name: row[attnames[name]] for name in table.refs}
        yield (
            pk,
            {
                **{name: None if told[name] is None else find(to, told[name]) for name, to in table.refs.items()},
                **{name: json_value(row[name]) for name in table.fields},
                **{name: translate(row[name], find) for name, translate in table.inside.items()},
            },
        )


def json_value(value: Any) -> Any:
    """Convert a value to a JSON type."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, (date, time, UUID)):
        return str(value)
    if isinstance(value, Decimal):
        return as_rate(int(value * 100))
    return value


class _Writer:
    """A document in the making. `numbers`: of the players, evenings and sheets that belong to it, and of other rows."""

    def __init__(self, club: Club, scope: str, numbers: Numbers) -> None:
        self._club, self._scope, self._numbers = club, scope, numbers
        self._foreign_data = ForeignData.objects.filter(club=club.pk)
        sheets = Sheet.objects.filter(pk__in=list(numbers["sheets"])) if scope != "club" else _rows_of("sheets", club)
        versions = club.rules_versions.order_by("pk").values_list("preset", "rules")
        is_whole = scope == "club"
        told = self._foreign_data.filter(keys__has_key="rules").exclude(sheet=None)
        stored = sheets.exclude(pk__in=told.values("sheet")).order_by("pk").values_list("rules", flat=True)
        distinct = {json.dumps(rules, sort_keys=True): rules for rules in _iterate(stored)}
        self._sheet_ids = {number: pk for pk, number in numbers["sheets"].items()}
        entries = Entry.objects.filter(sheet__in=sheets.order_by()).order_by().values("uuid")
        repeated = entries.annotate(times=models.Count("pk")).filter(times__gt=1)
        self._repeated = {str(uuid) for uuid in repeated.values_list("uuid", flat=True)}
        self._rules = RulesInUse(versions if is_whole else (), distinct.values())
        self._versions = [*versions] if is_whole else []

    def list_texts(self, *, with_parts: bool) -> Iterator[str]:
        """Yield the canonical text."""
        foreign = self._read_foreign_data("club", None)
        players = [row | {"n": self._numbers["players"][pk]} for pk, row in self._rows("players")]
        told, more = write_players(players)
        ids = {number: pk for pk, number in self._numbers["players"].items()}
        of_players = self._read_foreign_data("player", list(ids.values()))
        document: Json = {
            "format": FORMAT,
            "version": VERSION,
            "scope": self._scope,
            "name": self._club.name,
            "made": {"by": NAME},
            "players": [player | of_players.get(ids[player["n"]], {}) for player in told],
        }
        document["rules"] = self._list_rules()
        if self._numbers["evenings"]:
            document["evenings"] = self._evenings()
        strange = foreign.get(0, {}) if self._scope == "club" else {}
        if with_parts:
            document["parts"] = self._parts(more) | strange.get("parts", {})
        yield from list_pieces(document | {key: value for key, value in strange.items() if key != "parts"})

    def _rows(self, name: str) -> Iterator[tuple[int, Json]]:
        rows = _rows_of(name, self._club)
        if name in self._numbers and self._scope != "club":
            rows = rows.filter(pk__in=list(self._numbers[name]))
        return read_rows(BY_NAME[name], rows, self._find)

    def _find(self, table: str, pk: int) -> int:
        return self._numbers[table][pk] if table != "club" else 1

    # --- Evenings -----------------------------------------------------------------------------------------------------

    def _evenings(self) -> Iterator[Json]:
        ids = list(self._numbers["evenings"])
        for start in range(0, len(ids), _SOME):
            yield from self._some_evenings(ids[start : start + _SOME])

    def _some_evenings(self, ids: Sequence[int]) -> Iterator[Json]:
        sheets: dict[int, list[Json]] = {}
        for number, sheet in self._some_sheets(ids):
            sheets.setdefault(number, []).append(sheet)
        foreign = self._read_foreign_data("evening", ids)
        changes = count_changes(pk for pk, keys in foreign.items() if "rev" in keys)
        rows = Evening._base_manager.filter(pk__in=ids).order_by("pk")
        for pk, row in read_rows(BY_NAME["evenings"], rows, self._find):
            number = self._numbers["evenings"][pk]
            rev = {"rev": foreign[pk]["rev"] + changes[pk]} if pk in changes else {}
            yield write_evening(number, row) | {"sheets": sheets.get(number, [])} | foreign.get(pk, {}) | rev

    def _some_sheets(self, evenings: Sequence[int]) -> Iterator[tuple[int, Json]]:
        """Yield the sheets with the numbers of their evenings."""
        found = Sheet._base_manager.filter(evening__in=evenings).order_by("pk")
        rows = [(pk, row) for pk, row in self._read_sheets(found) if pk in self._numbers["sheets"]]
        ids = [pk for pk, _ in rows]
        entries, foreign = self._read_entries(ids), self._read_foreign_data("sheet", ids)
        for pk, row in rows:
            keys = dict(foreign.get(pk, {}))
            rules = self._rules.add(row["rules"], foreign=keys.pop("rules", None))
            sheet = write_sheet(self._numbers["sheets"][pk], row, rules)
            yield row["evening"], finish_sheet(sheet, entries.get(pk, []), self._rules) | keys

    def _read_sheets(self, sheets: models.QuerySet[Any]) -> Iterator[tuple[int, Json]]:
        """Yield sheets; those that belong to others have no numbers."""
        rows = sheets.filter(pk__in=list(self._numbers["sheets"])) if self._scope != "club" else sheets
        return read_rows(BY_NAME["sheets"], rows, self._find)

    def _read_entries(self, sheets: Sequence[int]) -> dict[int, list[Json]]:
        """Return the rows of each of these sheets, by its id."""
        table = BY_NAME["entries"]
        entries = Entry._base_manager.filter(sheet__in=sheets).order_by("sheet", "position")
        changed = entries.exclude(changed_at=None).order_by().values("pk")
        earlier, foreign = self._read_earlier(changed), self._read_foreign_data("entry", sheets, at="entry__sheet")
        found: dict[int, list[Json]] = {}
        for pk, row in read_rows(table, entries, self._find):
            versions = _cut(earlier.get(pk, []), row["changed_at"])
            found.setdefault(self._sheet_ids[row["sheet"]], []).append(
                write_row(row, self._repeated, versions) | foreign.get(pk, {})
            )
        return found

    def _read_earlier(self, entries: models.QuerySet[Any, Any]) -> dict[int, list[Json]]:
        """Return the versions of changed entries, from the first to the present one."""
        names = ("id", "facts", "attribution", "note", "history_date", "changed_at")
        records = Entry.history.filter(id__in=entries).exclude(history_change_reason=MERGE)
        found: dict[int, list[Json]] = {}
        for pk, some in groupby(records.order_by("id", "history_id").values(*names), key=lambda record: record["id"]):
            try:
                found[pk] = [self._version(record) for record in some]
            except KeyError:  # of an erased player
                continue
        return found

    def _version(self, record: Json) -> Json:
        return {
            "facts": translate_facts(record["facts"], self._find),
            "attribution": translate_attribution(record["attribution"], self._find),
            "note": record["note"],
            "since": json_value(record["changed_at"] or record["history_date"]),
        }

    def _read_foreign_data(self, what: str, ids: Sequence[int] | None, at: str = "") -> dict[int, Json]:
        """Return foreign data by the id of their owner; those of the club itself at 0."""
        if ids is None:
            nothing = dict.fromkeys(("player", "evening", "sheet", "entry"))
            return dict(enumerate(self._foreign_data.filter(**nothing).values_list("keys", flat=True)))
        rows = self._foreign_data.filter(**{f"{at or what}__in": ids})
        found = dict(rows.values_list(what, "keys"))
        if what == "entry":  # `n` of a row is a key of another program
            return found
        return {pk: {key: value for key, value in keys.items() if key != "n"} for pk, keys in found.items()}

    # --- Rules and parts ----------------------------------------------------------------------------------------------

    def _list_rules(self) -> list[Json]:
        """List the rules, those with words of another program included."""
        foreign = self._foreign_data.filter(keys__has_key="rules").exclude(sheet=None).order_by("sheet")
        for sheet, stored, keys in _iterate(foreign.values_list("sheet", "sheet__rules", "keys")):
            if sheet in self._numbers["sheets"]:
                self._rules.add(stored, foreign=keys["rules"])
        return self._rules.listed

    def _parts(self, players: Sequence[Json]) -> Json:
        own: Mapping[str, Callable[[], Iterable[Json]]] = {
            "players": lambda: players,
            "rights": self._rights,
            "rules_versions": self._rules_versions,
            "stakes": lambda: list_stakes(
                row | {"n": self._numbers["evenings"][pk]} for pk, row in self._rows("evenings")
            ),
            "whole_rules": lambda: self._rules.whole,
        }
        parts: Json = {}
        for part, names in PARTS.items():
            tables = {}
            for name in names:
                rows = own[name]() if name in own else (row for _, row in self._rows(name))
                told = map(partial(_without_name, name), map(write_part_row, rows))
                if (first := next(told, None)) is not None:
                    tables[name] = _chain(first, told)
            if tables:
                parts[part] = {"version": PART_VERSION, **tables}
        return parts

    def _rules_versions(self) -> Iterator[Json]:
        rows = self._club.rules_versions.order_by("pk").values("number", "preset", "created_at")
        for n, row in zip(self._rules.of_versions, rows, strict=True):
            yield {"rules": n, **{key: json_value(value) for key, value in row.items()}}

    def _rights(self) -> Iterator[Json]:
        """Yield the rights of players with an account and of awaited players, in player order, without accounts."""
        members = Membership.objects.filter(
            club=self._club, account__players__club=self._club, account__players__left_at=None
        )
        rows = {pk: may for pk, *may in members.values_list("account__players", *MAY)}
        awaited = Awaited.objects.filter(player__club=self._club, player__left_at=None, player__erased_number=None)
        rows = {pk: may for pk, *may in awaited.values_list("player", *MAY)} | rows
        for player in sorted(rows.keys() & self._numbers["players"].keys()):
            yield {"player": self._numbers["players"][player], **dict(zip(MAY, rows[player], strict=True))}


def _iterate(rows: Any) -> Iterator[Any]:
    return iter(rows.iterator(chunk_size=_AT_ONCE))


def _chain(first: Json, others: Iterator[Json]) -> Iterator[Json]:
    yield first
    yield from others


def _without_name(table: str, row: Json) -> Json:
    """Leave out the name of the club, which the document itself says."""
    return {key: value for key, value in row.items() if key != "name"} if table == "club" else row


def _cut(versions: Sequence[Json], changed: str | None) -> list[Json]:
    """Return the earlier ones of these versions, each with the moment until which it stood there."""
    content = [{key: one[key] for key in ("facts", "attribution", "note")} for one in versions]
    different = [place for place in range(len(versions)) if place == 0 or content[place] != content[place - 1]]
    earlier: list[Json] = []
    until = changed
    for before, after in reversed([*pairwise(different)]):
        since = versions[after]["since"]
        until = since if until is None or (earlier and since < until) else until  # a clock may have been set back
        earlier.insert(0, {**content[before], "until": until})
    return earlier
