"""Write the club file piece by piece: one row per line, never the whole club in memory."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.db import models

from dokoclub.clubs.models import Awaited, Club, Membership
from dokoclub.evenings.models import Result
from dokoclub.exports.club_file.schema import FORMAT, MAY, RIGHTS, TABLES, TOTALS, VERSION
from dokoclub.exports.club_file.table import FileTable, Find
from dokoclub.exports.models import Import, ImportState
from scoring.rules.values import as_rate

_AT_ONCE: Final = 1000  # rows
_PIECE: Final = 64 * 1024  # characters

Numbers = dict[str, dict[int, int]]  # table -> id -> number in the file


def club_file(club: Club) -> Iterator[str]:
    """Yield the club as JSON: one query per table, one for the totals and two for the rights.

    Ids, keys and accounts are left out.
    """
    piece, size = [], 0
    for text in _lines(club):
        piece.append(text)
        size += len(text)
        if size >= _PIECE:
            yield "".join(piece)
            piece, size = [], 0
    yield "".join(piece)


def _lines(club: Club) -> Iterator[str]:
    numbers: Numbers = {}
    yield f'{{\n"format": "{FORMAT}",\n"version": {VERSION}'
    for table in TABLES:
        yield f',\n"{table.name}": ['
        yield from _joined(list_rows(table, club, numbers))
        yield "]"
    for name, rows in ((TOTALS, _totals), (RIGHTS, _rights)):
        yield f',\n"{name}": ['
        yield from _joined(rows(club, numbers))
        yield "]"
    yield "\n}\n"


def _joined(rows: Iterator[Mapping[str, Any]]) -> Iterator[str]:
    before = "\n"
    for row in rows:
        yield before + json.dumps(row, ensure_ascii=False, separators=(",", ":"))
        before = ",\n"


def list_rows_of_club(table: FileTable, club: Club) -> models.QuerySet[Any]:
    """Return the rows of a club, without the evenings of an incomplete import."""
    rows = table.model._base_manager.filter(**{table.club: club.pk})
    if half := _HALF.get(table.name):
        rows = rows.exclude(**{f"{half}__in": Import.objects.filter(state=ImportState.RUNNING)})
    return rows.order_by(*table.order)


_HALF: Final = {
    "evenings": "imported_from__of",
    "sheets": "evening__imported_from__of",
    "entries": "sheet__evening__imported_from__of",
}


def list_rows(table: FileTable, club: Club, numbers: Numbers) -> Iterator[dict[str, Any]]:
    known = numbers.setdefault(table.name, {})

    def find(name: str, pk: int) -> int:
        return numbers[name][pk]

    attnames = {name: table.model._meta.get_field(name).attname for name in table.refs}  # type: ignore[union-attr]
    names = [*attnames.values(), *table.fields, *table.inside]
    for number, (pk, *values) in enumerate(
        list_rows_of_club(table, club).values_list("pk", *names).iterator(chunk_size=_AT_ONCE), start=1
    ):
        known[pk] = number
        row = dict(zip(names, values, strict=True))
        yield {
            **{name: _number(row[attnames[name]], to, find) for name, to in table.refs.items()},
            **{name: json_value(row[name]) for name in table.fields},
            **{name: translate(row[name], find) for name, translate in table.inside.items()},
        }


def _number(pk: int | None, table: str, find: Find) -> int | None:
    return None if pk is None else find(table, pk)


def json_value(value: Any) -> Any:
    """Convert a value to a JSON type."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, (date, time, UUID)):
        return str(value)
    if isinstance(value, Decimal):
        return as_rate(int(value * 100))
    return value


def _totals(club: Club, numbers: Numbers) -> Iterator[dict[str, int]]:
    """Yield the ledger's totals; a reader of the file recomputes and compares them."""
    rows = Result.objects.filter(sheet__evening__club=club).order_by("sheet", "player")
    sheets = numbers["sheets"]
    for sheet, player, games, scores, balance in rows.values_list(
        "sheet", "player", "games", "scores", "balance"
    ).iterator(chunk_size=_AT_ONCE):
        if sheet in sheets:
            yield {
                "sheet": sheets[sheet],
                "player": numbers["players"][player],
                "games": games,
                "scores": scores,
                "balance": balance,
            }


def _rights(club: Club, numbers: Numbers) -> Iterator[dict[str, Any]]:
    """Yield the rights of players with an account and of awaited players, in player order and without accounts."""
    members = Membership.objects.filter(club=club, account__players__club=club, account__players__left_at=None)
    rows = {pk: may for pk, *may in members.values_list("account__players", *MAY)}
    awaited = Awaited.objects.filter(player__club=club, player__left_at=None, player__erased_number=None)
    rows = {pk: may for pk, *may in awaited.values_list("player", *MAY)} | rows
    for player in sorted(rows.keys() & numbers["players"].keys()):
        yield {"player": numbers["players"][player], **dict(zip(MAY, rows[player], strict=True))}
