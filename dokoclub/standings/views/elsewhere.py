"""The league's table elsewhere: for programs, inside pages of others, and who of them may show it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dokoclub.accounts.requests import UserRequest
from dokoclub.look.http import PAGE_AND_FORM, answer_invalid, sent_data
from dokoclub.standings import access, services
from dokoclub.standings.forms.frames import FramesForm
from dokoclub.standings.shown.elsewhere import table_csv, table_document
from dokoclub.standings.views.reading import Opened, by_link


@by_link
def show_json(request: HttpRequest, at: Opened) -> HttpResponse:
    response = JsonResponse(_document(at), json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _readable_by(request, response, at.league.framed_by)


@by_link
def show_csv(request: HttpRequest, at: Opened) -> HttpResponse:
    response = HttpResponse(table_csv(_document(at)), content_type="text/csv; charset=utf-8")
    name = slugify(f"{at.club.name} {at.period.key}") or "dokoclub"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return _readable_by(request, response, at.league.framed_by)


@by_link
def show_embedded(request: HttpRequest, at: Opened) -> HttpResponse:
    """Nothing to press but the way to the whole page: whoever frames it can make nobody do anything."""
    context = {
        "club": at.club,
        "token": at.token,
        "period": at.period,
        "league": at.live,
        "closed": at.closed,
        "held": (at.closed or at.live).held,
        "table": at.table,
    }
    response: Any = render(request, "standings/embedded.html", context)
    if at.league.framed_by:
        response._csp_replace = {"frame-ancestors": at.league.framed_by}
        response.xframe_options_exempt = True  # it knows no list; the policy above does
    framed: HttpResponse = response
    return framed


def _document(at: Opened) -> dict[str, Any]:
    return table_document(at.club.name, at.period, at.live, at.closed, at.table, at.name)


def _readable_by(request: HttpRequest, response: HttpResponse, origins: list[str]) -> HttpResponse:
    """Scripts of the pages that the club chose may read it; never with cookies."""
    patch_vary_headers(response, ["Origin"])
    origin = request.headers.get("Origin")
    if origin in origins:
        response.headers["Access-Control-Allow-Origin"] = origin
    return response


@require_http_methods(PAGE_AND_FORM)
def choose_frames(request: UserRequest, club_id: int) -> HttpResponse:
    at = access.league_to_own(request.user, club_id)
    form = FramesForm(sent_data(request), initial={"origins": "\n".join(at.league.framed_by)})
    context = {"me": at.me, "club": at.club, "form": form}
    if request.method != "POST":
        return render(request, "standings/choose_frames.html", context)
    if form.is_valid():
        try:
            services.choose_frames(at.club, form.cleaned_data["origins"])
        except ValidationError as refused:
            form.add_error(None, refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("standings:list_league_links", club_id)
    return answer_invalid(request, "standings/choose_frames.html", context)
