"""How often may something be tried, by key and by address? One mechanism, allauth's, for every link and form.

A pub shares one address, so the limits by address are wide and those by key narrow. The counts live in the
cache: more than one process needs a shared one (CACHE_URL or DatabaseCache). What counts as an address behind
proxies is settled by TRUSTED_PROXIES.
"""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse

from dokoclub.look.http import Request

Rest = ParamSpec("Rest")
View = Callable[Concatenate[Request, Rest], HttpResponse]


def allow_try(request: HttpRequest, action: str, *, key: str) -> bool:
    """Count one try of `action` (of settings.ACCOUNT_RATE_LIMITS), reading included; False when it was one too many."""
    counted = ratelimit.consume(request, app="allauth.account", action=action, key=key, limit_get=True)
    return counted is not None


def respond_too_often(request: HttpRequest) -> HttpResponse:
    """The page that says so, with status 429."""
    response: HttpResponse = ratelimit.respond_429(request)
    response.headers["Retry-After"] = "60"
    return response


def limit_tries(action: str, *, by: str = "") -> Callable[[View[Rest]], View[Rest]]:
    """A view that answers 429 when `action` is tried too often; `by` names the part of the URL that is the key."""

    def decorate(view: View[Rest]) -> View[Rest]:
        @wraps(view)
        def counted(request: Request, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
            if not allow_try(request, action, key=str(kwargs.get(by, ""))):
                return respond_too_often(request)
            return view(request, *args, **kwargs)

        return counted

    return decorate
