"""Views of a table's sheet: its page, a row's details, updates, and a large view for a tablet on the table."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.hooks import NavLink, collect_pieces
from dokoclub.clubs.models import Claim, Right
from dokoclub.clubs.models.stamp import get_play_version
from dokoclub.clubs.selectors import claims_waiting, find_player
from dokoclub.core.cache import render_cached
from dokoclub.core.http import Request
from dokoclub.core.offline import HOLDER, KEEP
from dokoclub.evenings import hooks
from dokoclub.evenings.middleware import format_people
from dokoclub.evenings.presenters.entry_form import entry_form, script_words
from dokoclub.evenings.presenters.finale import format_end
from dokoclub.evenings.presenters.row_detail import explain_row, list_remarks
from dokoclub.evenings.presenters.sheet import get_title
from dokoclub.evenings.selectors import evenings, sheets
from dokoclub.evenings.selectors import people as people_selectors
from dokoclub.evenings.selectors.sheets import EntryRow, SheetPage
from dokoclub.evenings.views import evening, operations, sheet_access
from dokoclub.evenings.views.sheet_access import SheetContext
from dokoclub.ui import components
from scoring.game.rows import Sums, Table

# Fields of the entry form without buttons of their own.
HIDDEN: Final = ("uuid", "expected", "playing", "out", "attribution", "solo_of")


@require_safe
@sheet_access.to_read
def show_entry(request: UserRequest, door: SheetContext, uuid: UUID) -> HttpResponse:
    """Show the expanded part of a row; without scripts, redirect to the sheet with this row expanded."""
    if not request.htmx:
        return redirect(f"{door.address('show_sheet')}?open={uuid}")
    unfolded = render_detail(door, uuid)
    if unfolded is None:
        raise Http404
    return render(request, "ui/_detail.html", {"detail": unfolded})


def render_detail(door: SheetContext, uuid: UUID) -> components.Detail | None:
    """Return the details of a row, or None without such a row. Four queries, and two more for a changed entry."""
    page = sheets.sheet_page(door.sheet)
    shown = next((row for row in page.rows if row.entry.uuid == uuid), None)
    if shown is None:
        return None
    entry = shown.entry
    entry.sheet = door.sheet
    history = people_selectors.get_history(entry) if entry.changed_at or entry.history.count() > 1 else None
    return get_detail(door, page, shown, history)


def get_detail(
    door: SheetContext, page: SheetPage, shown: EntryRow, history: people_selectors.History | None = None
) -> components.Detail:
    """Return the details of a row. `history`: of a changed entry. No query."""
    entry = shown.entry
    stands, is_table = shown.line is not None, isinstance(shown.facts, Table)
    row = str(entry.uuid) if door.writes else ""
    return components.Detail(
        reckoning=explain_row(shown, page.names),
        remarks=list_remarks(shown, page.names, history),
        edit=row if stands and not is_table else "",
        seats=door.address("amend_entry", uuid=entry.uuid) if row and stands and is_table else "",
        strike=row if stands else "",
        insert=row if stands and not isinstance(shown.facts, Sums) else "",
        restore=row if not stands else "",
    )


@require_safe
@sheet_access.to_read
def show_sheet(request: UserRequest, door: SheetContext) -> HttpResponse:
    """Show the sheet.

    Without scripts it can be read, and rows can be expanded (`?open=UUID`) and struck; the form needs one.
    """
    ways = _ways(door)

    def build() -> dict[str, Any]:
        page = sheets.sheet_page(door.sheet, writers=False)
        return whole_context(request, door, page, _unfolded(request, door)) | {
            "title": SimpleLazyObject(partial(_title, door)),
            "ways": ways,
            "hands_in": _way_to_hand_in(door, page),
            "ended": format_end(page),
            "other_day": operations.ask_on_other_day(door) if door.sheet.evening.is_of_earlier_day else "",
        }

    response = render_cached(
        request,
        "evenings/show_sheet.html",
        build,
        version=get_play_version(door.sheet.evening.club),
        reader=f"{_right(door)} {evening.is_oldest_first(request)} {[way.url for way in ways]}",
        own={"drafts": door.drafts, "follow_url": _follow_url(door), **_people(door)},
        browser_keeps=True,
    )
    response.headers[KEEP] = door.drafts  # a phone may save this page for use without a network
    if door.by is None and request.user.is_authenticated:
        response.headers[HOLDER] = str(request.user.pk)
    evening.remember_order(request, response)
    return response


def _ways(door: SheetContext) -> list[NavLink]:
    """Return the links to pages of later apps, for members."""
    return collect_pieces(hooks.sheet_ways, door.at.membership, door.sheet) if door.at.membership else []


def _way_to_hand_in(door: SheetContext, page: SheetPage) -> NavLink | None:
    """Return the link to hand in a full list; None where games beyond it also count.

    One query where the list has an end.
    """
    if not door.writes or page.games_in_list is None:
        return None
    return next(iter(collect_pieces(hooks.hand_in_ways, door.sheet)), None)


def _right(door: SheetContext) -> str:
    """Return everything on the page that depends on its reader."""
    me = door.at.membership
    return f"{door.at.may_write} {me.may_score if me else 'pen'}"


def whole_context(
    request: Request, door: SheetContext, page: SheetPage, unfolded: dict[UUID, components.Detail] | None = None
) -> dict[str, Any]:
    """Return the context of the page except its title: the sheet, and for writers the form of the next game.

    Writers cost one query.
    """
    context = operations.sheet_context(request, door, page, unfolded, writer=door.writes)
    context |= {"oldest_first": evening.is_oldest_first(request), **_urls(door)}
    if door.writes:
        context |= {
            "form": SimpleLazyObject(partial(entry_form, page)),
            "words": partial(script_words, page.rules),  # called once for the same rules
            "hidden": HIDDEN,
        }
    return context


def _urls(door: SheetContext) -> dict[str, str]:
    return {
        "chart_url": door.address("show_chart"),
        "large_url": door.address("show_large"),
        "kit_url": door.address("show_kit"),
        "ops_url": door.address("send_ops"),
    }


def _follow_url(door: SheetContext) -> str:
    """With what opens the light door, for who is signed in."""
    url = door.address("follow_sheet")
    return url if door.by is None or door.by.is_visitor else f"{url}?reader={door.by.pk}"


def _people(door: SheetContext) -> dict[str, str]:
    """Return the state of the club's people on the page, and the people waiting for this owner.

    One query, for a scorer none. The result is empty for a scoring link.
    """
    me, club = door.at.membership, door.sheet.evening.club
    if me is None or door.by is None:
        return {}
    claims = claims_waiting(club) if me.may(Right.OWN) else []
    is_player = not me.may_score and find_player(club, door.by) is not None
    told = format_people(me.may(Right.OWN), me.may_score, sum(claim.pk for claim in claims), is_player)
    return {"people": f"{'w' if door.writes else 'r'}{told}", "asks": _asks(claims)}


def _asks(claims: list[Claim]) -> str:
    if len(claims) > 1:
        return _("%(number)s wait to be confirmed") % {"number": len(claims)}
    return "".join(_("%(name)s waits to be confirmed") % {"name": claim.membership.account} for claim in claims)


def _title(door: SheetContext) -> str:
    return get_title(door.sheet, is_alone=evenings.has_one_sheet(door.sheet.evening))


def _unfolded(request: UserRequest, door: SheetContext) -> dict[UUID, components.Detail]:
    """Return the row that the URL asks for, if it exists."""
    try:
        uuid = UUID(request.GET.get("open", ""))
    except ValueError:
        return {}
    detail = render_detail(door, uuid)
    return {uuid: detail} if detail else {}


@require_safe
@sheet_access.to_read
def follow_sheet(request: UserRequest, door: SheetContext) -> HttpResponse:
    """Answer the constant polling of every phone: 204 while neither `version` nor `people` has changed.

    Answer 205 on a reader's page, if the reader may write by now.
    """
    seen = request.GET.get("people", "")
    people = _people(door) if seen else {}
    if seen.startswith("r") and door.writes:
        return HttpResponse(status=HTTPStatus.RESET_CONTENT)
    if request.GET.get("version") == str(door.sheet.version) and people.get("people", seen) == seen:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return operations.answer_news(request, door, people)


@require_safe
@sheet_access.to_read
def show_large(request: UserRequest, door: SheetContext) -> HttpResponse:
    """Show totals to be read across the table. The page updates like the sheet, and the screen stays awake."""
    page: SheetPage = sheets.sheet_page(door.sheet, writers=False)
    context = operations.sheet_context(request, door, page) | _urls(door)
    context |= {"title": _title(door), "back": door.address("show_sheet"), "follow_url": _follow_url(door)}
    context["ended"] = format_end(page)
    return render(request, "evenings/show_large.html", context)
