"""Is a club the same in two databases? Two short texts for `manage.py rehearse_restore`."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from django.core.exceptions import FieldDoesNotExist
from django.db.models import Max, QuerySet, Sum

from dokoclub.clubs.models import Club
from dokoclub.exports.club_file.schema import TABLES
from dokoclub.exports.club_file.table import Table
from dokoclub.exports.club_file.writing import club_file, of_club
from dokoclub.exports.models import Import


def digest_file(club: int) -> str:
    """SHA-256 of its file. As many queries as that."""
    digest = sha256()
    for piece in club_file(Club._base_manager.get(pk=club)):
        digest.update(piece.encode())
    return digest.hexdigest()


def read_states() -> dict[int, str]:
    """What every change of a club moves, by primary key: some thirty queries a club.

    Tables with a history are asked how far it goes, small ones without are read: so a difference in the large ones
    that no history knows of is not taken for a change.
    """
    return {club.pk: _state(club) for club in Club._base_manager.order_by("pk")}


def _state(club: Club) -> str:
    imports = (
        Import.objects.filter(club=club).order_by("pk").values_list("pk", "state")
    )  # hide evenings without a history
    digest = sha256(repr([*imports]).encode())
    for table in TABLES:
        digest.update(repr([table.name, *_traces(table, of_club(table, club))]).encode())
    return digest.hexdigest()


def _traces(table: Table, rows: QuerySet[Any]) -> Iterator[object]:
    history = getattr(table.model, "history", None)
    if history is None:
        names = [*(f"{name}_id" for name in table.refs), *table.fields, *table.inside]
        yield [*rows.values_list("pk", *names)]
        return
    yield rows.count()
    yield history.filter(id__in=rows.order_by().values("pk")).aggregate(last=Max("history_id"))["last"]
    if _has_version(table):
        yield rows.order_by().aggregate(sum=Sum("version"))["sum"]


def _has_version(table: Table) -> bool:
    try:
        table.model._meta.get_field("version")
    except FieldDoesNotExist:
        return False
    return True
