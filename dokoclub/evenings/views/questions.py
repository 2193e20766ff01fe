"""When the ledger says no: what is asked then, so that nothing typed is lost and nothing changes unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from dokoclub.clubs.words.games import own_names
from dokoclub.evenings import selectors, services
from dokoclub.evenings.ledger import checks, facts
from dokoclub.evenings.ledger.rewriting import rewrite_row
from dokoclub.evenings.models import Entry
from dokoclub.evenings.selectors.sheets import ShownRow
from dokoclub.evenings.shown.differences import tell_differences
from dokoclub.evenings.shown.versions import Side, compare_versions
from dokoclub.evenings.views import answers, doors
from dokoclub.evenings.views.doors import Door
from dokoclub.look.http import Request
from scoring.contract.attribution import Attribution, read_attribution
from scoring.contract.form import Written
from scoring.game.game import Game
from scoring.terms import Problem

# What a confirmed form sends again beside its own fields.
Again = Mapping[str, object]


@dataclass(frozen=True)
class Asked:
    """What somebody wants of a sheet, for when the ledger says no."""

    request: Request
    door: Door
    again: Again = field(default_factory=dict)  # what the form that confirms sends again
    mine: Written | None = None  # what was to be written
    corrected: bool = False  # into a row that stands there, not as a new one
    does: str = ""  # the word for it, where it is no correction


def answer_or_ask(asked: Asked, write: Callable[[], HttpResponse]) -> HttpResponse:
    """What `write` answers, or the question that stands in its way."""
    try:
        return write()
    except services.Closed:
        return answer_closed(asked)
    except services.Impossible as impossible:
        return answer_impossible(asked, impossible.problems)
    except services.Unconfirmed as unconfirmed:
        return ask_about_differences(asked, unconfirmed)
    except services.Overtaken as overtaking:
        return answer_overtaken(asked, overtaking.entry)
    except services.Reused as reused:
        return reused_by(asked, reused)


def answer_closed(asked: Asked) -> HttpResponse:
    return _question(asked, "evenings/_closed.html", {})


def answer_impossible(asked: Asked, problems: Iterable[Problem]) -> HttpResponse:
    own = own_names(asked.door.sheet.parsed)
    if asked.request.htmx:
        return answers.answer_refused(problems, own)
    for text in dict.fromkeys(answers.describe_problem(problem, own) for problem in problems):
        messages.error(asked.request, text)
    return redirect(asked.door.address("show_sheet"))


def ask_about_differences(asked: Asked, unconfirmed: services.Unconfirmed) -> HttpResponse:
    """Later games would change: how, and whether that is wanted."""
    page = selectors.sheet_page(asked.door.sheet, writers=False)
    context = {
        "differences": tell_differences(unconfirmed.changes, page.names, page.rules),
        "again": {**asked.again, "seen": unconfirmed.version, "confirmed": "on"},
        "with_entry": asked.mine is not None,
        "action": asked.request.path,
        "does": asked.does,
    }
    return _question(asked, "evenings/_differences.html", context)


def answer_overtaken(asked: Asked, entry: Entry | None) -> HttpResponse:
    """Somebody else was faster, at that number or in that row."""
    if entry is None and asked.mine and not asked.corrected:
        return _shorter(asked)
    if asked.mine is None or entry is None or (asked.corrected and entry.is_struck):
        return _question(asked, "evenings/_changed.html", {})
    return _two_versions(asked, asked.mine, entry)


def reused_by(asked: Asked, reused: services.Reused) -> HttpResponse:
    """The form was sent before, with another game: that one stands there. Raises Http404 where it is not of here."""
    if asked.mine is None or reused.uuid is None:
        raise reused
    return _two_versions(asked, asked.mine, doors.row_behind(asked.door, reused.uuid))


def _two_versions(asked: Asked, written: Written, entry: Entry) -> HttpResponse:
    """Side by side; mine may be a game of its own where it corrects none."""
    door = asked.door
    page = selectors.sheet_page(door.sheet)
    entry.sheet, folded = page.sheet, page.folded
    table = folded.players_before(folded.index(entry))
    row = checks.read_row(dict(written.facts), dict(written.attribution), written.note, page.sheet, table)
    if isinstance(row, list):
        return answer_impossible(asked, checks.with_names(row, page.sheet))
    change = rewrite_row(folded, entry, row)
    found = checks.list_problems(change.after, {entry.uuid: ""}, since=change.since, before=change.before)
    if not page.names.keys() >= {*facts.named_in(row)}:  # of another club, say: there is no such version
        return answer_impossible(asked, checks.with_names(found, page.sheet))
    value = None if found else change.after.lines[change.after.index(entry)].score.reckoning.value
    theirs = next(shown for shown in page.rows if shown.entry.pk == entry.pk)
    number = entry.number or page.coming.number
    after = None if asked.corrected else page.coming.number
    known = read_attribution(written.attribution, row) if isinstance(row, Game) else Attribution()
    mine = Side(_("By you"), row, written.note, value, known)
    shown = compare_versions(mine, _side(theirs, door), page.names, page.rules, number=number, after=after)
    context = {
        "conflict": shown,
        "action": door.address("write_entry"),
        "again": {"against": entry.uuid, "seen": page.sheet.version, "expected": page.coming.number},
    }
    return _question(asked, "evenings/_conflict.html", context)


def _side(shown: ShownRow, door: Door) -> Side:
    entry = shown.entry
    by = entry.changed_by or entry.written_by
    title = _("By you") if door.by is not None and by == door.by else _("By %(name)s") % {"name": by or _("the pen")}
    return Side(title, shown.facts, entry.note, shown.reckoning.value if shown.reckoning else None, shown.attribution)


def _shorter(asked: Asked) -> HttpResponse:
    """A game was struck meanwhile: this one gets a lower number than its form says."""
    page = selectors.sheet_page(asked.door.sheet, writers=False)
    context = {"number": page.coming.number, "action": asked.request.path}
    return _question(asked, "evenings/_shorter.html", context)


def _question(asked: Asked, template: str, more: dict[str, Any]) -> HttpResponse:
    """409: a question that takes the place of the form, or a page of its own without scripts."""
    door, page = asked.door, template if asked.request.htmx else "evenings/question.html"
    context = {**more, "door": door, "question": template, "back": door.address("show_sheet")}
    return render(asked.request, page, context, status=HTTPStatus.CONFLICT)
