"""Sheets read whole for an export: some at a time, so that a club of 100,000 games does not fill the memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.ledger.folded import Folded, fold_entries
from dokoclub.evenings.models import Entry, Evening, Result, Sheet

_AT_ONCE: Final = 25  # sheets


def sheets_of_club(club: Club) -> Iterator[Folded]:
    """In the order in which they were played. Two queries for every 25 sheets."""
    sheets = Sheet.objects.alive().filter(evening__club=club).order_by("evening__date", "evening", "round", "pk")
    ids = list(sheets.values_list("pk", flat=True))
    for start in range(0, len(ids), _AT_ONCE):
        yield from _folded(ids[start : start + _AT_ONCE])


def sheets_of_evening(evening: Evening) -> list[Folded]:
    """Three queries."""
    return list(_folded(list(evening.sheets.order_by("round", "pk").values_list("pk", flat=True))))


def one_sheet(sheet: Sheet) -> list[Folded]:
    """Two queries."""
    return list(_folded([sheet.pk]))


def _folded(ids: list[int]) -> Iterator[Folded]:
    sheets = Sheet.objects.select_related("evening").in_bulk(ids)
    entries = Entry.objects.filter(sheet__in=ids).order_by("sheet", "position")
    by_sheet = {pk: list(some) for pk, some in groupby(entries, key=lambda entry: entry.sheet_id)}
    for pk in ids:
        yield fold_entries(sheets[pk], by_sheet.get(pk, []))


def players_of_club(club: Club) -> dict[str, Player]:
    """Everybody who ever sat at a table of the club, by name. One query."""
    sat = Result.objects.alive().filter(sheet__evening__club=club).values("player")
    return _by_key(list(Player.objects.filter(pk__in=sat).order_by("folded_name", "pk")))


def players_of(sheets: list[Folded]) -> dict[str, Player]:
    """Everybody who ever sat at these tables, in order of their seats. One query."""
    keys = list(dict.fromkeys(player for whole in sheets for player in whole.paper.totals))
    found = Player.objects.in_bulk([int(key) for key in keys])
    return _by_key([found[int(key)] for key in keys])


def _by_key(players: list[Player]) -> dict[str, Player]:
    return {str(player.pk): player for player in players}


class Holds(NamedTuple):
    """Of what a club has anything, so that no empty file is offered."""

    games: bool
    money: bool


def what_it_holds(club: Club) -> Holds:
    """Three queries at most."""
    games = club.evenings.exists()
    return Holds(games, games or club.cash_entries.exists() or club.charges.exists())
