"""The style page: the templates of all apps with sample contexts from their own presenters. No query, no write.
Its links and forms lead to a club that nobody has, so that they answer as they do to strangers.
"""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.messages.storage.base import Message
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from dokoclub.accounts.models import Account
from dokoclub.clubs.views.links import handed_over
from dokoclub.core.http import Request
from dokoclub.evenings.access import AtSheet
from dokoclub.evenings.presenters.entry_form import entry_form
from dokoclub.evenings.presenters.finale import format_end
from dokoclub.evenings.presenters.sheet import get_title, render_sheet
from dokoclub.evenings.selectors.evenings import EveningPage, TableLine
from dokoclub.evenings.selectors.glances import Glance
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.views import sheet
from dokoclub.evenings.views.sheet import whole_context
from dokoclub.evenings.views.sheet_access import Address, SheetContext
from dokoclub.settlement.views.evening import get_context
from dokoclub.ui import components
from tools.style.forms.sample import SampleForm
from tools.style.shown import league, money, sheets
from tools.style.shown.club import NOBODYS, OWNER, PLAYERS, make_evening, make_seats
from tools.style.shown.states import STATES, State, fill_form


@require_safe
@login_not_required
def show_style(request: Request) -> HttpResponse:
    """Show every component, for page developers; not in production."""
    page = sheets.make_page(sheets.sheet_of_four())
    context = {
        "states": [(name, state.called) for name, state in STATES.items()],
        "sheet": _render_sheet(_open_sheet(page), page),
        **league.league_context(),
        **get_context(make_evening(is_open=False), money.make_settlement()),
        "players": [*make_seats("AF"), PLAYERS["J"]],
        "running": _evening_page(page),
        "glances": _glances(),
        "messages": [
            Message(messages.SUCCESS, _("Saved.")),
            Message(messages.WARNING, _("The evening is still open: close it first.")),
        ],
        "link": handed_over("/invitation/8XkQ2-v7Lr0aTq3m9Zc1/"),
        "form": SampleForm(),
        "wrong_form": SampleForm({"wrong-stake": "-3", "wrong-note": "x" * 300}, prefix="wrong"),
    }
    return render(request, "style/show_style.html", context)


def _evening_page(page: SheetPage) -> EveningPage:
    best = max(column.total for column in page.columns)
    leaders = tuple(column.player for column in page.columns if column.leads)
    line = TableLine(sheet=page.sheet, players=page.table, leaders=leaders, best=best, is_mine=True)
    return EveningPage(evening=page.sheet.evening, rounds=((1, (line,)),), ranking=(), style=page.style)


def _glances() -> list[Glance]:
    one, other = (make_evening(is_open=False, weeks_ago=weeks).evening for weeks in (1, 2))
    return [
        Glance(evening=one, tables=2, games=31, best=44, winners=tuple(make_seats("B"))),
        Glance(evening=other, tables=1, games=24, best=12, winners=tuple(make_seats("FJ"))),
    ]


@require_safe
@login_not_required
def show_state(request: Request, state: str) -> HttpResponse:
    """Show the sheet of a table in one of its states, with the page of the evenings itself."""
    if state not in STATES:
        raise Http404
    if request.htmx:  # asks whether there is anything new
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    chosen = STATES[state]
    page = sheets.make_page(chosen.sheet(), large=chosen.large)
    sheet_context = _open_sheet(page, drafts=list(STATES).index(state))
    context = whole_context(request, sheet_context, page)
    context |= {
        "title": get_title(page.sheet),
        "sheet": _render_sheet(sheet_context, page, unfolds=chosen.unfolds),
        "follow_url": request.path,
        "drafts": sheet_context.drafts,
        "messages": _said(chosen, page),
        "ended": format_end(page),
    }
    if "form" in context:
        context["form"] = fill_form(entry_form(page), state)
    return render(request, "evenings/show_sheet.html", context)


def _open_sheet(page: SheetPage, *, drafts: int = 0) -> SheetContext:
    """Return the context of a sheet. `drafts`: each state has its own drafts, as accounts have."""
    at = AtSheet(page.sheet, OWNER, may_write=True)
    return SheetContext(at, Address({"sheet_id": NOBODYS}), Account(pk=-drafts))


def _render_sheet(sheet_context: SheetContext, page: SheetPage, *, unfolds: bool = False) -> components.PrintedSheet:
    """Return the sheet with the details below each row unfolded, because there is no server to load them from."""
    details = {row.entry.uuid: sheet.get_detail(sheet_context, page, row) for row in page.rows}
    paper = render_sheet(page, lambda _uuid: "", unfolded=details)
    return replace(paper, rows=[replace(row, open=unfolds and row is paper.rows[0]) for row in paper.rows])


def _said(state: State, page: SheetPage) -> list[Message]:
    number = page.coming.number - 1
    row = _("Game %(number)s") % {"number": number}
    return [Message(messages.SUCCESS, _("%(row)s saved") % {"row": row})] if state.says else []
