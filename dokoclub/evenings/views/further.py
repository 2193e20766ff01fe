"""Views for more tables on a running evening: one next to those that play, or the next round for everybody."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.models import Player
from dokoclub.core import http as errors_look
from dokoclub.core.http import PAGE_AND_FORM
from dokoclub.evenings import access
from dokoclub.evenings.access import AtEvening
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.forms.evening import FurtherTablesForm, NextRoundForm, TablesForm
from dokoclub.evenings.forms.seats import Seating, TypedTable, free_numbers
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.selectors import evenings, people, starting
from dokoclub.evenings.selectors.evenings import EveningPage, TableLine
from dokoclub.evenings.services import errors
from dokoclub.evenings.services import sheets as sheets_services
from dokoclub.evenings.views.opening import OpeningPage
from scoring.rules.rules import Rules

Open = Callable[[Sequence[NewSheet], dict[str, Any]], list[Sheet]]  # the tables, and the other values of the form


@require_http_methods(PAGE_AND_FORM)
def open_tables(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    now = evenings.evening_page(at.evening)
    name = free_numbers(1, besides=[line.sheet.table for line in _last_tables(now)])[0]

    def open_beside(tables: Sequence[NewSheet], said: dict[str, Any]) -> list[Sheet]:
        return sheets_services.open_sheets(at.evening, tables, in_round=max(said["round"], 1), by=request.user)

    page = _page(request, at, now, FurtherTablesForm, {"is_next_round": False})
    return _answer(page, at, now, Seating((TypedTable(name=name),)), open_beside)


@require_http_methods(PAGE_AND_FORM)
def next_round(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_score(request.user, evening_id)
    now = evenings.evening_page(at.evening)
    tables = [TypedTable(line.players, None, line.sheet.table) for line in _last_tables(now)]

    def open_next(tables: Sequence[NewSheet], said: dict[str, Any]) -> list[Sheet]:
        return sheets_services.next_round(
            at.evening, tables, after=said["round"], closing=said["close"], by=request.user
        )

    page = _page(request, at, now, NextRoundForm, {"is_next_round": True})
    return _answer(page, at, now, Seating(tuple(tables) or (TypedTable(),)), open_next)


def _page(
    request: UserRequest, at: AtEvening, now: EveningPage, form: type[TablesForm], context: dict[str, Any]
) -> OpeningPage:
    everybody = _everybody(at, now)
    seats = people.at_open_tables(everybody)
    if context["is_next_round"]:  # players at a table of this evening are about to leave it
        seats = [seat for seat in seats if seat.sheet.evening_id != at.evening.pk]
    busy = {seat.player_id: seat for seat in seats}
    return OpeningPage(
        request=request,
        me=at.membership,
        everybody=sorted(everybody, key=lambda player: player.pk in busy),  # free players come first
        busy=busy,
        standing=lambda: {place.player.pk: place.points for place in now.ranking},
        make=partial(form, own_rules=_("as before")),
        context={"evening": at.evening, **context},
    )


def _everybody(at: AtEvening, now: EveningPage) -> list[Player]:
    """Return everybody: those present in seat order, then the others, the most frequent first."""
    proposal = starting.suggest_start(at.evening.club)
    here = [player for line in _last_tables(now) for player in line.players]
    return list(dict.fromkeys([*here, *proposal.players, *proposal.others]))


def _last_tables(now: EveningPage) -> Sequence[TableLine]:
    return now.rounds[-1][1] if now.rounds else ()


def _answer(page: OpeningPage, at: AtEvening, now: EveningPage, seating: Seating, open_them: Open) -> HttpResponse:
    if not at.evening.is_open:
        return _refuse_closed(page, at)
    if page.request.method != "POST":
        return page.shown(page.make(seating=seating, initial=_as_before(now)))
    tapped = page.tapped()
    if tapped is not None:
        return tapped
    form = page.make(page.request.POST, seating=page.read())
    return _open(page, at, now, form, open_them) if form.is_valid() else page.refused(form)


def _open(page: OpeningPage, at: AtEvening, now: EveningPage, form: TablesForm, open_them: Open) -> HttpResponse:
    try:
        sheets = open_them(form.new_sheets(_rules(at, now)), form.cleaned_data)
    except errors.Closed:
        return _refuse_closed(page, at)
    except errors.Impossible as impossible:
        form.refuse(impossible.problems)
    except errors_look.Reused:
        form.add_error("tables", _("A table of this name is open already, with other people."))
    else:
        return page.opened(at.evening, sheets, form)
    return page.refused(form)


def _refuse_closed(page: OpeningPage, at: AtEvening) -> HttpResponse:
    messages.error(page.request, _("The evening has ended. An owner can reopen it."))
    return redirect("evenings:show_evening", at.evening.pk)


def _as_before(now: EveningPage) -> dict[str, Any]:
    before: dict[str, Any] = {"round": now.last_round}
    if now.tables:
        sheet = now.tables[-1].sheet
        before |= {"length_kind": sheet.length_kind, "length": sheet.length}
    return before


def _rules(at: AtEvening, now: EveningPage) -> Rules:
    """Return the rules of the current tables, or else of the club."""
    if now.tables:
        return now.tables[-1].sheet.parsed
    return starting.suggest_start(at.evening.club).rules.parsed
