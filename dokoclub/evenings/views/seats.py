"""Views for the seats of a table between two games: join, leave, rest, change places, change the dealer.

The same page corrects such a change later. Closing, reopening and withdrawing a sheet, and its scoring link, are here,
too.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs.hooks import collect_pieces
from dokoclub.clubs.models import Player
from dokoclub.clubs.selectors import active_players
from dokoclub.clubs.texts.games import own_names
from dokoclub.clubs.views.links import handed_over
from dokoclub.core import http as errors_look
from dokoclub.core.http import PAGE_AND_FORM
from dokoclub.evenings import access, hooks
from dokoclub.evenings.domain.events import scoring_key
from dokoclub.evenings.forms import seats as forms
from dokoclub.evenings.forms.evening import GuestForm
from dokoclub.evenings.forms.seats import Seats, read_sent
from dokoclub.evenings.models import Entry, Sheet
from dokoclub.evenings.selectors import evenings, sheets
from dokoclub.evenings.selectors import people as people_selectors
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.services import errors
from dokoclub.evenings.services import evenings as evenings_services
from dokoclub.evenings.services import sheets as sheets_services
from dokoclub.evenings.views import opening, operations, sheet_access
from dokoclub.evenings.views.sheet_access import SheetContext, miss_deleted
from dokoclub.ui.texts import format_phrase
from scoring.contract.sheet_text import format_differences
from scoring.terms import Problem


@dataclass
class SeatsPage:
    """The page for changing seats. `table`: the players before; `entry`: the change to correct, if any."""

    request: UserRequest
    sheet_context: SheetContext
    page: SheetPage  # as it was when the change was made
    entry: Entry | None = None
    people: dict[str, Player] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.people = people_selectors.key_players([*self._others(), *self.page.circle])

    def _others(self) -> Iterable[Player]:
        """Return the people who may join: everybody in the club; by scoring link only those who are here anyway."""
        evening = self.sheet_context.sheet.evening
        return (
            people_selectors.here_this_evening(evening)
            if self.sheet_context.by is None
            else active_players(evening.club)
        )

    @property
    def table(self) -> tuple[Player, ...]:
        return self.page.table

    @cached_property
    def as_it_is(self) -> Seats:
        """Return the seats that the page starts with."""
        if self.entry is None:
            return Seats(self.table, resting=self.page.resting)
        facts, said = self.entry.facts, self.entry.attribution
        written = {"seats": facts["players"], "owing": said.get("owing", ()), "resting": said.get("resting", ())}
        data = {name: " ".join(players) for name, players in written.items()}
        everybody = people_selectors.key_players(
            [*self.people.values(), *people_selectors.fetch_players(facts["players"]).values()]
        )
        return forms.read_seats({**data, "dealer": facts.get("dealer", "")}, everybody)

    @property
    def is_opening(self) -> bool:
        """Return whether nothing is written yet, so that the opening itself is corrected."""
        return self.entry is None and not self.page.rows

    def tapped(self, seats: Seats, action: str) -> Seats:
        return seats.tapped(action, self.people, self.request.POST.get("who", ""), self.page.circle)

    def shown(
        self,
        seats: Seats,
        *,
        guest: GuestForm | None = None,
        problems: list[str] | None = None,
        more: dict[str, Any] | None = None,
    ) -> HttpResponse:
        status = HTTPStatus.UNPROCESSABLE_ENTITY if problems or (guest and guest.errors) else HTTPStatus.OK
        context: dict[str, Any] = {
            "sheet_context": self.sheet_context,
            "seats": seats,
            "others": [player for player in self.people.values() if player not in (*seats.players, *seats.resting)],
            "newcomers": set(seats.players) - set(self.page.circle),
            "dealer": seats.dealer or self.page.coming.dealer,
            "has_duties": self.page.rules.pflichtsolo and not self.is_opening,
            "number": self.page.coming.number,
            "entry": self.entry,
            "problems": problems or [],
            "guest": guest or GuestForm(),
            "uuid": self.request.POST.get("uuid") or uuid4(),
            "version": self.request.POST.get("seen") or self.sheet_context.sheet.version,
            "back": self.sheet_context.address("show_sheet"),
            "busy": people_selectors.at_open_tables(
                set(seats.players) - set(self.table), besides=self.sheet_context.sheet
            ),
            **(more or {}),
        }
        return render(self.request, "evenings/change_seats.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@sheet_access.to_write
def change_seats(request: UserRequest, sheet_context: SheetContext) -> HttpResponse:
    """Change the seats. Each tap returns the page with new seats; only "From game 15 on" saves them."""
    return _answer(SeatsPage(request, sheet_context, sheets.sheet_page(sheet_context.sheet, writers=False)))


@require_http_methods(["GET", "HEAD", "POST"])
@sheet_access.to_write
def amend_seats(request: UserRequest, sheet_context: SheetContext, uuid: UUID) -> HttpResponse:
    """Correct an earlier change of the table on the same page; a game is corrected on its sheet."""
    entry = sheet_access.row_behind(sheet_context, uuid)
    if entry.kind != "table" or entry.is_struck:
        raise Http404
    return _answer(SeatsPage(request, sheet_context, sheets.page_before(entry), entry))


def _answer(page: SeatsPage) -> HttpResponse:
    request = page.request
    if request.method != "POST":
        return page.shown(page.as_it_is)
    seats = forms.read_seats(
        request.POST, people_selectors.key_players([*page.people.values(), *page.as_it_is.players])
    )
    action = request.POST.get("do", "")
    if action == "guest" or (action == "enter" and request.POST.get("guest_name")):
        return _with_guest(page, seats)
    if action:
        return page.shown(page.tapped(seats, action))
    return _written(page, seats)


def _with_guest(page: SeatsPage, seats: Seats) -> HttpResponse:
    """Add a guest to the club and seat them. By scoring link nobody can be added."""
    guest, sheet_context = GuestForm(page.request.POST), page.sheet_context
    player = (
        None
        if sheet_context.by is None
        else opening.add_guest_from(guest, sheet_context.sheet.evening.club, by=sheet_context.by)
    )
    if player is None:
        return page.shown(seats, guest=guest)
    page.people[scoring_key(player)] = player
    return page.shown(page.tapped(seats, f"join-{scoring_key(player)}"))


def _written(page: SeatsPage, seats: Seats) -> HttpResponse:
    sheet_context = page.sheet_context
    if seats.dealer == page.page.coming.dealer:  # same as by rotation
        seats = replace(seats, dealer=None)
    if seats == page.as_it_is:
        messages.info(page.request, _("Nothing was changed."))
        return redirect(sheet_context.address("show_sheet"))
    try:
        _write(page, seats)
    except errors.Impossible as impossible:
        return page.shown(seats, problems=_describe_problems(page, impossible.problems))
    except errors.Unconfirmed as unconfirmed:
        names = sheets.sheet_page(sheet_context.sheet).names
        differences = [format_phrase(told, names) for told in format_differences(unconfirmed.changes, page.page.rules)]
        return page.shown(seats, more={"differences": differences, "version": unconfirmed.version, "asks": True})
    except errors.Conflict:
        problem = _("Someone has written on this sheet. Check the seats again.")
        return page.shown(page.as_it_is, problems=[problem], more={"version": sheet_context.sheet.version})
    except (errors.Closed, errors_look.Reused):
        return page.shown(seats, problems=[_("This sheet is closed.")])
    messages.success(page.request, _("Seats changed."))
    return redirect(sheet_context.address("show_sheet"))


def _write(page: SeatsPage, seats: Seats) -> None:
    form, sheet_context = read_sent(page.request.POST), page.sheet_context
    if page.is_opening and not seats.resting:
        first = seats.dealer or _first_dealer(page.page, seats)
        sheets_services.correct_opening(
            sheet_context.sheet, players=seats.players, first_dealer=first, seen=form.seen, by=sheet_context.by
        )
        return
    owing = [player for player in seats.players if player in seats.owing and player not in page.table]
    if page.entry is None:
        sheets_services.change_table(
            sheet_context.sheet,
            seats.players,
            uuid=form.uuid or uuid4(),
            by=sheet_context.by,
            dealer=seats.dealer,
            owing=owing,
            resting=seats.resting,
        )
    else:
        sheets_services.amend_table(
            page.entry,
            seats.players,
            seen=form.seen,
            by=sheet_context.by,
            dealer=seats.dealer,
            owing=owing,
            resting=seats.resting,
            confirmed=form.confirmed,
        )


def _first_dealer(page: SheetPage, seats: Seats) -> Player:
    return page.coming.dealer if page.coming.dealer in seats.players else seats.players[0]


def _describe_problems(page: SeatsPage, problems: list[Problem]) -> list[str]:
    return [operations.describe_problem(problem, own_names(page.page.rules)) for problem in problems]


@require_POST
@miss_deleted
def close_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_score(request.user, sheet_id).sheet
    sheets_services.close_sheet(sheet, by=request.user)
    messages.success(request, _("Table %(table)s is finished.") % {"table": sheet.table})
    return _to_evening(sheet)


@require_POST
def reopen_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_own(request.user, sheet_id).sheet
    try:
        sheets_services.reopen_sheet(sheet, by=request.user)
    except errors.Closed:
        messages.error(request, _("The evening has ended. An owner can reopen it."))
    else:
        messages.success(request, _("Table %(table)s is open again.") % {"table": sheet.table})
    return _to_evening(sheet)


@require_POST
def withdraw_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_score(request.user, sheet_id).sheet
    try:
        sheets_services.withdraw_sheet(sheet, by=request.user)
    except errors.Closed:
        messages.error(request, _("The sheet is closed."))
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
    else:
        messages.success(request, _("Table %(table)s is gone.") % {"table": sheet.table})
    return _to_evening(sheet)


def _to_evening(sheet: Sheet) -> HttpResponse:
    return redirect("evenings:show_evening", sheet.evening_id)


@require_http_methods(PAGE_AND_FORM)
def show_pen(request: UserRequest, sheet_id: int) -> HttpResponse:
    """Show the scoring link, which writes on this sheet without an account. It is created by POST only."""
    at = access.sheet_to_score(request.user, sheet_id)
    if request.method == "POST":
        try:
            evenings_services.create_scoring_link(at.sheet)
        except errors.Closed:
            messages.error(request, _("The sheet is closed."))
            return _to_evening(at.sheet)
        return redirect("evenings:show_pen", sheet_id)
    evening, token = at.sheet.evening, people_selectors.get_pen(at.sheet)
    context = {
        "me": at.membership,
        "club": evening.club,
        "evening": evening,
        "sheet": at.sheet,
        "is_alone": evenings.has_one_sheet(evening),
        "link": handed_over(reverse("evenings:show_sheet_by_pen", args=[token])) if token else None,
        "parts": collect_pieces(hooks.pen_parts, at.sheet, token) if token and evening.is_open else [],
    }
    return render(request, "evenings/show_pen.html", context)


@require_POST
@miss_deleted
def revoke_pen(request: UserRequest, sheet_id: int) -> HttpResponse:
    sheet = access.sheet_to_score(request.user, sheet_id).sheet
    evenings_services.revoke_pen(sheet)
    messages.success(request, _("The scoring link no longer works."))
    return redirect("evenings:show_pen", sheet.pk)
