"""Open payments over all evenings, for the club and for one person; netting, and clearings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Club, Membership, Player, Right
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.formatting import money
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data
from dokoclub.settlement.forms.method import STANDS
from dokoclub.settlement.forms.payments import THROUGH, ClearingForm, NettingForm, SeveralForm, UndoForm
from dokoclub.settlement.models import Clearing, Payment
from dokoclub.settlement.presenters.owing import (
    count_at_once,
    get_undo,
    render_net,
    render_own,
    render_paid,
    render_pairs,
    render_persons,
    seen_from,
)
from dokoclub.settlement.presenters.owing_texts import format_sums, get_sentence, in_text, show_way, title_of_row
from dokoclub.settlement.selectors import owing as selectors
from dokoclub.settlement.selectors import payments as clearing_selectors
from dokoclub.settlement.selectors.evening import chosen_rules
from dokoclub.settlement.selectors.payments import find_payment, last_payments, list_clearings, list_payments
from dokoclub.settlement.services import payments as services
from dokoclub.settlement.services.locks import Changed, OtherCurrency, StillOpen
from dokoclub.settlement.services.payments import net_two, take_back_payments
from dokoclub.settlement.texts import FORMATS
from dokoclub.ui.forms import INCOMPLETE, replace_value


@require_safe
def show_overview(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "settlement/show_overview.html", lambda: _overview(request, me), me)


@require_safe
def show_person(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Show one player's open payments and receipts, evening by evening."""
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
    """Mark all that one person pays, as the page showed it; sent twice, it is paid once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = SeveralForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    given = form.cleaned_data
    return _mark(request, me, lambda: services.net_several(me.club, given["seen"], key=given["key"], by=request.user))


def _mark(request: UserRequest, me: Membership, pay: Callable[[], list[Payment]]) -> HttpResponse:
    """Pay, then render the change in place with an undo button, or the whole page without a script."""
    try:
        made = pay()
    except Changed:
        return _refused(request, me, _("Someone changed this. Here is what's open now."))
    except Reused:
        return _refused(request, me, _("This button was already used for something else. Still open:"))
    if request.htmx:
        context = {**_overview(request, me), "undo": get_undo(made)}
        return render(request, "settlement/show_overview.html", context)
    messages.success(request, _("Marked as paid. Undo it below."))
    return redirect("settlement:show_overview", me.club.pk)


@require_POST
def take_back(request: UserRequest, club_id: int, payment_id: int) -> HttpResponse:
    """Take back a payment: its transfers are open again. The second time changes nothing."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    payment = find_payment(me.club, payment_id)
    if payment is None:
        raise Http404
    return _take_back(request, me, [payment])


@require_POST
def take_back_several(request: UserRequest, club_id: int) -> HttpResponse:
    """Take back the last marked payments together."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = UndoForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    payments = list_payments(me.club, form.cleaned_data["payments"])
    if len(payments) != len(set(form.cleaned_data["payments"])):
        raise Http404
    return _take_back(request, me, payments)


def _take_back(request: UserRequest, me: Membership, payments: Sequence[Payment]) -> HttpResponse:
    try:
        take_back_payments(payments, by=request.user)
    except StillOpen:
        return _refused(request, me, _("An evening already paid is open again: end it first."))
    except OtherCurrency:
        return _refused(request, me, str(STANDS))
    messages.success(request, _("Undone: open again."))
    return redirect("settlement:show_overview", me.club.pk)


def _refused(request: UserRequest, me: Membership, why: str) -> HttpResponse:
    context = {**_overview(request, me), "refusal": why}
    return render(request, "settlement/show_overview.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _overview(request: UserRequest, me: Membership) -> dict[str, Any]:
    """Return the context of the overview. Eighteen queries at most for any number of open payments."""
    found = selectors.get_overview(me.club)
    mine = selectors.own_players(me.club, request.user)
    shown = render_pairs(me.club, request.user, found.pairs, mine, briefly=True)
    by_pair = {pair.stamp: pair for pair in shown}
    persons = found.by_person
    own = [seen_from(by_pair[pair.stamp], pair, mine) for pair in found.of_sum_first(mine)]
    first = count_at_once(len(own))
    return {
        "me": me,
        "club": me.club,
        "total": render_own(persons, mine),
        "own": own[:first],
        "more": own[first:],
        "persons": render_persons(me.club, persons, by_pair),
        "is_chosen": chosen_rules(me.club) is not None,
        "amount": format_sums(found.sums),
        "clearings": list_clearings(me.club),
        "paid": render_paid(me.club, last_payments(me.club)),
        "text": in_text(me.club, found.pairs),
        "formats": FORMATS,
    }


def _format_sum(pairs: Iterable[selectors.Pair], club: Club) -> str:
    sums = selectors.sum_by_currency((pair.currency, pair.cents) for pair in pairs)
    return format_sums(sums) or money(0, club.currency)


def _person(request: UserRequest, me: Membership, player: Player) -> dict[str, Any]:
    """Return the context of a person. `has_both`: show both sums; the first line of the page shows a single one."""
    overview = selectors.get_overview(me.club)
    found = overview.of_sum_first([player.pk])
    mine = selectors.own_players(me.club, request.user)
    pays, gets = ([pair for pair in found if pair.pays(player.pk) is way] for way in (True, False))
    total = render_net(overview.by_person, player)
    shown = render_pairs(me.club, request.user, found, mine)
    return {
        "me": me,
        "club": me.club,
        "player": player,
        "total": total,
        "pairs": [seen_from(one, pair, [player.pk]) for one, pair in zip(shown, found, strict=True)],
        "has_both": total is None or bool(pays and gets),
        "pays": _format_sum(pays, me.club),
        "gets": _format_sum(gets, me.club),
        "text": in_text(me.club, found),
    }


@require_http_methods(PAGE_AND_FORM)
def clear_all(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the result of both ways first, then clear; sent twice, it is cleared once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    found = clearing_selectors.get_preview(me.club)
    form = ClearingForm(sent_data(request), initial={"stamp": found.stamp})
    straight, through = (show_way(way, found.names, me.club.currency) for way in (found.straight, found.through))
    context = {
        "me": me,
        "club": me.club,
        "form": form,
        "found": found,
        "straight": straight,
        "through": through,
        "ways": list(zip(form["way"], (straight, through), strict=True)),
    }
    if request.method != "POST":
        return render(request, "settlement/clear_all.html", context)
    if form.is_valid():
        given = form.cleaned_data
        facts = {"through_others": given["way"] == THROUGH, "stamp": given["stamp"], "key": given["key"]}
        try:
            made = services.clear_all_open(me.club, **facts, by=request.user)
        except Changed:
            form.data = replace_value(form.data, "stamp", found.stamp)
            form.add_error(None, _("Someone changed this. Here is what's open now."))
        except Reused:
            form.used_before()
        else:
            messages.success(request, _("Settled. These payments replace everything outstanding."))
            return redirect("settlement:show_clearing", me.club.pk, made.pk)
    return answer_invalid(request, "settlement/clear_all.html", context)


@require_safe
def show_clearing(request: UserRequest, club_id: int, clearing_id: int) -> HttpResponse:
    """Show a clearing's payments and the transfers it settled. Made to be printed."""
    me = access.enter_club(request.user, club_id, Right.READ)
    return render(request, "settlement/show_clearing.html", _page(me, _clearing(me, clearing_id)))


@require_POST
def take_back_clearing(request: UserRequest, club_id: int, clearing_id: int) -> HttpResponse:
    """Take back a clearing as a whole, until one of its payments was made. The second time changes nothing."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    clearing = _clearing(me, clearing_id)
    try:
        services.take_back_clearing(clearing, by=request.user)
    except Changed:
        return _clearing_refused(request, me, clearing, _("One payment is made, so the settlement stays."))
    except StillOpen:
        return _clearing_refused(request, me, clearing, _("A settled evening is open again: end it first."))
    messages.success(request, _("Undone: everything is open again."))
    return redirect("settlement:show_overview", me.club.pk)


def _clearing(me: Membership, clearing_id: int) -> Clearing:
    found = clearing_selectors.find_clearing(me.club, clearing_id)
    if found is None:
        raise Http404
    return found


def _clearing_refused(request: UserRequest, me: Membership, clearing: Clearing, why: str) -> HttpResponse:
    context = {**_page(me, clearing), "refusal": why}
    return render(request, "settlement/show_clearing.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _page(me: Membership, clearing: Clearing) -> dict[str, Any]:
    found = clearing_selectors.cleared_by(clearing)
    currency = clearing.money.currency
    return {
        "me": me,
        "club": me.club,
        "clearing": clearing,
        "is_of_its_day": clearing.money.day == timezone.localdate(clearing.made_at),
        "found": found,
        "payments": [(get_sentence(row, currency), row) for row in found.payments],
        "settled": [(title_of_row(row), get_sentence(row, currency)) for row in found.settled],
    }
