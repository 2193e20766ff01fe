"""Dues, fines, entry fees and prizes: set them up, charge them and pay them out."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.access import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Right
from dokoclub.core.formatting import money
from dokoclub.core.http import PAGE_AND_FORM, Reused, answer_invalid, sent_data, stands_on
from dokoclub.evenings.access import sheet_to_read
from dokoclub.evenings.models import Sheet
from dokoclub.settlement.forms import kitty
from dokoclub.settlement.forms.method import STANDS, EntryFeeForm, PayoutForm, in_currency
from dokoclub.settlement.models import ChargeKind, Due, Fine
from dokoclub.settlement.presenters.cash_texts import name_charge
from dokoclub.settlement.selectors import dues as selectors
from dokoclub.settlement.selectors.accounts import find_charge, unpaid_fines
from dokoclub.settlement.selectors.dues import fines_in_force, get_payout, people_to_fine, periods_to_pay
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.services import dues as services
from dokoclub.settlement.services.accounts import charge_player, take_back_charge
from dokoclub.settlement.services.dues import charge_entry_fee as charge
from dokoclub.settlement.services.dues import pay_out_table
from dokoclub.settlement.services.locks import Changed, OtherCurrency
from dokoclub.ui.forms import replace_value


@require_safe
def list_dues(request: UserRequest, club_id: int) -> HttpResponse:
    """List the dues with uncharged periods and those who have not paid the last period."""
    me = access.enter_club(request.user, club_id, Right.READ)
    waiting = selectors.waiting_dues(me.club, timezone.localdate())
    context = {
        "me": me,
        "club": me.club,
        "dues": selectors.collected_dues(me.club),
        "waiting": waiting,
        "waiting_cents": sum(one.cents for one in waiting),
        "fines": selectors.list_fines(me.club),
    }
    return render(request, "settlement/list_dues.html", context)


@require_http_methods(PAGE_AND_FORM)
def make_due(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = in_currency(kitty.DueForm(sent_data(request)), me.club.currency)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "settlement/edit_due.html", context)
    if form.is_valid():
        try:
            services.make_due(me.club, **form.facts(), by=request.user)
        except Reused:
            form.used_before()
        else:
            messages.success(request, _("Saved. Nothing is owed until charged below."))
            return redirect("settlement:list_dues", me.club.pk)
    return answer_invalid(request, "settlement/edit_due.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_due(request: UserRequest, club_id: int, due_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    due = _due(me, due_id)
    initial = {"name": due.name, "amount": due.cents, "last": due.last}
    form = in_currency(kitty.ChangedDueForm(due.first, sent_data(request), initial=initial), due.currency)
    context = _of_due(me, due) | {"form": form}
    if request.method != "POST":
        return render(request, "settlement/edit_due.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_due.html", context)
    services.change_due(due, **form.facts())
    messages.success(request, _("Saved."))
    return redirect("settlement:list_dues", me.club.pk)


@stands_on("settlement:edit_due", "club_id", "due_id")
def except_player(request: UserRequest, club_id: int, due_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    due = _due(me, due_id)
    form = in_currency(kitty.ExceptionForm(me.club, request.POST, prefix="except"), due.currency)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_due.html", _of_due(me, due) | {"exception_form": form})
    services.except_player(due, **form.facts())
    messages.success(request, _("Saved."))
    return redirect("settlement:edit_due", me.club.pk, due.pk)


@require_POST
def end_exception(request: UserRequest, club_id: int, exception_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    exception = selectors.find_exception(me.club, exception_id)
    if exception is None:
        raise Http404
    services.end_exception(exception)
    messages.success(request, _("Removed."))
    return redirect("settlement:edit_due", me.club.pk, exception.due_id)


@require_POST
def raise_dues(request: UserRequest, club_id: int) -> HttpResponse:
    """Charge the periods that have begun; sent twice, they are charged once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = kitty.RaiseForm(request.POST)
    try:
        seen = form.cleaned_data["seen"] if form.is_valid() else -1
        number = services.raise_dues(me.club, today=timezone.localdate(), seen=seen, by=request.user)
    except Changed:
        messages.error(request, _("The dues changed. New amount:"))
        return redirect("settlement:list_dues", me.club.pk)
    text = ngettext("%(number)s charge added.", "%(number)s charges added.", number)
    messages.success(request, text % {"number": number})
    return redirect("settlement:show_accounts", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def add_fine(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    return _fine_form(request, me, None, in_currency(kitty.FineForm(sent_data(request), is_new=True), me.club.currency))


@require_http_methods(PAGE_AND_FORM)
def edit_fine(request: UserRequest, club_id: int, fine_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    fine = selectors.find_fine(me.club, fine_id)
    if fine is None:
        raise Http404
    initial = {"name": fine.name, "amount": fine.cents, "is_off": fine.is_off}
    return _fine_form(
        request,
        me,
        fine,
        in_currency(kitty.FineForm(sent_data(request), is_new=False, initial=initial), me.club.currency),
    )


def _fine_form(request: UserRequest, me: Membership, fine: Fine | None, form: kitty.FineForm) -> HttpResponse:
    context = {"me": me, "club": me.club, "fine": fine, "form": form}
    if request.method != "POST":
        return render(request, "settlement/edit_fine.html", context)
    if form.is_valid():
        try:
            services.save_fine(me.club, fine, **form.facts())
        except Reused:
            form.used_before()
        else:
            messages.success(request, _("Saved."))
            return redirect("settlement:list_dues", me.club.pk)
    return answer_invalid(request, "settlement/edit_fine.html", context)


def _due(me: Membership, due_id: int) -> Due:
    due = selectors.find_due(me.club, due_id)
    if due is None:
        raise Http404
    return due


def _of_due(me: Membership, due: Due) -> dict[str, Any]:
    initial = {"name": due.name, "amount": due.cents, "last": due.last}
    return {
        "me": me,
        "club": me.club,
        "due": due,
        "form": in_currency(kitty.ChangedDueForm(due.first, initial=initial), due.currency),
        "exceptions": selectors.list_exceptions(due),
        "exception_form": in_currency(kitty.ExceptionForm(me.club, prefix="except"), due.currency),
    }


@require_http_methods(PAGE_AND_FORM)
def charge_entry_fee(request: UserRequest, club_id: int) -> HttpResponse:
    """Charge all participants at once; each fee is paid and taken back on the account of the member."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = in_currency(EntryFeeForm(list(people_to_fine(me.club)), sent_data(request)), me.club.currency)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "settlement/charge_entry_fee.html", context)
    if form.is_valid():
        try:
            made = charge(me.club, **form.facts(), by=request.user)
        except Reused:
            form.used_before()
        else:
            told = ngettext("Charged to %(number)s player.", "Charged to %(number)s players.", len(made))
            messages.success(request, told % {"number": len(made)})
            return redirect("settlement:show_accounts", me.club.pk)
    return answer_invalid(request, "settlement/charge_entry_fee.html", context)


@require_http_methods(PAGE_AND_FORM)
def pay_out(request: UserRequest, club_id: int) -> HttpResponse:
    """Show the prizes first, then book them: the second press sends the version token of the prizes shown."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    today, balance = timezone.localdate(), get_balance(me.club)
    form = in_currency(PayoutForm(periods_to_pay(me.club, today), sent_data(request)), me.club.currency)
    context = {"me": me, "club": me.club, "form": form, "balance": balance}
    if request.method != "POST":
        return render(request, "settlement/pay_out.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/pay_out.html", context)
    given = form.cleaned_data
    facts = {"pot": given["amount"], "shares": given["shares"], "today": today}
    if given["stamp"]:
        try:
            pay_out_table(me.club, form.wanted, **facts, stamp=given["stamp"], key=given["key"], by=request.user)
        except Reused:
            form.used_before()
            return answer_invalid(request, "settlement/pay_out.html", context)
        except Changed:
            context["refusal"] = _("The result has changed. Check again.")
        else:
            messages.success(request, _("Added: one kitty entry each."))
            return redirect("settlement:show_kitty", me.club.pk)
    if given["amount"] > balance:
        form.add_error("amount", _("Not enough in the kitty."))
        return answer_invalid(request, "settlement/pay_out.html", context)
    found = get_payout(me.club, form.wanted, **facts)
    form.data = replace_value(form.data, "stamp", found.stamp)
    return render(request, "settlement/pay_out.html", {**context, "found": found})


@require_http_methods(PAGE_AND_FORM)
def fine_at_sheet(request: UserRequest, sheet_id: int) -> HttpResponse:
    """Charge a fine, and list the evening's fines that can be taken back here."""
    me, sheet = _sheet_to_fine(request, sheet_id)
    evening = sheet.evening
    fines = fines_in_force(me.club)
    form = kitty.SheetFineForm(sheet, people_to_fine(me.club), fines, sent_data(request))
    context = {"me": me, "club": me.club, "sheet": sheet, "fines": list(fines), "form": form}
    context["charged"] = unpaid_fines(evening)
    if request.method != "POST":
        return render(request, "settlement/fine_at_sheet.html", context)
    if form.is_valid():
        given = form.cleaned_data
        player, fine = form.people[given["player"]], given["fine"]
        try:
            charge_player(
                player,
                kind=ChargeKind.FINE,
                cents=fine.cents,
                purpose=fine.name,
                day=evening.date,
                key=given["key"],
                by=request.user,
                reason=given["reason"],
                evening=evening,
            )
        except Reused:
            form.used_before()
        else:
            facts = {"name": player.name, "what": fine.name, "amount": money(fine.cents, me.club.currency)}
            messages.success(request, _("%(name)s: %(what)s, %(amount)s.") % facts)
            return redirect("evenings:show_sheet", sheet.pk)
    return answer_invalid(request, "settlement/fine_at_sheet.html", context)


@require_http_methods(PAGE_AND_FORM)
def take_back_fine(request: UserRequest, sheet_id: int, charge_id: int) -> HttpResponse:
    """Take back a fine by a booking. The treasurer takes back a paid fine on the page of the account."""
    me, sheet = _sheet_to_fine(request, sheet_id)
    charge = find_charge(me.club, charge_id)
    if charge is None or charge.kind != ChargeKind.FINE or charge.evening_id != sheet.evening_id:
        raise Http404
    is_open = charge_id in (item.charge.pk for item in unpaid_fines(sheet.evening))
    back = reverse("settlement:fine_at_sheet", args=[sheet.pk])
    context = {"me": me, "club": me.club, "charge": charge, "purpose": name_charge(charge)}
    context |= {"back": back, "is_paid": not is_open}
    if request.method != "POST":
        return render(request, "settlement/take_back_charge.html", context)
    if hasattr(charge, "reversed_by"):
        return redirect(back)
    if not is_open:
        return answer_invalid(request, "settlement/take_back_charge.html", context)
    try:
        take_back_charge(charge, by=request.user)
    except OtherCurrency:
        return answer_invalid(request, "settlement/take_back_charge.html", {**context, "problem": STANDS})
    messages.success(request, _("Undone."))
    return redirect(back)


def _sheet_to_fine(request: UserRequest, sheet_id: int) -> tuple[Membership, Sheet]:
    at = sheet_to_read(request.user, sheet_id)
    me = at.membership
    if me is None or not (me.may_score or me.may_keep_money):
        raise PermissionDenied
    return me, at.sheet
