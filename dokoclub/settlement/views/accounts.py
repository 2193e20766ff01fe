"""Members' accounts with the kitty: balances, payments by a tap, and bookings."""

from datetime import date
from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.accounts.models import Account
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Player, Right
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data, stands_on
from dokoclub.settlement.forms.kitty import PAYOUT, SPENT, AccountForm, PayForm, TapForm
from dokoclub.settlement.forms.method import STANDS, in_currency
from dokoclub.settlement.presenters.cash_texts import book_lines, format_standing, name_charge, remind_all, remind_one
from dokoclub.settlement.presenters.owing import render_of_evenings
from dokoclub.settlement.selectors import accounts as selectors
from dokoclub.settlement.selectors.bank import can_pay_club
from dokoclub.settlement.selectors.dues import waiting_dues
from dokoclub.settlement.selectors.owing import get_overview, own_players
from dokoclub.settlement.services import accounts as services
from dokoclub.settlement.services.locks import Changed, OtherCurrency
from dokoclub.settlement.texts import FORMATS
from dokoclub.settlement.views.kitty import render_after
from dokoclub.ui.forms import INCOMPLETE


@require_safe
def show_accounts(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the balances by member, and the debtors."""
    me = access.enter_club(request.user, club_id, Right.READ)
    return render(request, "settlement/show_accounts.html", _overview(me))


@require_safe
def show_account(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players, pk=player_id)
    return render(request, "settlement/show_account.html", _account(request.user, me, player))


@stands_on("settlement:show_accounts", "club_id")
def pay_tapped(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Pay all that the member owes; sent twice, it is paid once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    player = get_object_or_404(me.club.players, pk=player_id)
    form = TapForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    try:
        services.pay_all_open(player, **form.cleaned_data, by=request.user)
    except (Changed, Reused):
        return _refused(request, me, _("Someone changed this. Here is what's open now."))
    messages.success(request, _("%(name)s: booked as paid.") % {"name": player.name})
    return redirect("settlement:show_accounts", me.club.pk)


@stands_on("settlement:show_account", "club_id", "player_id")
def pay_some(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Pay an amount for the ticked charges."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    player = get_object_or_404(me.club.players, pk=player_id)
    form = in_currency(PayForm(request.POST), me.club.currency)
    if form.is_valid():
        given = form.cleaned_data
        facts = {"stamp": given["stamp"], "key": given["key"], "day": given["day"]}
        try:
            services.pay_account(player, cents=given["amount"], charges=given["charges"], **facts, by=request.user)
        except (Changed, Reused):
            form.add_error(None, _("Someone changed this. Here is what's open now."))
        else:
            messages.success(request, _("Booked."))
            return redirect("settlement:show_account", me.club.pk, player.pk)
    context = {**_account(request.user, me, player), "form": form}
    return answer_invalid(request, "settlement/show_account.html", context)


@require_POST
def use_credit(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Use credit for open charges. The second time there is none left."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    player = get_object_or_404(me.club.players, pk=player_id)
    services.use_credit(player)
    messages.success(request, _("Credit used for open amounts."))
    return redirect("settlement:show_account", me.club.pk, player.pk)


@require_http_methods(PAGE_AND_FORM)
def book_on_account(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Book on a member's account; `preview` shows the balance after it."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    player = get_object_or_404(me.club.players, pk=player_id)
    form = in_currency(AccountForm(sent_data(request)), me.club.currency)
    standing = selectors.get_standing(player)
    now = format_standing(standing.owes, me.club.currency)
    context = {"me": me, "club": me.club, "player": player, "form": form, "now": now}
    if request.method != "POST":
        return render(request, "settlement/book_on_account.html", context)
    valid = form.is_valid()
    context["after"] = "" if form.cents is None else format_standing(standing.owes + form.cents, me.club.currency)
    if "preview" in request.POST:
        return render_after(request, context)
    if valid:
        try:
            _book(player, form.cleaned_data, by=request.user)
        except Reused:
            form.used_before()
        except Changed:
            form.add_error("amount", _("Not enough credit."))
        else:
            messages.success(request, _("Booked."))
            return redirect("settlement:show_account", me.club.pk, player.pk)
    return answer_invalid(request, "settlement/book_on_account.html", context)


@require_http_methods(PAGE_AND_FORM)
def take_back_charge(request: UserRequest, club_id: int, charge_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    charge = selectors.find_charge(me.club, charge_id)
    if charge is None:
        raise Http404
    context = {"me": me, "club": me.club, "charge": charge, "purpose": name_charge(charge)}
    if request.method != "POST":
        return render(request, "settlement/take_back_charge.html", context)
    try:
        services.take_back_charge(charge, by=request.user)
    except OtherCurrency:
        return answer_invalid(request, "settlement/take_back_charge.html", {**context, "problem": STANDS})
    messages.success(request, _("Undone."))
    return redirect("settlement:show_account", me.club.pk, charge.player_id)


def _book(player: Player, given: dict[str, Any], *, by: Account) -> None:
    cents: int = given["amount"]
    purpose: str = given["purpose"]
    day: date = given["day"]
    key: UUID = given["key"]
    if given["what"] == PAYOUT:
        services.pay_out(player, cents=cents, purpose=purpose, day=day, key=key, by=by)
    elif given["what"] == SPENT:
        services.spend_for_club(player, cents=cents, purpose=purpose, day=day, key=key, by=by)
    else:
        services.charge_player(
            player,
            kind=given["what"],
            cents=cents,
            purpose=purpose,
            day=day,
            key=key,
            by=by,
            reason=given["reason"],
        )


def _refused(request: UserRequest, me: Membership, why: str) -> HttpResponse:
    context = {**_overview(me), "refusal": why}
    return render(request, "settlement/show_accounts.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _overview(me: Membership) -> dict[str, Any]:
    """Return the context of the overview. Twenty queries at most."""
    found = selectors.list_standings(me.club)
    owing = [one for one in found if one.owes > 0]
    waiting = waiting_dues(me.club, timezone.localdate())
    return {
        "me": me,
        "club": me.club,
        "owing": [(one, uuid4()) for one in owing],
        "even": [one for one in found if one.owes == 0],
        "ahead": [one for one in found if one.owes < 0],
        "cents": sum(one.owes for one in owing),
        "of_evenings": render_of_evenings(get_overview(me.club)),
        "waiting": waiting,
        "waiting_cents": sum(one.cents for one in waiting),
        "text": remind_all(me.club, owing),
        "formats": FORMATS,
    }


def _account(account: Account, me: Membership, player: Player) -> dict[str, Any]:
    """Return the context of an account. Twenty-five queries at most."""
    player.club = me.club
    found = selectors.get_person(player)
    form = in_currency(
        PayForm(initial={"amount": max(found.standing.owes, 0), "stamp": found.standing.stamp}), me.club.currency
    )
    return {
        "me": me,
        "club": me.club,
        "player": player,
        "rows": book_lines(found.lines),
        "standing": found.standing,
        "form": form,
        "today": timezone.localdate(),
        "can_use_credit": found.standing.credit > 0 and found.standing.open > 0,
        "of_evenings": get_overview(me.club).between(player.pk, None),
        "by_code": player.pk in own_players(me.club, account) and can_pay_club(me.club, found.standing.owes),
        "text": remind_one(me.club, found.standing) if found.standing.owes > 0 else "",
        "formats": FORMATS,
    }
