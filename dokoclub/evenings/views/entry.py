"""The entry form: write a row, correct one, preview either."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import selectors, services
from dokoclub.evenings.forms import entry as fields
from dokoclub.evenings.forms.entry import Unfinished, Written
from dokoclub.evenings.forms.sent import Sent, sent
from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.folded import Folded, read
from dokoclub.evenings.models import Entry
from dokoclub.evenings.selectors.previews import Preview
from dokoclub.evenings.selectors.sheets import outcome_of, rules_of
from dokoclub.evenings.shown.coming import coming, started
from dokoclub.evenings.shown.differences import later
from dokoclub.evenings.shown.reckoning import of_game
from dokoclub.evenings.shown.rows import kind
from dokoclub.evenings.views import answers, doors, questions
from dokoclub.evenings.views.doors import Door
from dokoclub.evenings.views.seats import amend_seats
from dokoclub.look import parts
from scoring.game.game import Game
from scoring.game.rows import Row, Table
from scoring.game.sheet import Line
from scoring.game.verdict import reason
from scoring.rules.rules import Rules
from scoring.terms import Party, Problem


@require_POST
def write_entry(request: UserRequest, sheet_id: int | None = None, token: str | None = None) -> HttpResponse:
    """A new row, or the choice between two versions of one."""
    door = doors.to_write(request, sheet_id, token)
    written, form = fields.read(request.POST), sent(request.POST)
    if not isinstance(written, Written):
        return _unfinished(request, door, written, form)
    if form.choice == "mine" and form.against:
        return _instead(request, door, doors.row(door, form.against), written, form)
    if form.uuid is None:
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    return _write(request, door, written, form, form.uuid)


def _write(request: UserRequest, door: Door, written: Written, form: Sent, uuid: UUID) -> HttpResponse:
    """Raises nothing: somebody who was faster, a form used twice, a closed sheet are questions."""
    try:
        entry = services.write_entry(
            door.sheet,
            written.facts,
            uuid=uuid,
            expected=form.expected,
            by=door.by,
            attribution=written.attribution,
            note=written.note,
        )
    except services.Overtaken as overtaken:
        if overtaken.entry is None:
            return questions.shorter(request, door)
        return questions.overtaken(request, door, written, overtaken.entry)
    except services.Reused:
        return questions.overtaken(request, door, written, doors.row(door, uuid))
    except services.Closed:
        return questions.closed(request, door)
    except services.Impossible as impossible:
        return questions.refused(request, door, impossible.problems)
    return answers.written(request, door, entry, _("%(row)s saved") % {"row": _name(entry, door)})


def _instead(request: UserRequest, door: Door, entry: Entry, written: Written, form: Sent) -> HttpResponse:
    """Mine holds: it takes the place of the other version."""
    again = {"choice": "mine", "against": str(entry.uuid)}

    def write() -> HttpResponse:
        return _amended(request, door, entry, written, form)

    return questions.answered(request, door, write, again=again, mine=(written, entry))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def amend_entry(
    request: UserRequest, uuid: UUID, sheet_id: int | None = None, token: str | None = None
) -> HttpResponse:
    """GET: the fields of the form that say this row, and what stood before it. POST: the correction.

    A change of the table has a page of its own, at the same address.
    """
    door = doors.to_write(request, sheet_id, token)
    entry = doors.row(door, uuid)
    if entry.kind == "table" and not entry.is_struck:
        return amend_seats(request, door, entry)
    if request.method != "POST":
        return _filled(door, entry)
    written, form = fields.read(request.POST), sent(request.POST)
    if not isinstance(written, Written):
        return _unfinished(request, door, written, form)

    def write() -> HttpResponse:
        return _amended(request, door, entry, written, form)

    return questions.answered(request, door, write, again={}, mine=(written, entry))


def _amended(request: UserRequest, door: Door, entry: Entry, written: Written, form: Sent) -> HttpResponse:
    amended = services.amend_entry(
        entry,
        written.facts,
        seen=form.seen,
        by=door.by,
        attribution=written.attribution,
        note=written.note,
        confirmed=form.confirmed,
    )
    said = _("%(row)s changed") % {"row": _name(amended, door)}
    return answers.written(request, door, amended, said, can_undo=amended.sheet.posted is not None)


def _filled(door: Door, entry: Entry) -> JsonResponse:
    """Raises Http404 for a row that is struck."""
    folded = read(door.sheet)
    row = facts.row_of(entry, folded.rules)
    if entry.is_struck or isinstance(row, Table):
        raise Http404
    at = folded.index(entry)
    before = Folded(folded.sheet, folded.entries[:at], (), folded.rows[:at])
    names = selectors.players({*before.paper.players, *facts.named(row)})
    return JsonResponse(
        {
            "fields": fields.fields(row, entry.attribution, entry.note),
            "coming": coming(before, names),
            "title": _name(entry, door),
        }
    )


def _name(entry: Entry, door: Door) -> str:
    """Game 14, or what else the row is."""
    if entry.number is not None:
        return _("Game %(number)s") % {"number": entry.number}
    return kind(facts.row_of(entry, rules_of(door.sheet)))


@require_POST
def preview_entry(request: UserRequest, sheet_id: int | None = None, token: str | None = None) -> HttpResponse:
    """The reckoning with the rule behind each line, and what would follow; `entry`: of the row that is corrected."""
    door = doors.to_write(request, sheet_id, token)
    written, form = fields.read(request.POST), sent(request.POST)
    if not isinstance(written, Written):
        return _unfinished(request, door, written, form)
    preview = _previewed(door, written, form)
    if preview.problems:
        return questions.refused(request, door, preview.problems)
    rules = rules_of(door.sheet)
    names = selectors.players({player for change in preview.later for player in change.after.totals})
    context = {
        "reckoning": _reckoned(facts.read(written.facts, rules), preview.line, rules),
        "started": started(preview.bock_games),
        "differences": later(preview.later, names, rules),
    }
    return render(request, "evenings/_preview.html", context)


def _unfinished(request: UserRequest, door: Door, unfinished: Unfinished, form: Sent) -> HttpResponse:
    """What is missing, and beside it what cannot have happened anyway: all at once."""
    preview = _previewed(door, unfinished.written, form)
    return questions.refused(request, door, unfinished.with_others(preview.problems))


def _previewed(door: Door, written: Written, form: Sent) -> Preview:
    if form.against:
        entry = doors.row(door, form.against)
        return selectors.preview_change(entry, written.facts, attribution=written.attribution, note=written.note)
    return selectors.preview(door.sheet, written.facts, attribution=written.attribution, note=written.note)


def _reckoned(row: Row | list[Problem], line: Line | None, rules: Rules) -> parts.Reckoning | None:
    if not isinstance(row, Game) or line is None:
        return None
    outcome = outcome_of(row)
    return of_game(rules, row, line.score.reckoning, [reason(rules, outcome, party) for party in Party])
