"""Dues and fines: what the club has decided, and charging it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Right
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.settlement.forms.dues import ChangedDueForm, DueForm, ExceptionForm, FineForm, RaiseForm
from dokoclub.settlement.forms.in_currency import in_currency
from dokoclub.settlement.models import Due, Fine
from dokoclub.settlement.selectors import dues as selectors
from dokoclub.settlement.services import dues as services
from dokoclub.settlement.services.refusals import Changed


@require_safe
def list_dues(request: UserRequest, club_id: int) -> HttpResponse:
    """With what is to be charged by now, and who has not paid the last period."""
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
    form = in_currency(DueForm(sent_data(request)), me.club.currency)
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "settlement/edit_due.html", context)
    if form.is_valid():
        try:
            services.make_due(me.club, **form.facts(), by=request.user)
        except Reused:
            form.used_before()
        else:
            messages.success(request, _("Saved. Nothing is owed until it is charged below."))
            return redirect("settlement:list_dues", me.club.pk)
    return answer_invalid(request, "settlement/edit_due.html", context)


@require_http_methods(PAGE_AND_FORM)
def edit_due(request: UserRequest, club_id: int, due_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    due = _due(me, due_id)
    initial = {"name": due.name, "amount": due.cents, "last": due.last}
    form = in_currency(ChangedDueForm(due.first, sent_data(request), initial=initial), due.currency)
    context = _of_due(me, due) | {"form": form}
    if request.method != "POST":
        return render(request, "settlement/edit_due.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_due.html", context)
    services.change_due(due, **form.facts())
    messages.success(request, _("Saved."))
    return redirect("settlement:list_dues", me.club.pk)


@require_POST
def except_player(request: UserRequest, club_id: int, due_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    due = _due(me, due_id)
    form = in_currency(ExceptionForm(me.club, request.POST, prefix="except"), due.currency)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_due.html", _of_due(me, due) | {"exception_form": form})
    services.except_player(due, **form.facts())
    messages.success(request, _("Saved."))
    return redirect("settlement:edit_due", me.club.pk, due.pk)


@require_POST
def end_exception(request: UserRequest, club_id: int, exception_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    exception = selectors.exception_of(me.club, exception_id)
    if exception is None:
        raise Http404
    services.end_exception(exception)
    messages.success(request, _("Removed."))
    return redirect("settlement:edit_due", me.club.pk, exception.due_id)


@require_POST
def raise_dues(request: UserRequest, club_id: int) -> HttpResponse:
    """Charge what has begun; sent twice, it is charged once."""
    me = access.enter_club(request.user, club_id, Right.MONEY)
    form = RaiseForm(request.POST)
    try:
        seen = form.cleaned_data["seen"] if form.is_valid() else -1
        number = services.raise_dues(me.club, today=timezone.localdate(), seen=seen, by=request.user)
    except Changed:
        messages.error(request, _("The dues changed meanwhile. This is what they come to now."))
        return redirect("settlement:list_dues", me.club.pk)
    text = ngettext("%(number)s charge was made.", "%(number)s charges were made.", number)
    messages.success(request, text % {"number": number})
    return redirect("settlement:show_accounts", me.club.pk)


@require_http_methods(PAGE_AND_FORM)
def add_fine(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    return _fine_form(request, me, None, in_currency(FineForm(sent_data(request), is_new=True), me.club.currency))


@require_http_methods(PAGE_AND_FORM)
def edit_fine(request: UserRequest, club_id: int, fine_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.MONEY)
    fine = selectors.fine_of(me.club, fine_id)
    if fine is None:
        raise Http404
    initial = {"name": fine.name, "amount": fine.cents, "is_off": fine.is_off}
    return _fine_form(
        request, me, fine, in_currency(FineForm(sent_data(request), is_new=False, initial=initial), me.club.currency)
    )


def _fine_form(request: UserRequest, me: Membership, fine: Fine | None, form: FineForm) -> HttpResponse:
    context = {"me": me, "club": me.club, "fine": fine, "form": form}
    if request.method != "POST":
        return render(request, "settlement/edit_fine.html", context)
    if form.is_valid():
        try:
            services.keep_fine(me.club, fine, **form.facts())
        except Reused:
            form.used_before()
        else:
            messages.success(request, _("Saved."))
            return redirect("settlement:list_dues", me.club.pk)
    return answer_invalid(request, "settlement/edit_fine.html", context)


def _due(me: Membership, due_id: int) -> Due:
    due = selectors.due_of(me.club, due_id)
    if due is None:
        raise Http404
    return due


def _of_due(me: Membership, due: Due) -> dict[str, Any]:
    initial = {"name": due.name, "amount": due.cents, "last": due.last}
    return {
        "me": me,
        "club": me.club,
        "due": due,
        "form": in_currency(ChangedDueForm(due.first, initial=initial), due.currency),
        "exceptions": selectors.exceptions_of(due),
        "exception_form": in_currency(ExceptionForm(me.club, prefix="except"), due.currency),
    }
