"""What the entry form says is worth, before it is written."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.words.games import own_names
from dokoclub.evenings import selectors
from dokoclub.evenings.forms.sent import Sent, read_sent
from dokoclub.evenings.selectors.previews import Preview
from dokoclub.evenings.shown.coming import tell_start
from dokoclub.evenings.shown.differences import tell_differences
from dokoclub.evenings.shown.reckoning import of_game
from dokoclub.evenings.shown.told import list_missing
from dokoclub.evenings.views import answers, doors
from dokoclub.evenings.views.doors import Door
from dokoclub.look import parts
from scoring.contract import form as fields
from scoring.contract.form import Unfinished, Written
from scoring.contract.kept import parse_row
from scoring.contract.told import read_told
from scoring.game.game import Game, outcome_of
from scoring.game.rows import Row
from scoring.game.sheet import Line
from scoring.game.verdict import reason_for
from scoring.rules.rules import Rules
from scoring.terms import Party, Problem


@require_POST
@doors.to_write
def preview_entry(request: UserRequest, door: Door) -> HttpResponse:
    """The reckoning with the rule behind each line, and what would follow; `entry`: of the row that is corrected."""
    written, form = fields.read_entry_form(request.POST), read_sent(request.POST)
    if not isinstance(written, Written):
        return _unfinished(door, written, form)
    preview = _previewed(door, written, form)
    if preview.problems:
        return answers.answer_refused(preview.problems, own_names(door.sheet.parsed))
    rules = door.sheet.parsed
    row = parse_row(written.facts, rules)
    names = selectors.fetch_players({player for change in preview.later for player in change.after.totals})
    context = {
        "reckoning": _reckoned(row, preview.line, rules),
        "missing": [*list_missing(read_told(written.attribution), row, rules)] if isinstance(row, Game) else (),
        "started": tell_start(preview.bock_games),
        "differences": tell_differences(preview.later, names, rules),
    }
    return render(request, "evenings/_preview.html", context)


def _unfinished(door: Door, unfinished: Unfinished, form: Sent) -> HttpResponse:
    """What is missing, and beside it what cannot have happened anyway: all at once."""
    preview = _previewed(door, unfinished.written, form)
    return answers.answer_refused(unfinished.with_others(preview.problems), own_names(door.sheet.parsed))


def _previewed(door: Door, written: Written, form: Sent) -> Preview:
    if form.against:
        entry = doors.row_behind(door, form.against)
        preview = selectors.preview_insertion if form.inserts else selectors.preview_change
        return preview(entry, written.facts, attribution=written.attribution, note=written.note)
    return selectors.preview_row(door.sheet, written.facts, attribution=written.attribution, note=written.note)


def _reckoned(row: Row | list[Problem], line: Line | None, rules: Rules) -> parts.Reckoning | None:
    if not isinstance(row, Game) or line is None:
        return None
    outcome = outcome_of(row)
    return of_game(rules, row, line.score.reckoning, [reason_for(rules, outcome, party) for party in Party])
