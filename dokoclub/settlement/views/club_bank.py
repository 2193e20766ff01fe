"""The club's own IBAN, and the code by which a member pays what he owes the cash box."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.accounts.views.own import prove_first, refuse_owners_link
from dokoclub.clubs import access
from dokoclub.clubs.models import Membership, Right
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.settlement.forms.bank import BankAccountForm
from dokoclub.settlement.models.iban import group_iban
from dokoclub.settlement.selectors import club_bank as selectors
from dokoclub.settlement.services import club_bank as services
from dokoclub.settlement.shown.account_words import purpose_of_code
from dokoclub.settlement.shown.girocode import back_to_payments, draw_girocode, tell_missing


@require_http_methods(PAGE_AND_FORM)
@sensitive_post_parameters("holder", "iban")
def edit_club_bank(request: UserRequest, club_id: int) -> HttpResponse:
    """By who keeps the money, once he has proved who he is: a phone that lies about shall not redirect the dues."""
    return _edit(request, access.enter_club(request.user, club_id, Right.MONEY))


@require_POST
def remove_club_bank(request: UserRequest, club_id: int) -> HttpResponse:
    return _remove(request, access.enter_club(request.user, club_id, Right.MONEY))


@require_safe
@refuse_owners_link
def show_club_code(request: UserRequest, club_id: int) -> HttpResponse:
    """All that the reader owes the cash box beside evenings; nobody else's, not even for a treasurer."""
    me = access.enter_club(request.user, club_id, Right.READ)
    code = selectors.code_for_club(me.club, request.user)
    if code is None:
        why = tell_missing(selectors.what_is_missing(me.club, request.user))
        context = {"me": me, "club": me.club, "why": why, "back": back_to_payments(club_id)}
        return render(request, "settlement/no_code.html", context)
    purpose = purpose_of_code(me.club, code.standing)
    context = {
        "me": me,
        "club": me.club,
        "code": code,
        "iban": group_iban(code.iban),
        "purpose": purpose,
        "drawing": draw_girocode(holder=code.holder, iban=code.iban, cents=code.cents, purpose=purpose),
    }
    return render(request, "settlement/show_club_code.html", context)


@refuse_owners_link
@prove_first
def _edit(request: UserRequest, me: Membership) -> HttpResponse:
    kept = selectors.club_bank(me.club)
    initial = {"holder": kept.holder, "iban": group_iban(kept.iban)} if kept else {"holder": me.club.name}
    form = BankAccountForm(sent_data(request), initial=initial)
    context: dict[str, Any] = {"me": me, "club": me.club, "form": form, "kept": kept}
    if request.method != "POST":
        return render(request, "settlement/edit_club_bank.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_club_bank.html", context)
    services.keep_club_bank(me.club, **form.cleaned_data, by=request.user)
    messages.success(request, _("Saved."))
    return redirect("settlement:list_dues", me.club.pk)


@refuse_owners_link
def _remove(request: UserRequest, me: Membership) -> HttpResponse:
    services.forget_club_bank(me.club)
    messages.success(request, _("The IBAN is removed."))
    return redirect("settlement:list_dues", me.club.pk)
