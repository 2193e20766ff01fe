"""Somebody signed in says whether he comes; an owner says it for others."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from dokoclub.accounts.models import Account
from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs.models import Player
from dokoclub.dates import access, selectors, services
from dokoclub.dates.forms.answers import AnswerForm, TapForm
from dokoclub.dates.models import Date
from dokoclub.dates.shown.coming import Address, Card, cards_of
from dokoclub.dates.views.reading import page_of_date
from dokoclub.look.http import Request, answer_invalid


@require_POST
def answer_date(request: UserRequest, date_id: int) -> HttpResponseBase:
    """The own answer: a tap alone, or with what stands in the fields below it."""
    at = access.date_to_read(request.user, date_id)
    player = selectors.player_of_account(at.date.club, request.user)
    if player is None:
        messages.warning(request, _("Only players of the club can answer. An owner can enter you as a player."))
        return redirect("dates:list_dates", at.date.club_id)
    card = take_answer(request, at.date, player, Address(), by=request.user)
    if request.htmx:
        return answer_card(request, card)
    if card.is_wrong:
        context = page_of_date(at.date, at.me, timezone.now()) | {"card": card}
        return answer_invalid(request, "dates/show_date.html", context)
    return redirect("dates:list_dates", at.date.club_id)


def answer_card(request: Request, card: Card) -> HttpResponse:
    """The card alone, for a script."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if card.is_wrong else HTTPStatus.OK
    return render(request, "dates/_date.html", {"card": card}, status=status)


def take_answer(request: Request, date: Date, player: Player, address: Address, *, by: Account | None) -> Card:
    """The card as it is now, with what was wrong about the answer, if anything was."""
    tap, form = TapForm(request.POST), None
    if "details" in request.POST:
        form = AnswerForm(request.POST, prefix=f"d{date.pk}", date=date)
    problem = ""
    if not tap.is_valid():
        problem = _("Say whether you are coming.")
    elif form is None or form.is_valid():
        problem = _give(date, player, tap, form, by=by)
        form = form if problem else None
    fresh = cards_of([selectors.read_date(date)], player, timezone.now(), address)[0]
    return replace(fresh, form=form, problem=problem)


def _give(date: Date, player: Player, tap: TapForm, form: AnswerForm | None, *, by: Account | None) -> str:
    try:
        details = form.said if form else None
        services.answer_date(date, player, tap.chosen, details, by=by, by_link=by is None)
    except services.TooLate:
        return _("Nobody can answer any more: the date has begun or was cancelled.")
    return ""


@require_POST
def answer_for(request: UserRequest, date_id: int, player_id: int) -> HttpResponse:
    """An owner answers for a player, who told him."""
    at = access.date_to_own(request.user, date_id)
    player = access.player_of(at.date.club, player_id)
    tap = TapForm(request.POST)
    if not tap.is_valid():
        messages.warning(request, _("Choose one of the answers."))
        return redirect("dates:show_date", date_id)
    try:
        services.answer_date(at.date, player, tap.chosen, by=request.user)
    except services.TooLate:
        messages.warning(request, _("Nobody can answer any more: the date has begun or was cancelled."))
    if request.htmx:
        return render(request, "dates/_people.html", page_of_date(at.date, at.me, timezone.now()))
    return redirect("dates:show_date", date_id)
