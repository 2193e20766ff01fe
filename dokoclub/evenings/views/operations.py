"""Data between a sheet and a phone: fragments of the page, the offline data, and batches of operations."""

import json
import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.models import Club
from dokoclub.clubs.texts.games import own_names, short_extra_name
from dokoclub.core import http as errors_look
from dokoclub.core.http import Request
from dokoclub.core.static_files import hash_of_script
from dokoclub.evenings.forms.operations import LARGEST, Unreadable, read_batch
from dokoclub.evenings.presenters.entry_form import coming_game, format_clock, format_status
from dokoclub.evenings.presenters.sheet import (
    format_by,
    format_closed,
    format_writer,
    render_kit,
    render_sheet,
    without_words,
)
from dokoclub.evenings.selectors import glances, sheets
from dokoclub.evenings.selectors import people as people_selectors
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.services import errors, sync
from dokoclub.evenings.services import people as people_services
from dokoclub.evenings.services.operations import Batch, Newcomer, Seats
from dokoclub.evenings.services.sync import Behind, Received, RefusedBatch
from dokoclub.evenings.views import sheet_access
from dokoclub.evenings.views.evening import is_oldest_first
from dokoclub.evenings.views.sheet_access import SheetContext
from dokoclub.ui import components
from scoring.terms import Problem

# The field of a problem in another entry, which a change would spoil (services.Impossible).
OTHER_GAME: Final = re.compile(r"rows\[(\d+)\]")
# The field of a problem with a new guest at the table.
A_GUEST: Final = re.compile(r"guests\[(\d+)\]")
# The field of a problem with a single bonus point.
AN_EXTRA: Final = re.compile(r"\bextras\.(?:re|kontra)\.(\w+)$")
ENGINE: Final = "js/engine.js"
_log = logging.getLogger(__name__)


def build_page_context(
    request: Request,
    sheet_context: SheetContext,
    page: SheetPage,
    unfolded: dict[UUID, components.Detail] | None = None,
    *,
    writer: bool = False,
) -> dict[str, Any]:
    """Return the context that every part of the page needs.

    `writer`: with the author of the last game, too, which costs a query.
    """
    return {
        **format_status(page),
        "sheet_context": sheet_context,
        "sheet": render_sheet(
            page, sheet_context.address.row, oldest_first=is_oldest_first(request), unfolded=unfolded
        ),
        "coming": {**coming_game(page.state, page.names), "last": last_game(page) if writer else None},
        "time": format_clock(page.state),
        "seats_url": sheet_context.address("change_seats"),
    }


def answer_news(request: Request, sheet_context: SheetContext, people: Mapping[str, str]) -> HttpResponse:
    """Render the sheet and the next game as fragments, by the ids of their targets.

    `people`: the people who wait for an owner.
    """
    page = sheets.sheet_page(sheet_context.sheet, writers=False)
    context = build_page_context(request, sheet_context, page, writer=sheet_context.writes)
    return render(request, "evenings/_news.html", {**context, **people})


def last_game(page: SheetPage) -> tuple[int, str, str] | None:
    """Return number, author and uuid of the last game, in case the user has begun to write it or has written it.

    One query.
    """
    entry = sheets.last_game(page)
    return (entry.number, format_writer(entry.written_by), str(entry.uuid)) if entry and entry.number else None


def format_problems(problems: Iterable[Problem], own: Mapping[str, str]) -> list[dict[str, Any]]:
    return [{"field": problem.field, "text": describe_problem(problem, own)} for problem in problems]


def format_guests(problems: list[dict[str, Any]], club: Club, guests: Sequence[Newcomer]) -> list[dict[str, Any]]:
    """Add `same` to each problem: id and name of a player with the guest's name, perhaps the same person.

    Two queries for each.
    """
    for problem in problems:
        number = A_GUEST.match(problem["field"])
        player = people_services.find_namesake(club, guests[int(number[1])].name) if number else None
        if player is not None:
            problem["same"] = [str(player.pk), player.name]
    return problems


def describe_problem(problem: Problem, own: Mapping[str, str]) -> str:
    """Return the problem in the reader's language, with the name of its bonus point or the number of another game."""
    text = gettext(problem.problem).format(**problem.values)
    if extra := AN_EXTRA.search(problem.field):
        key = extra[1]
        text = gettext("%(extra)s: %(problem)s") % {"extra": short_extra_name(key, own), "problem": text}
    other = OTHER_GAME.match(problem.field)
    return gettext("Game %(number)s: %(problem)s") % {"number": other[1], "problem": text} if other else text


@require_safe
@sheet_access.to_read
def show_kit(request: UserRequest, sheet_context: SheetContext) -> HttpResponse:
    """Return all data that the phone needs for the sheet; 304 while it is unchanged."""
    return answer_kit(request, make_kit(sheet_context, sheets.sheet_page(sheet_context.sheet)))


def answer_kit(request: HttpRequest, kit: dict[str, Any]) -> HttpResponse:
    """Return the data with the current time, or 304 if the phone already has it."""
    etag = f'"{kit["version"]}-{blake2b(json.dumps(kit).encode(), digest_size=10).hexdigest()}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = JsonResponse(kit | {"sent": timezone.now().isoformat()})
    answer.headers["ETag"] = etag
    return answer


def make_kit(sheet_context: SheetContext, page: SheetPage) -> dict[str, Any]:
    """Return the offline data of a sheet. The rows of the page have their authors loaded.

    Three queries, two of them cached, and one more on a closed sheet.
    """
    evening = page.sheet.evening
    kit = render_kit(
        page,
        scope=sheet_context.drafts,
        may_write=sheet_context.at.may_write,
        by_pen=sheet_context.by is None,
        present=people_selectors.here_this_evening(evening)
        if sheet_context.by is None
        else people_selectors.may_join(evening.club),
        moved=people_services.moved_ids(page.state),
        engine=hash_of_script(ENGINE),
    )
    return kit | {
        "closed": format_closed(page.sheet),
        "writer": str(sheet_context.by) if sheet_context.by else None,
        "other_day": ask_on_other_day(sheet_context),
    }


def ask_on_other_day(sheet_context: SheetContext) -> str:
    """Return the HTML that replaces the form on a later day than the evening's. One query."""
    if not sheet_context.writes or glances.is_unusual(sheet_context.sheet.evening):
        return ""
    return render_to_string("evenings/_other_day.html", {"sheet_context": sheet_context})


@require_POST
@sheet_access.to_write
def send_ops(request: UserRequest, sheet_context: SheetContext) -> HttpResponse:
    """Write a batch from a phone, all of it or nothing.

    Every answer names its batch, so that none is mixed up with another.
    """
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST:
        return _answer(None, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"reason": "large"})
    if request.content_type != "application/json":
        return _answer(None, HTTPStatus.BAD_REQUEST, {"reason": "unreadable", "part": "type"})
    try:
        batch = read_batch(request.body)
    except Unreadable as unreadable:
        told = {"reason": "unreadable", "part": unreadable.part}
        return _answer(unreadable.batch, HTTPStatus.BAD_REQUEST, told)
    if batch.scope not in ("", sheet_context.drafts):
        writer = str(sheet_context.by) if sheet_context.by else None
        return _answer(batch.uuid, HTTPStatus.CONFLICT, {"reason": "other", "writer": writer})
    return _write(request, sheet_context, batch)


def _write(request: UserRequest, sheet_context: SheetContext, batch: Batch) -> HttpResponse:
    try:
        received = sync.receive_batch(sheet_context.sheet, batch, by=sheet_context.by)
    except Behind as behind:
        return _answer(batch.uuid, HTTPStatus.CONFLICT, _format_behind(sheet_context, batch, behind))
    except errors.Closed as closed:
        return _answer(batch.uuid, HTTPStatus.CONFLICT, _format_closed(closed))
    except errors_look.Reused:
        return _answer(batch.uuid, HTTPStatus.CONFLICT, {"reason": "reused"})
    except RefusedBatch as refused:
        problems = format_problems(refused.problems, own_names(sheet_context.sheet.parsed))
        op = batch.ops[refused.place]
        if isinstance(op, Seats) and sheet_context.by is not None:
            problems = format_guests(problems, sheet_context.sheet.evening.club, op.guests)
        told = {"op": refused.place, "uuid": str(refused.uuid), "problems": problems}
        return _answer(batch.uuid, HTTPStatus.UNPROCESSABLE_ENTITY, told)
    if received.differs:
        _log.warning("A phone has worked out other totals: sheet %s, batch %s", sheet_context.sheet.pk, batch.uuid)
    return _answer(batch.uuid, HTTPStatus.OK, _format_received(request, sheet_context, batch, received))


def _answer(batch: UUID | None, status: HTTPStatus, told: Mapping[str, Any]) -> JsonResponse:
    return JsonResponse({"batch": str(batch) if batch else None, **told}, status=status)


def _format_received(
    request: UserRequest, sheet_context: SheetContext, batch: Batch, received: Received
) -> dict[str, Any]:
    page = sheets.get_page(received.state, writers=True)
    context = build_page_context(request, sheet_context, page, writer=True)
    return {
        "version": page.sheet.version,
        "html": render_to_string("evenings/_news.html", context, request),
        "kit": without_words(make_kit(sheet_context, page), batch.lexicon),
        "guests": {str(uuid): player for uuid, player in received.guests.items()},
        "differs": received.differs,
    }


def _format_behind(sheet_context: SheetContext, batch: Batch, behind: Behind) -> dict[str, Any]:
    page = sheets.get_page(behind.state, writers=True)
    return {
        "reason": "overtaken",
        "version": page.sheet.version,
        "kit": without_words(make_kit(sheet_context, page), batch.lexicon),
        "by": format_by(behind.entries),
        "same": [str(uuid) for uuid in behind.same],
        "moved": behind.moved,
    }


def _format_closed(closed: errors.Closed) -> dict[str, Any]:
    """Return the answer for a closed sheet. Raises Http404 if the evening was deleted at this very moment."""
    sheet = closed.sheet
    if sheet is None or sheet.evening.deleted_at or sheet.evening.club.deleted_at:
        raise Http404 from closed
    return {"reason": "closed", **(format_closed(sheet) or {})}
