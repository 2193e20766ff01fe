"""One row of the sheet: unfold it, strike it, take it back in, undo what was last done to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import selectors, services
from dokoclub.evenings.forms.sent import read_sent
from dokoclub.evenings.selectors.sheets import SheetPage, ShownRow
from dokoclub.evenings.services import Posted
from dokoclub.evenings.shown.detail import explain_row, list_remarks
from dokoclub.evenings.shown.rows import row_name
from dokoclub.evenings.views import answers, doors, questions
from dokoclub.evenings.views.doors import Door
from dokoclub.evenings.views.questions import Asked
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
    strikes = door.writes and shown.line is not None
    edit = door.address("amend_entry", uuid=entry.uuid) if strikes else ""
    return parts.Detail(
        reckoning=explain_row(shown),
        remarks=list_remarks(shown, page.names, history),
        version=door.sheet.version,
        edit=edit if not isinstance(shown.facts, Table) else "",
        insert=door.address("insert_entry", uuid=entry.uuid) if strikes and not isinstance(shown.facts, Sums) else "",
        seats=edit if isinstance(shown.facts, Table) else "",
        strike=door.address("strike_entry", uuid=entry.uuid) if strikes else "",
        restore=door.address("restore_entry", uuid=entry.uuid) if door.writes and not strikes else "",
    )


@require_POST
@doors.to_write
def strike_entry(request: UserRequest, door: Door, uuid: UUID) -> HttpResponse:
    return _change(request, door, uuid, services.strike_entry, _("%(row)s struck"), _("Strike"))


@require_POST
@doors.to_write
def restore_entry(request: UserRequest, door: Door, uuid: UUID) -> HttpResponse:
    return _change(request, door, uuid, services.restore_entry, _("%(row)s restored"), _("Restore"))


def _change(
    request: UserRequest, door: Door, uuid: UUID, change: Callable[..., Posted], said: str, does: str
) -> HttpResponse:
    """Strike a row or take it back in. Later games that would change are shown first, with a button called `does`."""
    entry, form = doors.row_behind(door, uuid), read_sent(request.POST)

    def write() -> HttpResponse:
        changed = change(entry, seen=form.seen, by=door.by, confirmed=form.confirmed)
        text = said % {"row": row_name(changed.entry)}
        return answers.answer_written(request, door, changed, text, can_undo=changed.is_new)

    return questions.answer_or_ask(Asked(request, door, does=does), write)


@require_POST
@doors.to_write
def undo_entry(request: UserRequest, door: Door, uuid: UUID) -> HttpResponse:
    """Take back what made that version of the sheet."""
    entry, form = doors.row_behind(door, uuid), read_sent(request.POST)
    more: dict[str, Any] = {"confirmed": True, "seen": form.seen} if form.confirmed else {}

    def write() -> HttpResponse:
        undone = services.undo_change(entry, version=form.version, by=door.by, **more)
        return answers.answer_written(request, door, undone, _("Taken back"), can_undo=False)

    return questions.answer_or_ask(Asked(request, door, {"version": form.version}, does=_("Undo")), write)
