"""What is still open over all evenings: for the club, for one person, and marked as paid in one payment for two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Club, Membership, Player, Right
from dokoclub.clubs.views.printed import show_to_member
from dokoclub.look.fields import INCOMPLETE
from dokoclub.look.numbers import money
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.currency import STANDS
from dokoclub.settlement.forms.netting import NettingForm, SeveralForm, UndoForm
from dokoclub.settlement.models import Payment
from dokoclub.settlement.selectors import owing as selectors
from dokoclub.settlement.selectors.clearing import clearings_of
from dokoclub.settlement.selectors.evening import chosen_rules
from dokoclub.settlement.selectors.payments import last_payments, payment_of, payments_of
from dokoclub.settlement.services import Changed, StillOpen
from dokoclub.settlement.services import netting as services
from dokoclub.settlement.services.netting import net_two
from dokoclub.settlement.services.paying import take_back_payments
from dokoclub.settlement.services.refusals import OtherCurrency
from dokoclub.settlement.shown.owing import (
    seen_from,
    shown_at_once,
    shown_net,
    shown_own,
    shown_paid,
    shown_pairs,
    shown_persons,
    undo_of,
)
from dokoclub.settlement.shown.owing_words import in_text, sums_in_words
from dokoclub.settlement.words import FORMATS


@require_safe
def show_overview(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "settlement/show_overview.html", lambda: _overview(request, me), me)


@require_safe
def show_person(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """What one player has to pay and to get, evening by evening."""
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players, pk=player_id)
    return show_to_member(request, "settlement/show_person.html", lambda: _person(request, me, player), me)


@require_POST
def net_pair(request: UserRequest, club_id: int) -> HttpResponse:
    """Mark all between two as paid; sent twice, it is paid once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = NettingForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    return _mark(request, me, lambda: [net_two(me.club, **form.cleaned_data, by=request.user)])


@require_POST
def net_several(request: UserRequest, club_id: int) -> HttpResponse:
    """Mark all that one person pays, as the page had shown it; sent twice, it is paid once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = SeveralForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    given = form.cleaned_data
    return _mark(request, me, lambda: services.net_several(me.club, given["seen"], key=given["key"], by=request.user))


def _mark(request: UserRequest, me: Membership, pay: Callable[[], list[Payment]]) -> HttpResponse:
    """In place with a button that takes it back, or the whole page without a script."""
    try:
        made = pay()
    except Changed:
        return _refused(request, me, _("Somebody changed this meanwhile. This is what is open now."))
    except Reused:
        return _refused(request, me, _("This button was used for something else already. This is what is open now."))
    if request.htmx:
        context = {**_overview(request, me), "undo": undo_of(made)}
        return render(request, "settlement/show_overview.html", context)
    messages.success(request, _("Marked as paid. It can be taken back below."))
    return redirect("settlement:show_overview", me.club.pk)


@require_POST
def take_back(request: UserRequest, club_id: int, payment_id: int) -> HttpResponse:
    """All that the payment settled is open again. The second time changes nothing."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    payment = payment_of(me.club, payment_id)
    if payment is None:
        raise Http404
    return _take_back(request, me, [payment])


@require_POST
def take_back_several(request: UserRequest, club_id: int) -> HttpResponse:
    """What was marked last, as a whole."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = UndoForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    payments = payments_of(me.club, form.cleaned_data["payments"])
    if len(payments) != len(set(form.cleaned_data["payments"])):
        raise Http404
    return _take_back(request, me, payments)


def _take_back(request: UserRequest, me: Membership, payments: Sequence[Payment]) -> HttpResponse:
    try:
        take_back_payments(payments, by=request.user)
    except StillOpen:
        return _refused(request, me, _("An evening that it paid for is open again: close it first."))
    except OtherCurrency:
        return _refused(request, me, str(STANDS))
    messages.success(request, _("Taken back: it is open again."))
    return redirect("settlement:show_overview", me.club.pk)


def _refused(request: UserRequest, me: Membership, why: str) -> HttpResponse:
    context = {**_overview(request, me), "refusal": why}
    return render(request, "settlement/show_overview.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _overview(request: UserRequest, me: Membership) -> dict[str, Any]:
    """Eighteen queries at most, whatever is open."""
    found = selectors.overview_of(me.club)
    mine = selectors.own_players(me.club, request.user)
    shown = shown_pairs(me.club, request.user, found.pairs, mine, briefly=True)
    by_pair = {pair.stamp: pair for pair in shown}
    persons = found.by_person
    own = [seen_from(by_pair[pair.stamp], pair, mine) for pair in found.of_sum_first(mine)]
    first = shown_at_once(len(own))
    return {
        "me": me,
        "club": me.club,
        "total": shown_own(persons, mine),
        "own": own[:first],
        "more": own[first:],
        "persons": shown_persons(me.club, persons, by_pair),
        "is_chosen": chosen_rules(me.club) is not None,
        "amount": sums_in_words(found.sums),
        "clearings": clearings_of(me.club),
        "paid": shown_paid(me.club, last_payments(me.club)),
        "text": in_text(me.club, found.pairs),
        "formats": FORMATS,
    }


def _sum_in_words(pairs: Iterable[selectors.Pair], club: Club) -> str:
    sums = selectors.sum_by_currency((pair.currency, pair.cents) for pair in pairs)
    return sums_in_words(sums) or money(0, club.currency)


def _person(request: UserRequest, me: Membership, player: Player) -> dict[str, Any]:
    """Both sums where there are both, or none of all: of one alone the first line of the page tells."""
    overview = selectors.overview_of(me.club)
    found = overview.of_sum_first([player.pk])
    mine = selectors.own_players(me.club, request.user)
    pays, gets = ([pair for pair in found if pair.pays(player.pk) is way] for way in (True, False))
    total = shown_net(overview.by_person, player)
    shown = shown_pairs(me.club, request.user, found, mine)
    return {
        "me": me,
        "club": me.club,
        "player": player,
        "total": total,
        "pairs": [seen_from(one, pair, [player.pk]) for one, pair in zip(shown, found, strict=True)],
        "has_both": total is None or bool(pays and gets),
        "pays": _sum_in_words(pays, me.club),
        "gets": _sum_in_words(gets, me.club),
        "text": in_text(me.club, found),
    }
