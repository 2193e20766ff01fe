"""One's own IBAN: look at it, store another, remove it. Nobody else ever gets this page."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.accounts.views.own import prove_first, refuse_owners_link
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.settlement.forms.bank import BankAccountForm
from dokoclub.settlement.models.iban import group_iban
from dokoclub.settlement.selectors.bank import bank_account
from dokoclub.settlement.services import bank as services


@require_http_methods(PAGE_AND_FORM)
@sensitive_post_parameters("holder", "iban")
@refuse_owners_link
@prove_first
def edit_bank_account(request: UserRequest) -> HttpResponse:
    """Whoever picks up a phone shall not send other people's money to himself: so it asks who it is."""
    kept = bank_account(request.user)
    initial = {"holder": kept.holder, "iban": group_iban(kept.iban)} if kept else {"holder": request.user.display_name}
    form = BankAccountForm(sent_data(request), initial=initial)
    context: dict[str, Any] = {"form": form, "kept": kept}
    if request.method != "POST":
        return render(request, "settlement/edit_bank_account.html", context)
    if not form.is_valid():
        return answer_invalid(request, "settlement/edit_bank_account.html", context)
    services.keep_bank_account(request.user, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("accounts:show_account")


@require_POST
@refuse_owners_link
def remove_bank_account(request: UserRequest) -> HttpResponse:
    services.forget_bank_account(request.user)
    messages.success(request, _("The IBAN is removed."))
    return redirect("accounts:show_account")
