"""One row of the sheet, unfolded."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import selectors
from dokoclub.evenings.selectors.sheets import SheetPage, ShownRow
from dokoclub.evenings.shown.detail import explain_row, list_remarks
from dokoclub.evenings.views import doors
from dokoclub.evenings.views.doors import Door
from dokoclub.look import parts
from scoring.game.rows import Sums, Table


@require_safe
@doors.to_read
def show_entry(request: UserRequest, door: Door, uuid: UUID) -> HttpResponse:
    """What unfolds below a row; to whom has no script, the sheet with this row unfolded."""
    if not request.htmx:
        return redirect(f"{door.address('show_sheet')}?open={uuid}")
    unfolded = print_detail(door, uuid)
    if unfolded is None:
        raise Http404
    return render(request, "look/_detail.html", {"detail": unfolded})


def print_detail(door: Door, uuid: UUID) -> parts.Detail | None:
    """None where there is no such row. Four queries, and two for a row that has been changed."""
    page = selectors.sheet_page(door.sheet)
    shown = next((row for row in page.rows if row.entry.uuid == uuid), None)
    if shown is None:
        return None
    entry = shown.entry
    entry.sheet = door.sheet
    history = selectors.history_of(entry) if entry.changed_at or entry.history.count() > 1 else None
    return detail_of(door, page, shown, history)


def detail_of(door: Door, page: SheetPage, shown: ShownRow, history: selectors.History | None = None) -> parts.Detail:
    """`history`: of a row that has been changed. No query."""
    entry = shown.entry
    stands, is_table = shown.line is not None, isinstance(shown.facts, Table)
    row = str(entry.uuid) if door.writes else ""
    return parts.Detail(
        reckoning=explain_row(shown),
        remarks=list_remarks(shown, page.names, history),
        edit=row if stands and not is_table else "",
        seats=door.address("amend_entry", uuid=entry.uuid) if row and stands and is_table else "",
        strike=row if stands else "",
        insert=row if stands and not isinstance(shown.facts, Sums) else "",
        restore=row if not stands else "",
    )
