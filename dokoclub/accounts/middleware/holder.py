"""Whose phone this is: a cookie tells scripts who is signed in, for the time when no server can be asked."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from dokoclub.accounts.middleware.keeping import Respond
from dokoclub.look.cookies import own_name
from dokoclub.look.themes import YEAR

COOKIE: Final = own_name("holder")  # static/js/holder.js and look/sw.js read it


class NameHolder:
    """The number of the account, and nothing where nobody is signed in. It opens nothing: the session does that.

    Told with any answer that has a session behind it, so that it never says another account than the last answer did.
    """

    def __init__(self, get_response: Respond) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if response.status_code < 500 and "public" not in response.get("Cache-Control", ""):
            _tell_holder(request, response)
        return response


def _tell_holder(request: HttpRequest, response: HttpResponseBase) -> None:
    told = request.COOKIES.get(COOKIE)
    if not request.user.is_authenticated:
        if told is not None:
            response.delete_cookie(COOKIE, samesite="Lax")
    elif told != str(request.user.pk):
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, str(request.user.pk), max_age=YEAR, secure=secure, samesite="Lax")
