"""Requests of the access tests, through all middleware or to the view alone; all they write is rolled back."""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory
from django.test.client import ClientHandler
from django.urls import ResolverMatch, reverse

from dokoclub.accounts.models import Account
from tests.cast import signed_in
from tests.house.addresses import addresses

GAPS: Final = dict(addresses())
HANDLERS: Final = {
    checks: ClientHandler(enforce_csrf_checks=checks) for checks in (False, True)
}  # whether they ask for the form's token


def cookies_of(person: Account) -> str:
    """Of a session that has been used today already."""
    client = signed_in(person)
    client.get(reverse("ui:show_manifest"))
    return client.cookies.output(header="", sep=";")


def ask(
    cookies: str, method: str, url: str, headers: dict[str, str] | None = None, *, checks: bool = False
) -> HttpResponseBase:
    """What is answered to a browser with these cookies; `checks`: and with the check of the form's token."""
    client = Client(headers={"Cookie": cookies} if cookies else None)
    client.handler = HANDLERS[checks]
    with transaction.atomic():
        response: HttpResponseBase = client.generic(method, url, headers=headers)
        transaction.set_rollback(True)
    return response


def url_of(name: str, filled: dict[str, Any]) -> str:
    return reverse(name, kwargs={gap: filled[gap] for gap in GAPS[name]})


def status_of_view(found: ResolverMatch, method: str, who: Account | AnonymousUser) -> int:
    """As for a request of which the view knows only who asks."""
    request = RequestFactory().generic(method, "/")
    request.user = who
    request.session = SessionStore()
    with transaction.atomic():
        try:
            status: int = found.func(request, *found.args, **found.kwargs).status_code
        except Http404:
            status = 404
        except PermissionDenied:
            status = 403
        transaction.set_rollback(True)
    return status
