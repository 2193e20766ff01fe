"""What a secret link opens, without an account: one evening, and nothing else."""

from __future__ import annotations

from http import HTTPStatus

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dokoclub.accounts.access.ratelimits import limit_unknown
from dokoclub.evenings import access, selectors
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.shown.sheet import to_read
from dokoclub.evenings.views.secret import not_to_be_found
from dokoclub.evenings.words.names import Names, full_names, short_names
from dokoclub.look.http import Request


@login_not_required
@not_to_be_found(referrer="no-referrer")
@require_safe
@limit_unknown("secret_link")
def show_by_link(request: Request, token: str) -> HttpResponse:
    """The evening as it stands; with several tables the sheet of one of them, `?sheet=`.

    A link that never was, one that ended and one that was revoked get the same answer.
    """
    try:
        return _evening(request, access.evening_by_link(token).evening)
    except Http404:
        return render(request, "evenings/no_link.html", status=HTTPStatus.NOT_FOUND)


def _evening(request: Request, evening: Evening) -> HttpResponse:
    stamp = selectors.stamp_of(evening)
    if request.GET.get("stamp") == stamp:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    page = selectors.result_page(evening)
    sheet = _chosen(request, page)
    shown = selectors.sheet_page(sheet) if sheet else None
    names = _names(page, shown)
    context = {
        "evening": evening,
        "stamp": stamp,
        "page": page,
        "chosen": sheet,
        "sheet": to_read(shown, names) if shown else None,
        "names": names,
    }
    fragment = request.htmx
    return render(request, "evenings/_by_link.html" if fragment else "evenings/show_by_link.html", context)


def _chosen(request: Request, page: selectors.EveningPage) -> Sheet | None:
    sheets = [line.sheet for line in page.tables]
    wanted = request.GET.get("sheet", "")
    return next((sheet for sheet in sheets if str(sheet.pk) == wanted), sheets[0] if len(sheets) == 1 else None)


def _names(page: selectors.EveningPage, shown: selectors.SheetPage | None) -> Names:
    everybody = {place.player for place in page.ranking}
    everybody |= {player for line in page.tables for player in line.players}
    if shown is not None:
        everybody |= {column.player for column in shown.columns}
    return full_names(everybody) if page.style.full_names else short_names(everybody)
