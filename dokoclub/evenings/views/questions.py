"""When the ledger says no: what is asked then, so that nothing typed is lost and nothing changes unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from dokoclub.evenings import selectors, services
from dokoclub.evenings.forms.entry import Written
from dokoclub.evenings.ledger import facts
from dokoclub.evenings.models import Entry
from dokoclub.evenings.selectors.sheets import ShownRow, rules_of
from dokoclub.evenings.shown.differences import later
from dokoclub.evenings.shown.versions import Side, conflict
from dokoclub.evenings.views import answers
from dokoclub.evenings.views.doors import Door
from scoring.terms import Problem

# What a confirmed form sends again beside its own fields.
Again = Mapping[str, object]


def answered(
    request: HttpRequest,
    door: Door,
    write: Callable[[], HttpResponse],
    *,
    again: Again,
    mine: tuple[Written, Entry] | None = None,
) -> HttpResponse:
    """What `write` answers, or the question that stands in its way.

    `again`: for the form that confirms. `mine`: what was to be written into which row, to be shown beside what
    somebody else wrote there meanwhile.
    """
    try:
        return write()
    except services.Closed:
        return closed(request, door)
    except services.Impossible as impossible:
        return refused(request, door, impossible.problems)
    except services.Unconfirmed as unconfirmed:
        return differences(request, door, unconfirmed, again, with_entry=mine is not None)
    except services.Overtaken as overtaking:
        if mine is None or overtaking.entry is None or overtaking.entry.is_struck:
            return changed(request, door)
        return overtaken(request, door, mine[0], overtaking.entry, can_be_both=False)


def closed(request: HttpRequest, door: Door) -> HttpResponse:
    return answers.question(request, door, "evenings/_closed.html", {})


def refused(request: HttpRequest, door: Door, problems: Iterable[Problem]) -> HttpResponse:
    own = rules_of(door.sheet).extra_names
    if answers.is_script(request):
        return answers.refused(problems, own)
    for text in dict.fromkeys(answers.said(problem, own) for problem in problems):
        messages.error(request, text)
    return redirect(door.address("show_sheet"))


def differences(
    request: HttpRequest, door: Door, unconfirmed: services.Unconfirmed, again: Again, *, with_entry: bool
) -> HttpResponse:
    """Later games would change: how, and whether that is wanted."""
    page = selectors.sheet_page(door.sheet, writers=False)
    context = {
        "differences": later(unconfirmed.changes, page.names, page.rules),
        "again": {**again, "seen": unconfirmed.version, "confirmed": "on"},
        "with_entry": with_entry,
        "action": request.path,
    }
    return answers.question(request, door, "evenings/_differences.html", context)


def changed(request: HttpRequest, door: Door) -> HttpResponse:
    """Somebody else changed or struck that row meanwhile."""
    return answers.question(request, door, "evenings/_changed.html", {})


def overtaken(
    request: HttpRequest, door: Door, written: Written, entry: Entry, *, can_be_both: bool = True
) -> HttpResponse:
    """Two versions of a game side by side. `can_be_both`: mine may be a game of its own."""
    page = selectors.sheet_page(door.sheet)
    row = facts.read(written.facts, page.rules)
    if isinstance(row, list):
        return refused(request, door, row)
    entry.sheet = page.sheet
    preview = selectors.preview_change(entry, written.facts, attribution=written.attribution, note=written.note)
    value = preview.line.score.reckoning.value if preview.line else None
    theirs = next(shown for shown in page.rows if shown.entry.pk == entry.pk)
    number = entry.number or page.coming.number
    after = page.coming.number if can_be_both else None
    mine = Side(_("By you"), row, written.note, value)
    shown = conflict(mine, _side(theirs, door), page.names, page.rules, number=number, after=after)
    context = {
        "conflict": shown,
        "action": door.address("write_entry"),
        "again": {"against": entry.uuid, "seen": page.sheet.version, "expected": page.coming.number},
    }
    return answers.question(request, door, "evenings/_conflict.html", context)


def _side(shown: ShownRow, door: Door) -> Side:
    entry = shown.entry
    by = entry.changed_by or entry.written_by
    title = _("By you") if door.by is not None and by == door.by else _("By %(name)s") % {"name": by or _("the pen")}
    return Side(title, shown.facts, entry.note, shown.reckoning.value if shown.reckoning else None)


def shorter(request: HttpRequest, door: Door) -> HttpResponse:
    """A game was struck meanwhile: this one gets a lower number than its form says."""
    page = selectors.sheet_page(door.sheet, writers=False)
    context = {"number": page.coming.number, "action": request.path}
    return answers.question(request, door, "evenings/_shorter.html", context)
