"""A page of a sheet whose stored rows cannot be read says so, and names the command that tells what is wrong."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from dokoclub.evenings.ledger.check import read_strictly
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Sheet, tokens

Respond = Callable[[HttpRequest], HttpResponse]

_log = logging.getLogger(__name__)


class TellUnreadable:
    """Answer 409 in place of 500. A club file of an older version may have brought in such a sheet."""

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, (Http404, PermissionDenied, DatabaseError)):
            return None
        unreadable = find_unreadable(request)
        if unreadable is None:
            return None
        _log.error("Sheet %s cannot be read: run manage.py check_ledger.", unreadable.pk, exc_info=exception)
        return answer_unreadable(request, unreadable)


def find_unreadable(request: HttpRequest) -> Sheet | None:
    """Return the first sheet of the address that cannot be read. Only after an exception; a query for each sheet."""
    found = request.resolver_match
    if found is None:
        return None
    kwargs = found.kwargs
    sheets = Sheet.objects.select_related("evening__club").order_by("pk")
    if "sheet_id" in kwargs:
        sheets = sheets.filter(pk=kwargs["sheet_id"])
    elif "evening_id" in kwargs:
        sheets = sheets.filter(evening=kwargs["evening_id"])
    elif str(found.url_name).endswith("_by_pen"):
        sheets = sheets.filter(pk=tokens.row_of(str(kwargs["token"])) or 0)
    else:
        return None
    return next((sheet for sheet in sheets if not isinstance(read_strictly(sheet), Folded)), None)


def answer_unreadable(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    text = _("Rows of this sheet cannot be read. Nothing was changed.")
    if not request.accepts("text/html"):
        return JsonResponse({"reason": "unreadable", "text": text}, status=HTTPStatus.CONFLICT)
    if request.headers.get("HX-Request"):
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=HTTPStatus.CONFLICT)
    context = {"sheet": sheet, "text": text}
    return render(request, "evenings/unreadable.html", context, status=HTTPStatus.CONFLICT)
