"""The Spielzettel of a page: the strip of totals, and the rows in the order in which the reader wants them."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from dokoclub.evenings.models import Sheet
from dokoclub.evenings.paper.rows import Address, row
from dokoclub.evenings.selectors.sheets import Column, SheetPage
from dokoclub.look import parts
from dokoclub.look.days import day_and_year


def sheet(
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
        title=title(page.sheet),
        columns=[_column(column, page) for column in page.columns],
        rows=[row(shown, page.names, address, details.get(shown.entry.uuid)) for shown in rows],
        version=page.sheet.version,
        by_game=page.style.large == "game",
    )


def title(sheet: Sheet, *, is_alone: bool = False) -> str:
    """Friday, 20 November 2026 · round 2, table 3; round and table only where there are more."""
    day = day_and_year(sheet.evening.date)
    if is_alone:
        return day
    place = {"day": day, "round": sheet.round, "table": sheet.table}
    return _("%(day)s · round %(round)s, table %(table)s") % place


def _column(column: Column, page: SheetPage) -> parts.Column:
    return parts.Column(
        name=column.player.called,
        total=column.total,
        balance=None if page.writes_zero_sum else column.total_balance,
        leads=column.leads,
        dealer=column.deals,
        out=column.sits_out,
        gone=not column.is_here,
    )
