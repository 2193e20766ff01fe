"""Totals handed in for a table. They count instead of its games, or as a penalty in addition to them."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from simple_history.utils import bulk_update_with_history

from dokoclub.accounts.models import Account
from dokoclub.evenings.domain import results
from dokoclub.evenings.domain.sheet_state import SheetState, replay_entries
from dokoclub.evenings.models import Entry, Result, Sheet
from dokoclub.evenings.services.entries import fill_entry
from dokoclub.evenings.services.locks import after_evening, create_entries, lock_table
from dokoclub.evenings.services.posting import post_state
from dokoclub.evenings.services.sheets import end_sheet, raise_evening
from scoring.contract.event import make_event
from scoring.contract.legacy_rows import SUMS
from scoring.game.rows import Penalty, Row, Sums, Table
from scoring.terms import PLAYING, TABLE_SIZES, Player

_ADDED: Final = UUID("6d0c1a52-6f0e-4b7e-9d3f-52f7a1c0b9e4")  # with the position, the uuid of this module's entries

Totals = Mapping[int, int]  # points by player


def is_added(uuid: UUID, position: int) -> bool:
    """Return whether `count_totals` wrote this entry."""
    return uuid == uuid5(_ADDED, str(position))


@transaction.atomic
def count_totals(
    sheet: Sheet,
    totals: Totals,
    *,
    games: int,
    keep_games: bool,
    by: Account | None,
    reason: str = "",
    at: datetime | None = None,
) -> Sheet:
    """Make these totals count on a sheet, without counting anything twice.

    The same totals again change nothing. `at`: the time when they were handed in, if not now.

    `keep_games`: the games count if they give these totals, or more, which a penalty then takes away. Otherwise the
    sheet ends, its games are struck, and one entry of sums replaces them; `count_games` restores them.
    """
    sheet = lock_table(sheet)
    entries = _list_entries(sheet)
    own = _own_part(sheet, entries)
    wanted = {str(player): points for player, points in totals.items()}
    wanted = {player: wanted.get(player, 0) for player in [*results.list_players(own), *wanted]}
    return _rewrite(sheet, entries, _rows_for(own, wanted, games, reason, keep_games=keep_games), by=by, at=at)


@transaction.atomic
def count_games(sheet: Sheet, *, by: Account | None) -> Sheet:
    """Undo `count_totals`: the games of the sheet count again. The second time changes nothing."""
    sheet = lock_table(sheet)
    return _rewrite(sheet, _list_entries(sheet), [], by=by)


def own_results(sheet: Sheet) -> list[Result]:
    """Return the results of the sheet's own games, even where totals count instead. Two queries."""
    rows = Entry.objects.counted().filter(sheet=sheet, kind__in=(SUMS, "penalty"))
    added = rows.values_list("uuid", "position")
    if not any(is_added(uuid, position) for uuid, position in added):
        return list(Result.objects.filter(sheet=sheet))
    return results.list_results(_own_part(sheet, _list_entries(sheet)))


def _list_entries(sheet: Sheet) -> list[Entry]:
    return list(Entry.objects.filter(sheet=sheet).order_by("position"))


def _added_now(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if not entry.is_struck and is_added(entry.uuid, entry.position)]


def _replaced_now(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that the sums replace. They were struck when the sums were written."""
    moments = {entry.written_at for entry in _added_now(entries) if entry.kind == SUMS}
    return [entry for entry in entries if entry.struck_at in moments and not is_added(entry.uuid, entry.position)]


def _own_part(sheet: Sheet, entries: Sequence[Entry]) -> SheetState:
    """Return the sheet without the changes of `count_totals`."""
    added, replaced = ({entry.pk for entry in some} for some in (_added_now(entries), _replaced_now(entries)))
    own = [copy(entry) for entry in entries if entry.pk not in added]
    for entry in own:
        if entry.pk in replaced:
            entry.struck_at = None
    return replay_entries(sheet, own)


def _rows_for(own: SheetState, wanted: Mapping[Player, int], games: int, reason: str, *, keep_games: bool) -> list[Row]:
    """Return the events that make up the difference: none if the games give these totals."""
    there = own.paper.balances
    missing = {player: points - there.get(player, 0) for player, points in wanted.items()}
    taken = {player: points for player, points in missing.items() if points}
    if keep_games and not taken:
        return []
    if keep_games and all(points < 0 for points in taken.values()):
        return [Penalty(points=taken, reason=reason)]
    rows: list[Row] = []
    strangers = [player for player in wanted if player not in results.list_players(own)]
    if strangers:  # they sat there by the plan, and were never written on the sheet
        seated = [*strangers, *(player for player in own.players if player not in strangers)]
        rows.append(Table(players=tuple(seated[: max(TABLE_SIZES)])))
    penalties = [line.score.balance for row, line in zip(own.rows, own.lines, strict=True) if isinstance(row, Penalty)]
    points = {who: number - sum(one.get(who, 0) for one in penalties) for who, number in wanted.items()}
    known = games if len(points) == PLAYING else 0  # with more players, nobody knows their numbers of games
    return [*rows, Sums(points=points, games=known)]


def _rewrite(
    sheet: Sheet, entries: list[Entry], rows: list[Row], *, by: Account | None, at: datetime | None = None
) -> Sheet:
    before = _added_now(entries)
    new = [fill_entry(Entry(), make_event(row)) for row in rows]
    is_summed = any(isinstance(row, Sums) for row in rows)
    if [entry.facts for entry in before] == [entry.facts for entry in new] and not (is_summed and sheet.is_open):
        return sheet
    now, version = at or timezone.now(), sheet.version + 1
    replaced = _replaced_now(entries)
    for entry in before:
        entry.struck_at, entry.struck_by, entry.version = now, by, version
    for entry in replaced:
        entry.struck_at, entry.struck_by, entry.number, entry.version = None, None, None, version
    changed = {entry.pk: entry for entry in (*before, *replaced)}
    if is_summed:
        changed |= {entry.pk: entry for entry in _strike_games(entries, at=now, version=version, by=by)}
    fields = ["struck_at", "struck_by", "number", "version"]
    bulk_update_with_history(list(changed.values()), Entry, fields, default_user=by)
    last = max((entry.position for entry in entries), default=0)
    for position, entry in enumerate(new, start=last + 1):
        entry.sheet, entry.position, entry.uuid = sheet, position, uuid5(_ADDED, str(position))
        entry.version, entry.written_at, entry.written_by = version, now, by
    if new:
        create_entries(new, by=by)
    _end(sheet, at=now, by=by, is_summed=is_summed)
    post_state(replay_entries(sheet, [*entries, *new]), since=0, version=max(version, sheet.version))
    return sheet


def _strike_games(entries: Iterable[Entry], *, at: datetime, version: int, by: Account | None) -> list[Entry]:
    """Strike all entries except changes of the table and penalties."""
    struck = [entry for entry in entries if not entry.is_struck and entry.kind not in ("table", "penalty")]
    for entry in struck:
        entry.struck_at, entry.struck_by, entry.version = at, by, version
    return struck


def _end(sheet: Sheet, *, at: datetime, by: Account | None, is_summed: bool) -> None:
    """End the sheet if sums count instead of its games, so that nobody writes on it."""
    if is_summed and sheet.is_open:
        end_sheet(sheet, by=by, at=at)
        raise_evening(sheet.evening)
        after_evening(sheet.evening)
