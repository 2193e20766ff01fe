"""How often may an address do something that costs, or ask for links that do not exist?

Nothing here guards a secret that could be guessed (that is `services.guessing`): tokens have 256 bits. An address
has one count for each kind of thing and minute, whatever was asked for, so that no flood washes other counts away.
What counts as an address behind proxies is settled by TRUSTED_PROXIES.
"""

from __future__ import annotations

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
from dokoclub.accounts.models import Account, hash_guesser

NOWHERE = "0.0.0.0"  # noqa: S104  # of a connection without an address, as through a socket in a folder
WINDOW: Final = 60  # seconds
PLACES: Final = 1 << 16
_BITS: Final = 32  # of a place, for the count; the minute stands above
View: TypeAlias = Callable[..., HttpResponseBase]
FREE: Final = 5
FREE_AT_ONE_ADDRESS: Final = 30  # a pub shares one


def get_address(request: HttpRequest) -> str:
    """Return what the outermost of our proxies saw. What stands before that in X-Forwarded-For anybody can invent.

    Of an IPv6 address its network (/64): a household or a machine has all addresses of it. Where a proxy was passed by
    or the address is none, return that of the connection: never an error.
    """
    seen = request.headers.get("X-Forwarded-For", "").split(",")
    proxies: int = settings.TRUSTED_PROXIES
    said = seen[-proxies] if 0 < proxies <= len(seen) else ""
    found = clean_client_ip(said) or clean_client_ip(request.META.get("REMOTE_ADDR", "")) or NOWHERE
    return get_network(found)


def get_network(address: str) -> str:
    """Return an IPv4 address as it is, also where it is written as an IPv6 address, and the first address of a /64."""
    found = ip_address(address)
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False).network_address)


class SharedCounts:
    """A fixed number of places, so that no flood takes memory or washes a count away: who shares one by chance is
    counted together.

    Whatever is forked afterwards counts in the same places. Two processes that count at the same moment may count once:
    whoever asks so often is over the limit soon enough.
    """

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, PLACES * 8)
        self._places = memoryview(self._memory).cast("Q")
        self._lock = Lock()

    def count(self, what: str) -> int:
        """Count once more; how often it was in this minute."""
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


class Guesser(NamedTuple):
    """Whose wrong guesses are counted together: `who`, in clear; from number `free` on there is waiting, `first` at
    first. Up to then they are forgotten after `window` without another one.
    """

    who: str
    free: int = FREE
    shared: bool = False  # others may stand behind it, too
    first: timedelta = timedelta(minutes=1)
    window: timedelta = timedelta(days=1)


def list_guessers(request: HttpRequest, what: str, name: str) -> tuple[Guesser, ...]:
    """Of who guesses `what` ("password", "recovery_code") for the sign-in name `name`, be there such a name or not.

    One query where the browser has the cookie of a device.
    """
    name = Account.normalize_username(name)
    if device := devices.get_device(request, name):
        return (Guesser(f"{what} device {device} {name}"),)
    if request.user.is_authenticated and request.user.get_username() == name:
        return (Guesser(f"{what} signed in {name}"),)
    address = Guesser(f"{what} address {get_ip(request)}", FREE_AT_ONE_ADDRESS, shared=True)
    return (Guesser(f"{what} name {name}"), address)


def guesser_at_address(
    request: HttpRequest, what: str, first: timedelta, window: timedelta = timedelta(days=1)
) -> Guesser:
    """Of who guesses `what` where nobody says who he is."""
    return Guesser(f"{what} address {get_ip(request)}", shared=True, first=first, window=window)
