"""Responses for clubs that are moving (read-only) or have moved (members are redirected).

The access checks raise (`clubs.access`); this middleware answers, in one place for pages, scripts and phones.
"""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs import hooks, selectors
from dokoclub.clubs.models import Club, HasMoved, IsMoving
from dokoclub.clubs.models.club import NotUsed
from dokoclub.core.http import asked_by, note_page
from dokoclub.serving.later import read_typed

Respond = Callable[[HttpRequest], HttpResponse]

_LONGEST: Final = 1024 * 1024  # bytes of a phone's request
_NAMES: Final = ("batch", "key")  # by these a phone matches the answer to its request


class TellMoving:
    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with asked_by(request.method):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        if request.resolver_match is not None:
            note_page(request.resolver_match.view_name)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, NotUsed):
            return answer_not_used(request, exception)
        if isinstance(exception, Http404) and (moved := _find_moved(request)):
            return answer_moved(request, moved)
        if isinstance(exception, HasMoved):
            return answer_moved(request, exception.club)
        return answer_moving(request, exception.club) if isinstance(exception, IsMoving) else None


def _find_moved(request: HttpRequest) -> Club | None:
    """Return the user's moved club that the address leads to. One query, for signed-in users only."""
    found = request.resolver_match
    if found is None or not isinstance(request.user, Account):
        return None
    for gap, path in hooks.paths_of_gaps.items():
        if gap in found.kwargs:
            return selectors.find_moved(request.user, path, found.kwargs[gap])
    return None


def answer_not_used(request: HttpRequest, missing: NotUsed) -> HttpResponse:
    """Respond with 404, and tell owners where to switch the feature on. One query, for signed-in users only."""
    account = request.user if isinstance(request.user, Account) else None
    owns = account is not None and selectors.is_owner(account, missing.club)
    text = _("The club does not use this.")
    if _is_phone(request) or request.headers.get("HX-Request"):
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=HTTPStatus.NOT_FOUND)
    context = {"text": text, "club": missing.club if owns else None, "feature": missing.feature}
    return render(request, "clubs/not_used.html", context, status=HTTPStatus.NOT_FOUND)


def answer_moving(request: HttpRequest, club: Club) -> HttpResponse:
    """Respond that nothing was written. 423: the resource is locked."""
    text = _("%(club)s is moving and is read-only until then. Nothing was saved.") % {"club": club.name}
    if _is_phone(request):
        told = {**_named(request), "reason": "moving", "to": club.moving_to, "text": text}
        return JsonResponse(told, status=HTTPStatus.LOCKED)
    if request.headers.get("HX-Request"):
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=HTTPStatus.LOCKED)
    context = {"moving": club, "text": text, "typed": read_typed(request)}
    return render(request, "clubs/moving.html", context, status=HTTPStatus.LOCKED)


def answer_moved(request: HttpRequest, club: Club) -> HttpResponse:
    """Respond that the club is gone here, with its new address. 410."""
    if _is_phone(request):
        told = {**_named(request), "format": 1, "reason": "moved", "to": club.moved_to}
        return JsonResponse(told, status=HTTPStatus.GONE)
    me = selectors.membership_in_moved(club, request.user) if isinstance(request.user, Account) else None
    ways = hooks.collect_pieces(hooks.moved_links, me) if me else []
    return render(request, "clubs/moved.html", {"moved": club, "ways": ways}, status=HTTPStatus.GONE)


def _is_phone(request: HttpRequest) -> bool:
    return not request.accepts("text/html")


def _named(request: HttpRequest) -> dict[str, str]:
    """Return the names that the answer must repeat; phones treat any other answer as one from an intermediary."""
    if request.content_type != "application/json" or int(request.META.get("CONTENT_LENGTH") or 0) > _LONGEST:
        return {}
    try:
        sent: Any = json.loads(request.body)
    except (ValueError, RecursionError):
        return {}
    return {name: text for name in _NAMES if isinstance(sent, dict) and (text := _uuid(sent.get(name)))}


def _uuid(value: object) -> str:
    try:
        return str(UUID(value)) if isinstance(value, str) else ""
    except ValueError:
        return ""
