"""What is still open over all evenings: for the club, for one person, and marked as paid in one payment for two."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Player, Right
from dokoclub.look.fields import INCOMPLETE
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.netting import NettingForm
from dokoclub.settlement.selectors import owing as selectors
from dokoclub.settlement.selectors.payments import last_payments, payment_of
from dokoclub.settlement.services import Changed, StillOpen, take_back_payment
from dokoclub.settlement.services.netting import net_two
from dokoclub.settlement.shown.owing import shown_paid, shown_pairs
from dokoclub.settlement.shown.owing_words import in_text


@require_safe
def show_overview(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return render(request, "settlement/show_overview.html", _overview(request, me))


@require_safe
def show_person(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """What one player has to pay and to get, evening by evening."""
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players, pk=player_id)
    return render(request, "settlement/show_person.html", _person(request, me, player))


@require_POST
def net_pair(request: UserRequest, club_id: int) -> HttpResponse:
    """Mark all between two as paid; sent twice, it is paid once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = NettingForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    try:
        net_two(me.club, **form.cleaned_data, by=request.user)
    except Changed:
        return _refused(request, me, _("Somebody changed this meanwhile. This is what is open now."))
    except Reused:
        return _refused(request, me, _("This button was used for something else already. This is what is open now."))
    messages.success(request, _("Marked as paid. It can be taken back below."))
    return redirect("settlement:show_overview", me.club.pk)


@require_POST
def take_back(request: UserRequest, club_id: int, payment_id: int) -> HttpResponse:
    """All that the payment settled is open again. The second time changes nothing."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    payment = payment_of(me.club, payment_id)
    if payment is None:
        raise Http404
    try:
        take_back_payment(payment, by=request.user)
    except StillOpen:
        return _refused(request, me, _("An evening that it paid for is open again: close it first."))
    messages.success(request, _("Taken back: it is open again."))
    return redirect("settlement:show_overview", me.club.pk)


def _refused(request: UserRequest, me: Membership, why: str) -> HttpResponse:
    context = {**_overview(request, me), "refusal": why}
    return render(request, "settlement/show_overview.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _overview(request: UserRequest, me: Membership) -> dict[str, Any]:
    """Fifteen queries at most, whatever is open."""
    found = selectors.overview_of(me.club)
    mine = selectors.own_players(me.club, request.user)
    own = found.of(mine)
    others = [pair for pair in found.pairs if pair not in own]
    return {
        "me": me,
        "club": me.club,
        "own": shown_pairs(me.club, request.user, own, mine),
        "others": shown_pairs(me.club, request.user, others, mine),
        "cents": found.cents,
        "paid": shown_paid(me.club, last_payments(me.club)),
        "text": in_text(me.club, found.pairs),
    }


def _person(request: UserRequest, me: Membership, player: Player) -> dict[str, Any]:
    found = selectors.overview_of(me.club).of([player.pk])
    mine = selectors.own_players(me.club, request.user)
    return {
        "me": me,
        "club": me.club,
        "player": player,
        "is_me": player.pk in mine,
        "pairs": shown_pairs(me.club, request.user, found, mine),
        "pays": sum(pair.cents for pair in found if pair.pays(player.pk)),
        "gets": sum(pair.cents for pair in found if not pair.pays(player.pk)),
        "text": in_text(me.club, found),
    }
