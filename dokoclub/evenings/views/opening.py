"""Views to start an evening, at one table or at several, with guests and drawn tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from http import HTTPStatus
from typing import Any, Final, NamedTuple, cast
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BooleanField
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.models import Account
from dokoclub.clubs import access
from dokoclub.clubs.models import Club, Membership, Player, Right
from dokoclub.clubs.presenters.club_page import rules_state
from dokoclub.core import http as errors_look
from dokoclub.core.http import PAGE_AND_FORM, Reused
from dokoclub.evenings.forms import seats
from dokoclub.evenings.forms.evening import GuestForm, StartForm, TablesForm
from dokoclub.evenings.forms.seats import Seating, TypedTable
from dokoclub.evenings.models import Evening, Seat, Sheet
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.presenters import seating_plan
from dokoclub.evenings.selectors import evenings, glances, starting
from dokoclub.evenings.selectors import people as people_selectors
from dokoclub.evenings.services import errors, people
from dokoclub.evenings.services import evenings as evenings_services
from scoring.terms import PLAYING

Points = Mapping[int, int]  # by player
Make = Callable[..., TablesForm]
LONGEST_NUMBER: Final = 19  # digits: no database has longer ids
MOST_NAMED: Final = 3  # of the evenings still open


def add_guest_from(guest: GuestForm, club: Club, *, by: Account) -> Player | None:
    """Return the new guest, or None with the errors in the form."""
    if not guest.is_valid():
        return None
    name = guest.cleaned_data["guest_name"]
    for key in (guest.cleaned_data["guest_key"], uuid4()):  # the second, in case the first has added another player
        try:
            return people.add_guest(club, name=name, key=key, by=by, guest=guest.is_guest)
        except Reused:
            continue
        except ValidationError as refusal:
            guest.add_error("guest_name", refusal.messages)
            break
    return None


class OpeningPage(NamedTuple):
    """The page apart from the submitted data. `standing` is called only when tables are drawn by it."""

    request: UserRequest
    me: Membership
    everybody: Sequence[Player]
    busy: Mapping[int, Seat]  # by player: their seat at an open table
    standing: Callable[[], Points]
    make: Make  # makes the form for a seating
    context: dict[str, Any]

    def read(self) -> Seating:
        return seats.read_seating(self.request.POST, people_selectors.key_players(self.everybody))

    def shown(self, form: TablesForm, status: HTTPStatus = HTTPStatus.OK, **more: Any) -> HttpResponse:
        """Render the page, or its form alone for a script."""
        context = {
            "me": self.me,
            "club": self.me.club,
            "form": form,
            "guest": GuestForm(may_enter=self.me.may(Right.OWN), initial={"guest_belongs": self._is_new_club}),
            "plan": seating_plan.Plan(everybody=self.everybody, seating=form.seating, busy=self.busy),
            **self.context,
            **more,
        }
        is_fragment = self.request.htmx
        template = "evenings/_opening.html" if is_fragment else "evenings/open_tables.html"
        return render(self.request, template, context, status=status)

    def refused(self, form: TablesForm) -> HttpResponse:
        return self.shown(form, HTTPStatus.UNPROCESSABLE_ENTITY)

    def tapped(self) -> HttpResponse | None:
        """Return the page after a tap; None to open the tables as they are in the form."""
        data, seating = self.request.POST, self.read()
        action = data.get("do", "")
        if data.get("guest_name", "").strip() and action in ("", "enter", "guest"):
            return self._with_guest(seating)
        match action:
            case "":
                return None
            case "lot" | "standing":
                return self._drawn(seating, by_lot=action == "lot")
            case _:
                return self.shown(
                    self._refill(seats.change_seating(seating, action, people_selectors.key_players(self.everybody)))
                )

    def _refill(self, seating: Seating) -> TablesForm:
        """Return the form with the values typed so far, without validating them."""
        return self.make(seating=seating, initial=_typed(self.make(seating=seating), self.request.POST))

    def _with_guest(self, seating: Seating) -> HttpResponse:
        guest = GuestForm(self.request.POST, may_enter=self.me.may(Right.OWN))
        player = add_guest_from(guest, self.me.club, by=self.request.user)
        if player is None:
            return self.shown(self._refill(seating), HTTPStatus.UNPROCESSABLE_ENTITY, guest=guest)
        everybody = self.everybody if player in self.everybody else [*self.everybody, player]
        comers = everybody if self._is_new_club else [player]  # a new club needs everybody
        for one in comers:
            seating = seating if one in seating.everybody else seating.toggled(one)
        return self._replace(everybody=everybody).shown(self._refill(seating))

    @property
    def _is_new_club(self) -> bool:
        """Return whether this is a new club whose own people are entered here: by default, they become members."""
        return len(self.everybody) < PLAYING

    def _drawn(self, seating: Seating, *, by_lot: bool) -> HttpResponse:
        here = seating.everybody
        try:
            tables = seats.by_lot(here, uuid4().hex) if by_lot else seats.by_standing(_ranked(here, self.standing()))
        except ValueError:
            problem = _("Tap at least four before drawing tables.")
            return self.shown(self._refill(seating), HTTPStatus.UNPROCESSABLE_ENTITY, problem=problem)
        return self.shown(self._refill(seating.drawn(tables)))

    def opened(self, evening: Evening, sheets: Iterable[Sheet], form: TablesForm) -> HttpResponse:
        """Redirect to the sheet of a single table, or to all tables. Warn about players at two tables."""
        for warning in seating_plan.warn_of_busy(form.seating.everybody, self.busy):
            messages.warning(self.request, warning)
        opened = list(sheets)
        if len(opened) == 1:
            return redirect("evenings:show_sheet", opened[0].pk)
        return redirect("evenings:show_evening", evening.pk)


def _typed(form: TablesForm, data: QueryDict) -> dict[str, Any]:
    return {
        name: name in data if isinstance(field, BooleanField) else data.get(name)
        for name, field in form.fields.items()
        if name in data or isinstance(field, BooleanField)
    }


def _ranked(players: Sequence[Player], points: Points) -> list[Player]:
    """Return the players, the best first, then those without points."""
    return sorted(players, key=lambda player: (player.pk not in points, -points.get(player.pk, 0)))


@require_http_methods(PAGE_AND_FORM)
def start_evening(request: UserRequest, club_id: int) -> HttpResponse:
    """Start an evening, with the values of the last evening as defaults."""
    me = access.enter_club(request.user, club_id, Right.SCORE)
    today = date_of_play()
    proposal = _proposal(request, me)
    busy = {seat.player_id: seat for seat in people_selectors.at_open_tables([*proposal.players, *proposal.others])}
    proposal = _without_players(proposal, busy, today)
    page = _page(request, me, proposal, busy, today)
    if request.method != "POST":
        seating = Seating((TypedTable(proposal.players, proposal.first_dealer, "1"),))
        return page.shown(page.make(seating=seating, initial=_as_proposed(proposal)))
    tapped = page.tapped()
    if tapped is not None:
        return tapped
    form = cast(StartForm, page.make(request.POST, seating=page.read()))
    if form.is_valid():
        try:
            tables = form.new_sheets(proposal.rules.parsed)
            evening = evenings_services.start_evening(me.club, tables, by=request.user, **form.about_evening)
        except errors.Impossible as impossible:
            form.refuse(impossible.problems)
        except errors_look.Reused:
            form.used_before()
        else:
            return page.opened(evening, evening.sheets.all(), form)
    return page.refused(form)


def _proposal(request: UserRequest, me: Membership) -> starting.Suggestion:
    """Return the suggestion with the people coming to the date in `?date=12`; without it, to today's date."""
    number = request.GET.get("date", "")
    if number.isascii() and number.isdecimal() and len(number) < LONGEST_NUMBER:
        return starting.suggest_arrivals(me.club, int(number))
    planned = glances.planned_today(me.club) if not number else None
    return starting.suggest_arrivals(me.club, planned.number) if planned else starting.suggest_start(me.club)


def _without_players(proposal: starting.Suggestion, busy: Mapping[int, Seat], today: date) -> starting.Suggestion:
    """Return the proposal with players of another evening today not seated, and listed last.

    An open evening of an earlier day was only forgotten: its players are free.
    """
    everybody = [*proposal.players, *proposal.others]
    playing = [player for player in everybody if player.pk in busy and busy[player.pk].sheet.evening.date == today]
    if not playing:
        return proposal
    left = tuple(player for player in proposal.players if player not in playing)
    chosen = left if len(left) >= PLAYING else ()
    others = [player for player in everybody if player not in chosen and player not in playing]
    return replace(proposal, players=chosen, others=(*others, *playing))


def _page(
    request: UserRequest, me: Membership, proposal: starting.Suggestion, busy: Mapping[int, Seat], today: date
) -> OpeningPage:
    running = evenings.open_evenings(me.club, MOST_NAMED)
    more = evenings.count_open(me.club) - MOST_NAMED if len(running) == MOST_NAMED else 0
    return OpeningPage(
        request=request,
        me=me,
        everybody=[*proposal.players, *proposal.others],
        busy=busy,
        standing=lambda: glances.standing_of_year(me.club, today.year),
        make=partial(StartForm, own_rules=_("%(rules)s (yours)") % {"rules": rules_state(proposal.rules)}),
        context={
            "day": today,
            "running": running,
            "more_running": more,
        },
    )


def _as_proposed(proposal: starting.Suggestion) -> dict[str, Any]:
    return {
        "place": proposal.place,
        "stake": proposal.stake,
        "club_evening": proposal.club_evening,
        "length_kind": proposal.length_kind,
        "length": proposal.length,
        "day": proposal.day,
    }
