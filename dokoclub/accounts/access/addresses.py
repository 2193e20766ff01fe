"""Which address does a request come from, behind as many proxies as TRUSTED_PROXIES says?"""

from __future__ import annotations

from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.http import HttpRequest

NOWHERE = "0.0.0.0"  # noqa: S104  # of a connection without an address, as through a socket in a folder


def address_of(request: HttpRequest) -> str:
    """What the outermost of our proxies saw. What stands before that in X-Forwarded-For anybody can invent.

    Whoever came past a proxy, or whose address is none, counts as whoever asked us directly: never an error.
    """
    seen = request.headers.get("X-Forwarded-For", "").split(",")
    proxies: int = settings.TRUSTED_PROXIES
    said = seen[-proxies] if 0 < proxies <= len(seen) else ""
    return clean_client_ip(said) or clean_client_ip(request.META.get("REMOTE_ADDR", "")) or NOWHERE
