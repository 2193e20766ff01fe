"""Between a sheet and a phone without a network: what it takes along, and what it sends at once."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.words.games import own_names
from dokoclub.evenings import selectors, services
from dokoclub.evenings.forms.ops import LARGEST, Unreadable, read_batch
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.services.ops import Batch, Seats
from dokoclub.evenings.services.sending import Behind, Received, Refused
from dokoclub.evenings.shown.kit import print_kit, tell_by, tell_closed, without_words
from dokoclub.evenings.views import answers, doors
from dokoclub.evenings.views.doors import Door
from dokoclub.look.scripts import hash_of_script

ENGINE: Final = "js/engine.js"
_log = logging.getLogger(__name__)


@require_safe
@doors.to_read
def show_kit(request: UserRequest, door: Door) -> HttpResponse:
    """Everything that the phone needs of the sheet; 304 while nothing of it has changed."""
    return answer_kit(request, make_kit(door, selectors.sheet_page(door.sheet)))


def answer_kit(request: HttpRequest, kit: dict[str, Any]) -> HttpResponse:
    """With the time of now, unless the phone has it already."""
    etag = f'"{kit["version"]}-{blake2b(json.dumps(kit).encode(), digest_size=10).hexdigest()}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == etag:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = JsonResponse(kit | {"sent": timezone.now().isoformat()})
    answer.headers["ETag"] = etag
    return answer


def make_kit(door: Door, page: SheetPage) -> dict[str, Any]:
    """Three queries, two of them kept, and one more on a closed sheet. The rows of the page know who wrote them."""
    evening = page.sheet.evening
    kit = print_kit(
        page,
        scope=door.drafts,
        may_write=door.at.may_write,
        by_pen=door.by is None,
        present=selectors.here_this_evening(evening) if door.by is None else selectors.may_join(evening.club),
        moved=services.moved_ids(page.folded),
        engine=hash_of_script(ENGINE),
    )
    return kit | {
        "closed": tell_closed(page.sheet),
        "writer": str(door.by) if door.by else None,
        "other_day": ask_on_other_day(door),
    }


def ask_on_other_day(door: Door) -> str:
    """Return what takes the place of the form on a later day than the evening's, as HTML. One query."""
    if not door.writes or selectors.is_unusual(door.sheet.evening):
        return ""
    return render_to_string("evenings/_other_day.html", {"door": door})


@require_POST
@doors.to_write
def send_ops(request: UserRequest, door: Door) -> HttpResponse:
    """What a phone has kept, all of it or nothing. Every answer names its batch, so that no other is taken for one."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST:
        return _answer(None, HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"reason": "large"})
    if request.content_type != "application/json":
        return _answer(None, HTTPStatus.BAD_REQUEST, {"reason": "unreadable", "part": "type"})
    try:
        batch = read_batch(request.body)
    except Unreadable as unreadable:
        told = {"reason": "unreadable", "part": unreadable.part}
        return _answer(unreadable.batch, HTTPStatus.BAD_REQUEST, told)
    if batch.scope not in ("", door.drafts):
        writer = str(door.by) if door.by else None
        return _answer(batch.uuid, HTTPStatus.CONFLICT, {"reason": "other", "writer": writer})
    return _write(request, door, batch)


def _write(request: UserRequest, door: Door, batch: Batch) -> HttpResponse:
    try:
        received = services.receive_batch(door.sheet, batch, by=door.by)
    except Behind as behind:
        return _answer(batch.uuid, HTTPStatus.CONFLICT, _tell_behind(door, batch, behind))
    except services.Closed as closed:
        return _answer(batch.uuid, HTTPStatus.CONFLICT, _tell_closed(closed))
    except services.Reused:
        return _answer(batch.uuid, HTTPStatus.CONFLICT, {"reason": "reused"})
    except Refused as refused:
        problems = answers.tell_problems(refused.problems, own_names(door.sheet.parsed))
        op = batch.ops[refused.place]
        if isinstance(op, Seats) and door.by is not None:
            problems = answers.tell_guests(problems, door.sheet.evening.club, op.guests)
        told = {"op": refused.place, "uuid": str(refused.uuid), "problems": problems}
        return _answer(batch.uuid, HTTPStatus.UNPROCESSABLE_ENTITY, told)
    if received.differs:
        _log.warning("A phone has worked out other totals: sheet %s, batch %s", door.sheet.pk, batch.uuid)
    return _answer(batch.uuid, HTTPStatus.OK, _tell_received(request, door, batch, received))


def _answer(batch: UUID | None, status: HTTPStatus, told: Mapping[str, Any]) -> JsonResponse:
    return JsonResponse({"batch": str(batch) if batch else None, **told}, status=status)


def _tell_received(request: UserRequest, door: Door, batch: Batch, received: Received) -> dict[str, Any]:
    page = selectors.page_of(received.folded, writers=True)
    context = answers.sheet_context(request, door, page, writer=True)
    return {
        "version": page.sheet.version,
        "html": render_to_string("evenings/_news.html", context, request),
        "kit": without_words(make_kit(door, page), batch.lexicon),
        "guests": {str(uuid): player for uuid, player in received.guests.items()},
        "differs": received.differs,
    }


def _tell_behind(door: Door, batch: Batch, behind: Behind) -> dict[str, Any]:
    page = selectors.page_of(behind.folded, writers=True)
    return {
        "reason": "overtaken",
        "version": page.sheet.version,
        "kit": without_words(make_kit(door, page), batch.lexicon),
        "by": tell_by(behind.entries),
        "same": [str(uuid) for uuid in behind.same],
        "moved": behind.moved,
    }


def _tell_closed(closed: services.Closed) -> dict[str, Any]:
    """Raises Http404 where the evening was deleted at this very moment."""
    sheet = closed.sheet
    if sheet is None or sheet.evening.deleted_at or sheet.evening.club.deleted_at:
        raise Http404 from closed
    return {"reason": "closed", **(tell_closed(sheet) or {})}
