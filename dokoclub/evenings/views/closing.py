"""The end of an evening, and second thoughts: close, reopen, delete, take back."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings import access, selectors, services
from dokoclub.evenings.forms.evening import DeleteEveningForm
from dokoclub.evenings.views.doors import miss_deleted
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data


@require_http_methods(PAGE_AND_FORM)
def close_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    """Asked first, with what is still open: only owners open it again."""
    at = access.evening_to_score(request.user, evening_id)
    if request.method == "POST" or not at.evening.is_open:
        services.close_evening(at.evening, by=request.user)
        return redirect("evenings:show_evening", at.evening.pk)
    context = {
        "me": at.membership,
        "club": at.evening.club,
        "evening": at.evening,
        "page": selectors.evening_page(at.evening, request.user),
    }
    return render(request, "evenings/close_evening.html", context)


@require_POST
@miss_deleted
def reopen_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_own(request.user, evening_id)
    services.reopen_evening(at.evening, by=request.user)
    messages.success(request, _("The evening is open again."))
    return redirect("evenings:show_evening", at.evening.pk)


@require_http_methods(PAGE_AND_FORM)
def delete_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_own(request.user, evening_id)
    form = DeleteEveningForm(sent_data(request))
    context = {"me": at.membership, "club": at.evening.club, "evening": at.evening, "form": form}
    if request.method != "POST":
        return render(request, "evenings/delete_evening.html", context)
    if form.is_valid():
        try:
            services.delete_evening(at.evening, typed=form.cleaned_data["typed"], by=request.user)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The evening was deleted. For 30 days you can take it back."))
            return redirect("evenings:list_evenings", at.evening.club_id)
    return answer_invalid(request, "evenings/delete_evening.html", context)


@require_POST
def take_back_evening(request: UserRequest, evening_id: int) -> HttpResponse:
    at = access.evening_to_take_back(request.user, evening_id)
    services.take_back_evening(at.evening, by=request.user)
    messages.success(request, _("The evening is back."))
    return redirect("evenings:show_evening", at.evening.pk)
