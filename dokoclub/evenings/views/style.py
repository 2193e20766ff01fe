"""How the club wants its sheets shown, and its players named before strangers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.clubs import access
from dokoclub.clubs.models import Right
from dokoclub.evenings import selectors, services
from dokoclub.evenings.forms.style import StyleForm, initial_of_style
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data


@require_http_methods(PAGE_AND_FORM)
def edit_style(request: UserRequest, club_id: int) -> HttpResponse:
    me = access.enter_club(request.user, club_id, Right.OWN)
    form = StyleForm(sent_data(request), initial=initial_of_style(selectors.style_of(me.club)))
    context = {"me": me, "club": me.club, "form": form}
    if request.method != "POST":
        return render(request, "evenings/edit_style.html", context)
    if not form.is_valid():
        return answer_invalid(request, "evenings/edit_style.html", context)
    services.change_style(me.club, **form.cleaned_data)
    messages.success(request, _("Saved."))
    return redirect("clubs:show_settings", me.club.pk)
