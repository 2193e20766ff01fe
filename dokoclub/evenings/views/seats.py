"""The seats of a table between two games: somebody comes, goes, changes places, or another one deals."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Player
from dokoclub.clubs.selectors import players_present
from dokoclub.clubs.services.writing import Reused
from dokoclub.evenings import selectors, services
from dokoclub.evenings.facts import key
from dokoclub.evenings.forms import seats as forms
from dokoclub.evenings.forms.seats import GuestForm, Seats
from dokoclub.evenings.forms.sent import sent
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.views import answers, doors
from dokoclub.evenings.views.doors import Door
from scoring.terms import Problem


@require_http_methods(["GET", "HEAD", "POST"])
def change_seats(request: UserRequest, sheet_id: int | None = None, token: str | None = None) -> HttpResponse:
    """Each tap comes back with the seats changed; only "From game 15 on" writes them."""
    door = doors.to_write(request, sheet_id, token)
    page = selectors.sheet_page(door.sheet, writers=False)
    people = forms.by_id([*players_present(door.sheet.evening.club), *page.table])
    if request.method != "POST":
        return _shown(request, door, page, people, Seats(page.table))
    seats = forms.read(request.POST, people)
    action = request.POST.get("do", "")
    if action == "guest" or (action == "enter" and request.POST.get("guest_name")):
        return _with_guest(request, door, page, people, seats)
    if action:
        return _shown(request, door, page, people, seats.tapped(action, people, request.POST.get("who", "")))
    return _written(request, door, page, people, seats)


def _shown(
    request: UserRequest,
    door: Door,
    page: SheetPage,
    people: dict[str, Player],
    seats: Seats,
    *,
    guest: GuestForm | None = None,
    problems: list[str] | None = None,
) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if problems or (guest and guest.errors) else HTTPStatus.OK
    context: dict[str, Any] = {
        "door": door,
        "seats": seats,
        "others": [player for player in people.values() if player not in seats.players],
        "newcomers": set(seats.players) - set(page.table),
        "dealer": seats.dealer or page.coming.dealer,
        "has_duties": page.rules.pflichtsolo and not _is_opening(page),
        "number": page.coming.number,
        "problems": problems or [],
        "guest": guest or GuestForm(),
        "uuid": request.POST.get("uuid") or uuid4(),
        "version": request.POST.get("seen") or door.sheet.version,
        "back": door.address("show_sheet"),
        "busy": selectors.at_open_tables(set(seats.players) - set(page.table), besides=door.sheet),
    }
    return render(request, "evenings/change_seats.html", context, status=status)


def _with_guest(
    request: UserRequest, door: Door, page: SheetPage, people: dict[str, Player], seats: Seats
) -> HttpResponse:
    """A guest is entered in the club on the spot, and sits down. With the pen alone nobody is entered."""
    guest = GuestForm(request.POST)
    if door.by is not None and guest.is_valid():
        try:
            uuid = sent(request.POST).uuid or uuid4()
            player = services.add_guest(
                door.sheet.evening.club, name=guest.cleaned_data["guest_name"], key=_guest_key(uuid, seats), by=door.by
            )
        except (ValidationError, Reused) as refusal:
            texts = refusal.messages if isinstance(refusal, ValidationError) else [_("This form was used before.")]
            guest.add_error("guest_name", texts)
        else:
            people = {**people, key(player): player}
            seats, guest = seats.tapped(f"join-{key(player)}", people, ""), GuestForm()
    return _shown(request, door, page, people, seats, guest=guest)


def _guest_key(uuid: UUID, seats: Seats) -> UUID:
    """A form sent twice enters one guest; the next guest of the same form is another one."""
    return UUID(int=(uuid.int + len(seats.players)) % 2**128)


def _written(
    request: UserRequest, door: Door, page: SheetPage, people: dict[str, Player], seats: Seats
) -> HttpResponse:
    dealer = seats.dealer if seats.dealer != page.coming.dealer else None
    if seats.players == page.table and dealer is None:
        return redirect(door.address("show_sheet"))
    form = sent(request.POST)
    try:
        if _is_opening(page):
            first = seats.dealer or _first_dealer(page, seats)
            services.correct_opening(door.sheet, players=seats.players, first_dealer=first, seen=form.seen, by=door.by)
        else:
            owing = [player for player in seats.players if player in seats.owing and player not in page.table]
            services.change_table(
                door.sheet, seats.players, uuid=form.uuid or uuid4(), by=door.by, dealer=dealer, owing=owing
            )
    except services.Impossible as impossible:
        return _shown(request, door, page, people, seats, problems=_told(impossible.problems))
    except services.Overtaken:
        problem = _("Somebody wrote on this sheet meanwhile. Please look at the seats again.")
        return _shown(request, door, page, people, Seats(page.table), problems=[problem])
    except (services.Closed, services.Reused):
        return _shown(request, door, page, people, seats, problems=[_("This sheet is closed.")])
    messages.success(request, _("The seats are changed."))
    return redirect(door.address("show_sheet"))


def _is_opening(page: SheetPage) -> bool:
    """Nothing is written yet: then the opening itself is put right."""
    return not page.rows


def _first_dealer(page: SheetPage, seats: Seats) -> Player:
    return page.coming.dealer if page.coming.dealer in seats.players else seats.players[0]


def _told(problems: list[Problem]) -> list[str]:
    return [answers.said(problem) for problem in problems]
