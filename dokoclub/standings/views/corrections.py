"""Points that the club gave or took."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dokoclub.accounts.requests import UserRequest
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused
from dokoclub.standings import access, services
from dokoclub.standings.forms.corrections import CorrectionForm
from dokoclub.standings.selectors.corrections import corrections_of


@require_safe
def list_corrections(request: UserRequest, club_id: int) -> HttpResponse:
    """With who made them when, those that were taken back too."""
    at = access.league_to_read(request.user, club_id)
    context = {"me": at.me, "club": at.club, "corrections": corrections_of(at.club)}
    return render(request, "standings/list_corrections.html", context)


@require_http_methods(PAGE_AND_FORM)
def correct_points(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    form = CorrectionForm(sent_data(request), club=at.club, initial={"day": date_of_play()})
    context = {"me": at.me, "club": at.club, "form": form}
    if request.method != "POST":
        return render(request, "standings/correct_points.html", context)
    if form.is_valid():
        try:
            written = services.correct_points(at.club, **form.cleaned_data, by=request.user)
        except Reused:
            form.used_before()
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("The points of %(name)s are corrected.") % {"name": written.player.name})
            return redirect("standings:list_corrections", club_id)
    return answer_invalid(request, "standings/correct_points.html", context)


@require_POST
def take_back_correction(request: UserRequest, club_id: int, correction_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    correction = access.correction_to_take_back(at.club, correction_id)
    services.take_back_correction(correction, by=request.user)
    messages.success(request, _("The correction counts no longer."))
    return redirect("standings:list_corrections", club_id)
