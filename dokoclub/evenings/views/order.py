"""Newest or oldest game on top? This phone remembers."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse

from dokoclub.look.cookies import own_name

COOKIE: Final = own_name("sheet_order")
OLDEST: Final = "oldest"
NEWEST: Final = "newest"
YEAR: Final = 365 * 24 * 60 * 60


def is_oldest_first(request: HttpRequest) -> bool:
    """What was just asked for, else what this phone remembers."""
    return (request.GET.get("order") or request.COOKIES.get(COOKIE)) == OLDEST


def remember_order(request: HttpRequest, response: HttpResponse) -> None:
    """Keep the order that was asked for."""
    asked = request.GET.get("order")
    if asked in (OLDEST, NEWEST):
        response.set_cookie(COOKIE, asked, max_age=YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
