"""Rate limits by address for costly actions and unknown links; and the keys for counting wrong guesses.

The limits here guard no guessable secret (`services.sign_ins` does): tokens have 256 bits. An address has one count
per action and minute, regardless of the requested link, so that a flood does not displace other counts.
TRUSTED_PROXIES decides the address behind proxies.
"""

import mmap
import time
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Any, Final, NamedTuple, TypeAlias

from allauth.core.internal import ratelimit
from allauth.core.internal.httpkit import clean_client_ip
from allauth.core.internal.ratelimit import get_ip
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase

from dokoclub.accounts.access import devices
from dokoclub.accounts.models import Account, hash_throttle_key

NOWHERE = "0.0.0.0"  # noqa: S104  # of a connection without an address, as through a socket in a folder
WINDOW: Final = 60  # seconds
PLACES: Final = 1 << 16
_BITS: Final = 32  # bits of a slot for the count; the minute is above
View: TypeAlias = Callable[..., HttpResponseBase]
FREE: Final = 5
FREE_AT_ONE_ADDRESS: Final = 30  # a pub shares one address


def get_address(request: HttpRequest) -> str:
    """Return the address seen by our outermost proxy; anything before it in X-Forwarded-For may be forged.

    An IPv6 address is reduced to its network (/64), since a household or machine has all its addresses. If a proxy
    was bypassed or the address is invalid, return that of the connection: never an error.
    """
    seen = request.headers.get("X-Forwarded-For", "").split(",")
    proxies: int = settings.TRUSTED_PROXIES
    said = seen[-proxies] if 0 < proxies <= len(seen) else ""
    found = clean_client_ip(said) or clean_client_ip(request.META.get("REMOTE_ADDR", "")) or NOWHERE
    return get_network(found)


def get_network(address: str) -> str:
    """Return an IPv4 address unchanged, also from its IPv6 form; for IPv6, the first address of its /64."""
    found = ip_address(address)
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False).network_address)


class SharedCounts:
    """Counts in a fixed number of slots, so that no flood uses memory or displaces a count.

    Keys that share a slot by chance are counted together. Processes forked later use the same slots. Two processes
    that count at the same moment may count once: frequent callers exceed the limit soon anyway.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, PLACES * 8)
        self._places = memoryview(self._memory).cast("Q")
        self._lock = Lock()

    def count(self, what: str) -> int:
        """Count once more; return the count of this minute."""
        place = int.from_bytes(sha256(what.encode()).digest()[:8]) % PLACES
        minute = int(time.time()) // WINDOW
        with self._lock:
            then, number = divmod(self._places[place], 1 << _BITS)
            number = number + 1 if then == minute else 1
            self._places[place] = (minute << _BITS) + number
        return number

    def clear(self) -> None:
        self._memory[:] = bytes(len(self._memory))


unknown_tokens: Final = SharedCounts()
_UNKNOWN: Final = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


def allow_try(request: HttpRequest, action: str) -> bool:
    """Count one try of `action` (of settings.ACCOUNT_RATE_LIMITS) by address; return False if it was one too many.

    Each minute has its own count: if the clock is set back, future tries block nobody.
    """
    key = f"{_window()} {_address(request)}"
    counted = ratelimit.consume(request, app="allauth.account", action=action, key=key, limit_get=True)
    return counted is not None


def respond_too_often(request: HttpRequest) -> HttpResponse:
    """Return the page for too many tries, with status 429."""
    response: HttpResponse = ratelimit.respond_429(request)
    response.headers["Retry-After"] = str(WINDOW)
    return response


def limit_tries(action: str) -> Callable[[View], View]:
    """Decorate a view to answer 429 if an address does `action` too often."""

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, /, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if not allow_try(request, action):
                return respond_too_often(request)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def limit_unknown(action: str) -> Callable[[View], View]:
    """Decorate a view of a secret address to answer 429 instead of 404 after too many wrong ones by an address.

    Requests with a valid one are never counted or blocked. At most settings.UNKNOWN_TOKENS[action] a minute.
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
    """Count one invalid token; return False if it was one too many."""
    return unknown_tokens.count(f"{action} {_address(request)}") <= settings.UNKNOWN_TOKENS[action]


def _window() -> int:
    """Return the number of the minute since 1970."""
    return int(time.time()) // WINDOW


def _address(request: HttpRequest) -> str:
    """Return a keyed hash of the address: counts may be stored in the database, and nobody can choose a slot."""
    return hash_throttle_key(f"address {ratelimit.get_ip(request)}")


class ThrottleKey(NamedTuple):
    """A key for counting wrong guesses (`who`, in clear) and its limits.

    From guess number `free` on there is a wait, of length `first` at first. Below it, guesses are forgotten after
    `window` without another one.
    """

    who: str
    free: int = FREE
    shared: bool = False  # other people may share it
    first: timedelta = timedelta(minutes=1)
    window: timedelta = timedelta(days=1)


def list_throttle_keys(request: HttpRequest, what: str, name: str) -> tuple[ThrottleKey, ...]:
    """Return the keys for guesses of `what` ("password", "recovery_code") at a sign-in name, existing or not.

    One query if the browser has the cookie of a device.
    """
    name = Account.normalize_username(name)
    if device := devices.get_device(request, name):
        return (ThrottleKey(f"{what} device {device} {name}"),)
    if request.user.is_authenticated and request.user.get_username() == name:
        return (ThrottleKey(f"{what} signed in {name}"),)
    address = ThrottleKey(f"{what} address {get_ip(request)}", FREE_AT_ONE_ADDRESS, shared=True)
    return (ThrottleKey(f"{what} name {name}"), address)


def get_address_key(
    request: HttpRequest, what: str, first: timedelta, window: timedelta = timedelta(days=1)
) -> ThrottleKey:
    """Return the key for guesses of `what` by an address, without a sign-in name."""
    return ThrottleKey(f"{what} address {get_ip(request)}", shared=True, first=first, window=window)
