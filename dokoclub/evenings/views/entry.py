"""The entry form: write a row, correct one."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import selectors, services
from dokoclub.evenings.forms.sent import Sent, read_sent
from dokoclub.evenings.ledger import checks, facts
from dokoclub.evenings.ledger.folded import Folded, read_sheet
from dokoclub.evenings.models import Entry
from dokoclub.evenings.shown.coming import coming_game
from dokoclub.evenings.shown.rows import row_name
from dokoclub.evenings.views import answers, doors, questions
from dokoclub.evenings.views.doors import Door
from dokoclub.evenings.views.questions import Asked
from dokoclub.evenings.views.seats import amend_seats
from dokoclub.evenings.words.phone import INSERT_BEFORE
from scoring.contract import form as fields
from scoring.contract.form import Unfinished, Written
from scoring.game.rows import Sums, Table


@require_POST
@doors.to_write
def write_entry(request: UserRequest, door: Door) -> HttpResponse:
    """A new row, or the choice between two versions of one."""
    written, form = fields.read_entry_form(request.POST), read_sent(request.POST)
    if not isinstance(written, Written):
        return _unfinished(request, door, written, form)
    if form.choice == "mine" and form.against:
        return _amend(request, door, doors.row_behind(door, form.against), written, form)
    if form.uuid is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    uuid = form.uuid

    def write() -> HttpResponse:
        posted = services.write_entry(
            door.sheet,
            written.facts,
            uuid=uuid,
            expected=form.expected,
            by=door.by,
            attribution=written.attribution,
            note=written.note,
        )
        return answers.answer_written(request, door, posted, _("%(row)s saved") % {"row": row_name(posted.entry)})

    return questions.answer_or_ask(Asked(request, door, mine=written), write)


def _amend(request: UserRequest, door: Door, entry: Entry, written: Written, form: Sent) -> HttpResponse:
    """Put it into the row; where it was to be a new one, mine takes the place of the other version."""
    again = {"choice": "mine", "against": str(entry.uuid)} if form.choice == "mine" else {}

    def write() -> HttpResponse:
        posted = services.amend_entry(
            entry,
            written.facts,
            seen=form.seen,
            by=door.by,
            attribution=written.attribution,
            note=written.note,
            confirmed=form.confirmed,
        )
        said = _("%(row)s changed") % {"row": row_name(posted.entry)} if posted.is_new else _("Nothing was changed.")
        return answers.answer_written(request, door, posted, said, can_undo=posted.is_new)

    return questions.answer_or_ask(Asked(request, door, again, written, corrected=True), write)


@require_http_methods(["GET", "HEAD", "POST"])
@doors.to_write
def amend_entry(request: UserRequest, door: Door, uuid: UUID) -> HttpResponse:
    """GET: the fields of the form that say this row, and what stood before it. POST: the correction.

    A change of the table has a page of its own, at the same address.
    """
    entry = doors.row_behind(door, uuid)
    if entry.kind == "table" and not entry.is_struck:
        return amend_seats(request, door, entry)
    if request.method != "POST":
        folded = read_sheet(door.sheet)
        row = facts.row_of(entry, folded.rules)
        if entry.is_struck or isinstance(row, (Table, Sums)):
            raise Http404
        told = {"fields": fields.fields_of_row(row, entry.attribution, entry.note), "title": row_name(entry)}
        return JsonResponse({**told, "coming": _coming_before(folded, entry, facts.named_in(row))})
    written, form = fields.read_entry_form(request.POST), read_sent(request.POST)
    if not isinstance(written, Written):
        return _unfinished(request, door, written, form)

    return _amend(request, door, entry, written, form)


@require_http_methods(["GET", "HEAD", "POST"])
@doors.to_write
def insert_entry(request: UserRequest, door: Door, uuid: UUID) -> HttpResponse:
    """A game that was forgotten, in front of this row. GET: what stood before it. POST: the new row."""
    entry = doors.row_behind(door, uuid)
    if request.method != "POST":
        if entry.is_struck:
            raise Http404
        title = str(INSERT_BEFORE).format(row_name(entry))
        return JsonResponse({"fields": {}, "title": title, "coming": _coming_before(read_sheet(door.sheet), entry)})
    written, form = fields.read_entry_form(request.POST), read_sent(request.POST)._replace(against=uuid, inserts=True)
    if not isinstance(written, Written):
        return _unfinished(request, door, written, form)
    key = form.uuid
    if key is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)

    def write() -> HttpResponse:
        posted = services.insert_entry(
            entry,
            written.facts,
            uuid=key,
            seen=form.seen,
            by=door.by,
            attribution=written.attribution,
            note=written.note,
            confirmed=form.confirmed,
        )
        return answers.answer_written(request, door, posted, _("%(row)s saved") % {"row": row_name(posted.entry)})

    return questions.answer_or_ask(Asked(request, door, mine=written), write)


def _coming_before(folded: Folded, entry: Entry, named: Iterable[str] = ()) -> dict[str, Any]:
    """The game to come as it stood before this row."""
    at = folded.index(entry)
    before = Folded(folded.sheet, folded.entries[:at], (), folded.rows[:at])
    return coming_game(before, selectors.fetch_players({*before.paper.players, *named}))


def _unfinished(request: UserRequest, door: Door, unfinished: Unfinished, form: Sent) -> HttpResponse:
    """What is missing, and beside it what cannot have happened anyway: all at once."""
    written, folded = unfinished.written, read_sheet(door.sheet)
    against = doors.row_behind(door, form.against) if form.against else None
    table = folded.players_before(folded.index(against)) if against else folded.players
    row = checks.read_row(dict(written.facts), dict(written.attribution), written.note, door.sheet, table)
    found = checks.with_names(row, door.sheet) if isinstance(row, list) else []
    return questions.answer_impossible(Asked(request, door), unfinished.with_others(found))
