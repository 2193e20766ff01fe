"""The sheet of a table: its page, its news, and large for a tablet on the table."""

from __future__ import annotations

from functools import partial
from typing import Any, Final
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import selectors
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.shown.form import entry_form, script_words, table_script
from dokoclub.evenings.shown.sheet import title_of
from dokoclub.evenings.views import answers, doors, order, rows
from dokoclub.evenings.views.doors import Door
from dokoclub.look import parts
from dokoclub.look.http import Request

# Fields of the entry form that no button of its own writes.
HIDDEN: Final = ("uuid", "expected", "seen", "playing", "out", "attribution", "solo_of")


@require_safe
@doors.to_read
def show_sheet(request: UserRequest, door: Door) -> HttpResponse:
    """Without scripts it can be read, rows can be unfolded (`?open=UUID`) and struck; the form needs one."""
    unfolded = _unfolded(request, door)
    page = selectors.sheet_page(door.sheet, writers=False)
    context = whole_context(request, door, page, unfolded) | {"title": _title(door)}
    response = render(request, "evenings/show_sheet.html", context)
    order.remember_order(request, response)
    return response


def whole_context(
    request: Request, door: Door, page: SheetPage, unfolded: dict[UUID, parts.Detail] | None = None
) -> dict[str, Any]:
    """What the page prints but its title: the sheet, and for who writes the form of the game to come.

    For him one query.
    """
    context = answers.sheet_context(request, door, page, unfolded, writer=door.writes)
    context |= {"oldest_first": order.is_oldest_first(request), **_urls(door)}
    if door.writes:
        context |= {
            "form": entry_form(page),
            "table": table_script(page),
            "words": partial(script_words, page.rules, by_pen=door.address.by_pen),  # asked once for the same rules
            "hidden": HIDDEN,
        }
    return context


def _urls(door: Door) -> dict[str, str]:
    return {
        "follow_url": door.address("follow_sheet"),
        "chart_url": door.address("show_chart"),
        "large_url": door.address("show_large"),
        "write_url": door.address("write_entry"),
        "preview_url": door.address("preview_entry"),
    }


def _title(door: Door) -> str:
    return title_of(door.sheet, is_alone=selectors.sheet_alone(door.sheet.evening) is not None)


def _unfolded(request: UserRequest, door: Door) -> dict[UUID, parts.Detail]:
    """The row that the address asks for, if there is such a row."""
    try:
        uuid = UUID(request.GET.get("open", ""))
    except ValueError:
        return {}
    detail = rows.print_detail(door, uuid)
    return {uuid: detail} if detail else {}


@require_safe
@doors.to_read
def follow_sheet(request: UserRequest, door: Door) -> HttpResponse:
    """What every phone asks all the time: 204 while nothing has changed since `version`."""
    if request.GET.get("version") == str(door.sheet.version):
        return HttpResponse(status=204)
    return answers.answer_news(request, door)


@require_safe
@doors.to_read
def show_large(request: UserRequest, door: Door) -> HttpResponse:
    """Totals to be read across the table; it follows like the sheet, and the screen stays awake."""
    page: SheetPage = selectors.sheet_page(door.sheet, writers=False)
    context = answers.sheet_context(request, door, page) | _urls(door)
    context |= {"title": _title(door), "back": door.address("show_sheet")}
    return render(request, "evenings/show_large.html", context)
