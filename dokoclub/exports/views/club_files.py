"""A club comes in as a file that another install has written."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.exports.club_file.reading import Refused
from dokoclub.exports.forms.club_files import ClubFileForm
from dokoclub.exports.services import club_files
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.look.refusals import Reused


@require_http_methods(PAGE_AND_FORM)
def found_from_file(request: UserRequest) -> HttpResponse:
    """Whoever may found a club may also bring one in."""
    form = ClubFileForm(sent_data(request), request.FILES if request.method == "POST" else None)
    context = {"form": form}
    if request.method != "POST":
        return render(request, "exports/found_from_file.html", context)
    if form.is_valid():
        try:
            club = club_files.found_from_file(form.content, key=form.cleaned_data["key"], by=request.user)
        except Reused:
            form.used_before()
        except Refused as refusal:
            for problem in refusal.problems:
                form.add_error("file", str(problem))
        else:
            messages.success(request, _("%(club)s is here, and you own it.") % {"club": club.name})
            return redirect(club)
    return answer_invalid(request, "exports/found_from_file.html", context)
