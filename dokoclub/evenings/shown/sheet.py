"""The Spielzettel of a page: the strip of totals, and the rows in the order in which the reader wants them."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from dokoclub.clubs.models.stamp import stamp_of_people
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.selectors.sheets import Column, SheetPage
from dokoclub.evenings.shown.rows import Address, has_cells, print_row
from dokoclub.evenings.words.names import short_names
from dokoclub.look import parts
from dokoclub.look.days import day_and_year
from dokoclub.look.kept import keep_piece
from dokoclub.look.printed import Piece, print_piece
from dokoclub.look.rows import print_rows

BLOCK: Final = 8  # rows that are printed and compressed together


def print_sheet(
    page: SheetPage,
    address: Address,
    *,
    oldest_first: bool = False,
    unfolded: Mapping[UUID, parts.Detail] | None = None,
    without_rows: bool = False,
) -> parts.Sheet:
    """`unfolded`: the rows that are open, by uuid. `without_rows`: they are printed in blocks."""
    rows = [] if without_rows else page.rows if oldest_first else page.newest_first
    details = unfolded or {}
    return parts.Sheet(
        title=title_of(page.sheet),
        columns=_columns(page),
        rows=[print_row(shown, page.names, address, details.get(shown.entry.uuid)) for shown in rows],
        version=page.sheet.version,
        by_game=page.style.large == "game",
    )


def print_blocks(page: SheetPage, address: Address, row_address: str, *, oldest_first: bool) -> list[Piece]:
    """The rows, some at a time: a block whose rows and those before are as they were, is as it was.

    `row_address`: what `address` leads to, so that each door has its own.
    """
    entries, columns = page.order, _columns(page)
    people = stamp_of_people(page.sheet.evening.club)
    players = " ".join(str(column.player.pk) for column in page.columns)
    sheet = page.sheet
    opened = blake2b(f"{sheet.rules} {sheet.players} {sheet.first_dealer_id}".encode(), digest_size=8).hexdigest()

    def block(start: int) -> Piece:
        some = entries[start : start + BLOCK]

        def work() -> Piece:
            rows = [print_row(shown, page.names, address) for shown in page.show_rows(some)]
            turned = rows if oldest_first else rows[::-1]
            large = page.style.large == "game"
            return print_piece(print_rows(parts.Sheet(title="", columns=columns, rows=turned, by_game=large), {}))

        newest = max(entry.version for entry in entries[: start + BLOCK])
        stamp = people and f"{people} {newest} {len(some)} {players} {opened}"
        key = f"rows {page.sheet.pk} {start} {row_address} {oldest_first}"
        return keep_piece(key, stamp, work, shelf="kept_rows")

    blocks = [block(start) for start in range(0, len(entries), BLOCK)]
    return blocks if oldest_first else blocks[::-1]


def to_read(page: SheetPage, names: Mapping[int, str]) -> parts.Sheet:
    """For people without an account: games and penalties with their marks, and nothing behind them."""
    columns = [_column(column, page, names[column.player.pk]) for column in page.columns]
    shown = [print_row(shown, page.names, lambda _uuid: "") for shown in page.newest_first if has_cells(shown)]
    return parts.Sheet(title="", columns=columns, rows=shown, by_game=page.style.large == "game")


def title_of(sheet: Sheet, *, is_alone: bool = False) -> str:
    """Friday, 20 November 2026 · round 2, table 3; round and table only where there are more."""
    day = day_and_year(sheet.evening.date)
    if is_alone:
        return day
    place = {"day": day, "round": sheet.round, "table": sheet.table}
    return _("%(day)s · round %(round)s, table %(table)s") % place


def _columns(page: SheetPage) -> list[parts.Column]:
    short = short_names([column.player for column in page.columns])
    return [_column(column, page, column.player.called, short[column.player.pk]) for column in page.columns]


def _column(column: Column, page: SheetPage, name: str, short: str = "") -> parts.Column:
    is_open = page.sheet.is_open  # otherwise no game is to come: nobody deals, nobody sits out
    return parts.Column(
        name=name,
        short=short,
        total=column.total,
        balance=None if page.writes_zero_sum else column.total_balance,
        leads=column.leads,
        is_over=not is_open,
        dealer=is_open and column.deals,
        out=is_open and (column.sits_out or column.rests),
        gone=not column.is_here and not column.rests,
        tint=column.player.tint,
    )
