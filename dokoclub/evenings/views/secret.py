"""Pages whose address is a secret: whoever knows it, may look."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

from django.http import HttpResponseBase
from django.views.decorators.cache import never_cache

View: TypeAlias = Callable[..., HttpResponseBase]


def not_to_be_found(*, referrer: str) -> Callable[[View], View]:
    """Whose address is a secret: no search engine keeps the page, no cache, and no other site hears of the address.

    `referrer`: the policy. Forms need "same-origin": with "no-referrer" browsers send them in nobody's name, and they
    would be refused.
    """

    def of_view(view: View) -> View:
        @never_cache
        @wraps(view)
        def hidden(*args: Any, **kwargs: Any) -> HttpResponseBase:
            response = view(*args, **kwargs)
            response.headers["X-Robots-Tag"] = "noindex, nofollow"
            response.headers["Referrer-Policy"] = referrer
            return response

        return hidden

    return of_view
