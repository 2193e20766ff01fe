"""The Spielzettel of a page: the strip of totals, and the rows in the order in which the reader wants them."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.selectors.sheets import Column, SheetPage
from dokoclub.evenings.shown.rows import Address, has_cells, print_row
from dokoclub.evenings.words.names import short_names
from dokoclub.look import parts
from dokoclub.look.days import day_and_year


def print_sheet(
    page: SheetPage,
    address: Address,
    *,
    oldest_first: bool = False,
    unfolded: Mapping[UUID, parts.Detail] | None = None,
) -> parts.Sheet:
    """`unfolded`: the rows that are open, by uuid."""
    rows = page.rows if oldest_first else page.newest_first
    details = unfolded or {}
    return parts.Sheet(
        title=title_of(page.sheet),
        columns=_columns(page),
        rows=[print_row(shown, page.names, address, details.get(shown.entry.uuid)) for shown in rows],
        version=page.sheet.version,
        by_game=page.style.large == "game",
    )


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
