"""How often may an address do something that costs, or ask for links that do not exist?

Nothing here guards a secret that could be guessed (that is `services.guessing`): tokens have 256 bits. An address
has one count for each kind of thing and minute, whatever was asked for, so that no flood washes other counts away.
What counts as an address behind proxies is settled by TRUSTED_PROXIES.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Final, TypeAlias

from allauth.core.internal import ratelimit
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from dokoclub.accounts.access.counts import WINDOW, SharedCounts
from dokoclub.accounts.models import hash_guesser

View: TypeAlias = Callable[..., HttpResponseBase]

unknown_tokens: Final = SharedCounts()
_UNKNOWN: Final = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


def allow_try(request: HttpRequest, action: str) -> bool:
    """Count one try of `action` (of settings.ACCOUNT_RATE_LIMITS) by address; False when it was one too many.

    Each minute has a count of its own: where the clock is set back, tries of the days to come hold nobody up.
    """
    key = f"{_window()} {_address(request)}"
    counted = ratelimit.consume(request, app="allauth.account", action=action, key=key, limit_get=True)
    return counted is not None


def respond_too_often(request: HttpRequest) -> HttpResponse:
    """The page that says so, with status 429."""
    response: HttpResponse = ratelimit.respond_429(request)
    response.headers["Retry-After"] = str(WINDOW)
    return response


def limit_tries(action: str) -> Callable[[View], View]:
    """A view that answers 429 when an address does `action` too often."""

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not allow_try(request, action):
                return respond_too_often(request)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def limit_unknown(action: str) -> Callable[[View], View]:
    """A view of a secret address that answers 429 instead of 404 to an address that asks for too many wrong ones.

    Who has a right one is never counted and never held up. At most settings.UNKNOWN_TOKENS[action] a minute.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                response = view(request, *args, **kwargs)
            except Http404:
                if count_unknown(request, action):
                    raise
                return respond_too_often(request)
            if response.status_code in _UNKNOWN and not count_unknown(request, action):
                return respond_too_often(request)
            return response

        return counted

    return decorate


def count_unknown(request: HttpRequest, action: str) -> bool:
    """Count one token that opens nothing; False when it was one too many."""
    return unknown_tokens.count(f"{action} {_address(request)}") <= settings.UNKNOWN_TOKENS[action]


def _window() -> int:
    """The minute, since 1970."""
    return int(time.time()) // WINDOW


def _address(request: HttpRequest) -> str:
    """Hashed: with several processes the counts lie in the database. And keyed: nobody can choose a place."""
    return hash_guesser(f"address {ratelimit.get_ip(request)}")
