"""The page that opens tables: a tap changes who sits where, and the same page comes back until it is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple
from uuid import uuid4

from django.contrib import messages
from django.forms import BooleanField
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Membership, Player, Right
from dokoclub.evenings.forms import draw
from dokoclub.evenings.forms import seating as seats
from dokoclub.evenings.forms.guest import GuestForm
from dokoclub.evenings.forms.opening import TablesForm
from dokoclub.evenings.forms.seating import Seating
from dokoclub.evenings.models import Evening, Seat, Sheet
from dokoclub.evenings.shown import plan
from dokoclub.evenings.views import guests
from scoring.terms import PLAYING

Points = Mapping[int, int]  # by player
Make = Callable[..., TablesForm]


class Page(NamedTuple):
    """Everything but what was sent. `standing` is asked only when tables are drawn by it."""

    request: UserRequest
    me: Membership
    everybody: Sequence[Player]
    busy: Mapping[int, Seat]  # who sits at an open table already
    standing: Callable[[], Points]
    make: Make  # the form, given its seating
    context: dict[str, Any]

    def read(self) -> Seating:
        return seats.read_seating(self.request.POST, plan.keyed_by_name(self.everybody))

    def shown(self, form: TablesForm, status: HTTPStatus = HTTPStatus.OK, **more: Any) -> HttpResponse:
        """The page, or its form alone for a script."""
        context = {
            "me": self.me,
            "club": self.me.club,
            "form": form,
            "guest": GuestForm(may_enter=self.me.may(Right.OWN), initial={"guest_belongs": self._is_short}),
            "plan": plan.Plan(everybody=self.everybody, seating=form.seating, busy=self.busy),
            **self.context,
            **more,
        }
        is_fragment = self.request.htmx
        template = "evenings/_opening.html" if is_fragment else "evenings/open_tables.html"
        return render(self.request, template, context, status=status)

    def refused(self, form: TablesForm) -> HttpResponse:
        return self.shown(form, HTTPStatus.UNPROCESSABLE_ENTITY)

    def tapped(self) -> HttpResponse | None:
        """The page after a tap; None when the tables are to be opened as they stand in the form."""
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
                return self.shown(self._kept(seats.change_seating(seating, action, plan.keyed_by_name(self.everybody))))

    def _kept(self, seating: Seating) -> TablesForm:
        """The form with what was typed so far, which nobody judges yet."""
        return self.make(seating=seating, initial=_typed(self.make(seating=seating), self.request.POST))

    def _with_guest(self, seating: Seating) -> HttpResponse:
        guest = GuestForm(self.request.POST, may_enter=self.me.may(Right.OWN))
        player = guests.add_guest_from(guest, self.me.club, by=self.request.user)
        if player is None:
            return self.shown(self._kept(seating), HTTPStatus.UNPROCESSABLE_ENTITY, guest=guest)
        everybody = self.everybody if player in self.everybody else [*self.everybody, player]
        comers = everybody if self._is_short else [player]  # of a new club everybody is needed
        for one in comers:
            seating = seating if one in seating.everybody else seating.toggled(one)
        return self._replace(everybody=everybody).shown(self._kept(seating))

    @property
    def _is_short(self) -> bool:
        """A new club, whose own people are entered here: so they are members unless somebody says otherwise."""
        return len(self.everybody) < PLAYING

    def _drawn(self, seating: Seating, *, by_lot: bool) -> HttpResponse:
        here = seating.everybody
        try:
            tables = draw.by_lot(here, uuid4().hex) if by_lot else draw.by_standing(_ranked(here, self.standing()))
        except ValueError:
            problem = _("At least four must be there before tables can be drawn.")
            return self.shown(self._kept(seating), HTTPStatus.UNPROCESSABLE_ENTITY, problem=problem)
        return self.shown(self._kept(seating.drawn(tables)))

    def opened(self, evening: Evening, sheets: Iterable[Sheet], form: TablesForm) -> HttpResponse:
        """One table: to its sheet. Several: to all of them. Who sits at two is warned about."""
        for warning in plan.warn_of_busy(form.seating.everybody, self.busy):
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
    """The best first, then who has no points yet."""
    return sorted(players, key=lambda player: (player.pk not in points, -points.get(player.pk, 0)))
