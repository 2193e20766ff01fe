"""Open payments over all evenings, for the club and for one person; netting, and clearings."""

from collections.abc import Callable, Iterable, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Club, Membership, Player, Right
from dokoclub.clubs.views.links import show_to_member
from dokoclub.core.formatting import money
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data, stands_on
from dokoclub.settlement.forms.method import STANDS
from dokoclub.settlement.forms.payments import NUMBER, THROUGH, ClearingForm, NettingForm, SeveralForm, UndoForm
from dokoclub.settlement.models import Clearing, Payment
from dokoclub.settlement.presenters import owing
from dokoclub.settlement.presenters.owing_texts import format_sums, get_sentence, in_text, show_way, title_of_row
from dokoclub.settlement.selectors import owing as selectors
from dokoclub.settlement.selectors import payments as clearing_selectors
from dokoclub.settlement.selectors.accounts import get_standing, keeps_accounts
from dokoclub.settlement.selectors.evening import chosen_rules
from dokoclub.settlement.selectors.payments import (
    find_payment,
    has_paid,
    last_payments,
    list_clearings,
    list_payments,
)
from dokoclub.settlement.services import payments as services
from dokoclub.settlement.services.locks import Changed, OtherCurrency, StillOpen
from dokoclub.settlement.services.payments import net_two, take_back_payments
from dokoclub.settlement.texts import FORMATS
from dokoclub.ui.forms import INCOMPLETE, replace_value


class Where(NamedTuple):
    """The page on which a button stands, which shows the change in place."""

    template: str
    build: Callable[[], dict[str, Any]]
    url: str


def _where(request: UserRequest, me: Membership) -> Where:
    """Return the page that sent a form by its field `on`: "all", the number of a player, or else the reader's own."""
    on = request.POST.get("on", "")
    if on == "all":
        return Where("settlement/show_all.html", lambda: _all(request, me), _url("show_all", me.club_id))
    player = me.club.players.filter(pk=on).first() if NUMBER.fullmatch(on) else None
    if player is not None:
        url = _url("show_person", me.club_id, player.pk)
        return Where("settlement/show_person.html", lambda: _person(request, me, player), url)
    return Where("settlement/show_overview.html", lambda: _own(request, me), _url("show_overview", me.club_id))


def _url(name: str, *args: int) -> str:
    return reverse(f"settlement:{name}", args=args)


@require_safe
def show_overview(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the reader's own open payments."""
    me = access.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "settlement/show_overview.html", lambda: _own(request, me), me)


@require_safe
def show_all(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the open payments of the club: to a treasurer all, to others those of the others."""
    me = access.enter_club(request.user, club_id, Right.READ)
    return show_to_member(request, "settlement/show_all.html", lambda: _all(request, me), me)


@require_safe
def show_person(request: UserRequest, club_id: int, player_id: int) -> HttpResponse:
    """Show one player's open payments and receipts, evening by evening."""
    me = access.enter_club(request.user, club_id, Right.READ)
    player = get_object_or_404(me.club.players, pk=player_id)
    return show_to_member(request, "settlement/show_person.html", lambda: _person(request, me, player), me)


@stands_on("settlement:show_overview", "club_id")
def net_pair(request: UserRequest, club_id: int) -> HttpResponse:
    """Mark all between two as paid; sent twice, it is paid once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = NettingForm(request.POST)
    if not form.is_valid():
        return _refused(request, me, str(INCOMPLETE))
    return _mark(request, me, lambda: [net_two(me.club, **form.cleaned_data, by=request.user)])


@stands_on("settlement:show_overview", "club_id")
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
    where = _where(request, me)
    if request.htmx:
        return render(request, where.template, {**where.build(), "undo": owing.get_undo(made)})
    messages.success(request, _("Marked as paid. Undo it below."))
    return redirect(where.url)


@stands_on("settlement:show_overview", "club_id")
def take_back(request: UserRequest, club_id: int, payment_id: int) -> HttpResponse:
    """Take back a payment: its transfers are open again. The second time changes nothing."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    payment = find_payment(me.club, payment_id)
    if payment is None:
        raise Http404
    return _take_back(request, me, [payment])


@stands_on("settlement:show_overview", "club_id")
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
    return redirect(_where(request, me).url)


def _refused(request: UserRequest, me: Membership, why: str) -> HttpResponse:
    where = _where(request, me)
    context = {**where.build(), "refusal": why}
    return render(request, where.template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _own(request: UserRequest, me: Membership) -> dict[str, Any]:
    """Return the context of the reader's own payments. Fifteen queries at most for any number of them."""
    found = selectors.get_overview(me.club)
    own = selectors.own_player_rows(me.club, request.user)
    mine = [player.pk for player in own]
    pairs = sorted(found.of(mine), key=lambda pair: -abs(pair.gain(mine)))
    shown = list(zip(pairs, owing.render_pairs(me.club, request.user, pairs, mine, of=mine), strict=True))
    return {
        "me": me,
        "club": me.club,
        "on": "",
        "total": owing.render_own(found.by_person, mine),
        "gets": [row for pair, row in shown if pair.gain(mine) > 0],
        "pays": [row for pair, row in shown if pair.gain(mine) < 0],
        "even": [row for pair, row in shown if not pair.gain(mine)],
        "is_chosen": chosen_rules(me.club) is not None,
        **_account_of(me.club, next(iter(own), None)),
        "asks_hint": bool(pairs) and me.may_keep_money and not has_paid(me.club, request.user),
    }


def _all(request: UserRequest, me: Membership) -> dict[str, Any]:
    """Return the context of everybody's payments. Eighteen queries at most for any number of them."""
    found = selectors.get_overview(me.club)
    mine = selectors.own_players(me.club, request.user)
    own = {pair.stamp for pair in found.of(mine)}
    some = [pair for pair in found.pairs if me.may_keep_money or pair.stamp not in own]
    some.sort(key=lambda pair: -pair.cents)
    alone, groups = owing.group_box(some)
    shown = owing.render_pairs(me.club, request.user, alone, mine)
    at_once = owing.count_at_once(alone, groups)
    return {
        "me": me,
        "club": me.club,
        "on": "all",
        "pairs": shown[:at_once],
        "groups": groups,
        "more": shown[at_once:],
        "is_unfolded": "unfolded" in request.POST,
        "is_chosen": chosen_rules(me.club) is not None,
        "amount": format_sums(found.sums),
        "clearings": list_clearings(me.club),
        "paid": owing.render_paid(me.club, last_payments(me.club)),
        "text": in_text(me.club, found.pairs) if found.pairs else "",
        "formats": FORMATS,
    }


def _format_sum(pairs: Iterable[selectors.Pair], club: Club) -> str:
    sums = selectors.sum_by_currency((pair.currency, pair.cents) for pair in pairs)
    return format_sums(sums) or money(0, club.currency)


def _account_of(club: Club, player: Player | None) -> dict[str, Any]:
    """Return the account with the kitty for the context: its player, and the standing if the club keeps accounts."""
    standing = get_standing(player) if player is not None and keeps_accounts(club) else None
    return {"holder": player, "standing": standing}


def _person(request: UserRequest, me: Membership, player: Player) -> dict[str, Any]:
    """Return the context of a person. `mine`: between them and the reader, `pairs`: the rest.

    `has_both`: show both sums; the first line of the page shows a single one.
    """
    overview = selectors.get_overview(me.club)
    found = overview.of_sum_first([player.pk])
    mine = selectors.own_players(me.club, request.user)
    pays, gets = ([pair for pair in found if pair.pays(player.pk) is way] for way in (True, False))
    is_own = player.pk in mine
    total = (
        owing.render_own(overview.by_person, [player.pk]) if is_own else owing.render_net(overview.by_person, player)
    )
    with_me = set() if is_own else {pair.stamp for pair in overview.of(mine)}
    shown = owing.render_pairs(me.club, request.user, found, mine, with_lines=True)
    return {
        "me": me,
        "club": me.club,
        "on": str(player.pk),
        "player": player,
        "total": total,
        "mine": [row for row in shown if row.stamp in with_me],
        "pairs": [row for row in shown if row.stamp not in with_me],
        "everything": owing.render_everything(found, player) if me.may_keep_money else None,
        "has_both": total is None or bool(pays and gets),
        "pays": _format_sum(pays, me.club),
        "gets": _format_sum(gets, me.club),
        "text": in_text(me.club, found),
        **_account_of(me.club, player),
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


@stands_on("settlement:show_clearing", "club_id", "clearing_id")
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
