"""The cache of whole pages: a page is rendered once for all who may see the same, until the club's data change.

It lives in the memory of the process, under its address and the reader's right. Its state is the club's version
(`clubs.models.ClubVersion`) and the hour, because pages name today. Where a browser may store the page, the state is
also its ETag, compared before anything is read or rendered. Values of one request, such as the token of its forms, are
gaps in the cached page, filled each time. The middleware compresses.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from secrets import token_hex
from threading import Lock
from typing import Any, Final, TypeVar, cast

from django.contrib import messages
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import get_language

from dokoclub.core.cookies import chosen_theme
from dokoclub.core.formatting import this_year
from dokoclub.legal import list_kinds

LARGEST: Final = 600_000  # characters and bytes; larger results are not cached

Made = TypeVar("Made")


_GUARD: Final = Lock()
_MAKING: Final[dict[str, Lock]] = {}  # by cache key, while a thread computes the value
_WANTED: Final[Counter[str]] = Counter()  # how many threads compute it or wait for it
ASKED_AGAIN: Final = "private, no-cache"  # most often nothing has changed, and the answer is 304
CSRF: Final = "csrf_token"  # the name of the CSRF token in templates
_PROGRAM: Final = token_hex(8)  # an upgrade may render the same state differently; forked processes share it

Context = Mapping[str, Any]


def get_or_compute(key: str, version: str, work: Callable[[], Made], *, shelf: str = "kept") -> Made:
    """Return the result of `work`, cached under key and language while `version` and the year are unchanged.

    `key`: the piece and its readers. `version`: the version of everything that `work` reads, read before it; "" caches
    nothing. A new version replaces the old one. `shelf`: one of settings.CACHES; a separate one keeps many small pieces
    from evicting others.

    Inside a transaction nothing is cached or read from the cache: it holds data that nobody else sees yet, and perhaps
    never will. At New Year everything is recomputed, because days of other years show their year. Concurrent calls wait
    for the first one, so `work` must not ask for a piece whose own work asks for this one.
    """
    if not version or connection.in_atomic_block:
        return work()
    place = blake2b(f"{get_language()}:{key}".encode(), digest_size=16).hexdigest()
    state = f"{version} {this_year()}"
    kept = _take(shelf, place, state)
    if kept is not None:
        return cast("Made", kept[0])
    with _alone_at(place):
        kept = _take(shelf, place, state)
        if kept is not None:  # another thread has made it meanwhile
            return cast("Made", kept[0])
        made = work()
        if _size(made) <= LARGEST:
            caches[shelf].set(place, (state, made))
    return made


def _take(shelf: str, place: str, state: str) -> tuple[Any] | None:
    """Return the cached value of that state as a 1-tuple, or None."""
    found: tuple[str, Any] | None = caches[shelf].get(place)
    return (found[1],) if found is not None and found[0] == state else None


@contextmanager
def _alone_at(place: str) -> Iterator[None]:
    with _GUARD:
        lock = _MAKING.setdefault(place, Lock())
        _WANTED[place] += 1
    try:
        with lock:
            yield
    finally:
        with _GUARD:
            _WANTED[place] -= 1
            if not _WANTED[place]:
                del _WANTED[place], _MAKING[place]


def _size(made: object) -> int:
    """Return the number of characters and bytes of all texts in a value, nested tuples included."""
    if isinstance(made, (str, bytes)):
        return len(made)
    return sum(map(_size, made)) if isinstance(made, tuple) else 0


def render_cached(
    request: HttpRequest,
    template: str,
    build: Callable[[], Context],
    *,
    version: str,
    reader: str,
    own: Mapping[str, str] | None = None,
    browser_keeps: bool = False,
) -> HttpResponse:
    """Return the page of this address, for readers who may see the same.

    `build` makes its context; it is not called if the page is cached. `version`: of everything that the page shows,
    read before it; "" caches nothing. `reader`: all that the page shows about its reader; equal words share a page.
    `own`: template values of this request alone. `browser_keeps`: let the browser store it and revalidate each time.
    """
    own = own or {}
    if messages.get_messages(request) or getattr(request.user, "has_unconfirmed_links", False):
        return render(request, template, {**build(), **own})  # this page shows a message to this reader only
    state = f"{version} {timezone.localtime():%Y-%m-%d %H}" if version else ""
    place = f"{request.get_full_path()} {get_look(request)} {reader}"
    values = {CSRF: get_token(request), **own}
    headers = {}
    if browser_keeps and state:
        headers = {"ETag": get_etag(request, place, state, *own.values()), "Cache-Control": ASKED_AGAIN}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return HttpResponseNotModified(headers=headers)
    page = get_or_compute(place, state, lambda: _print(request, template, build(), list(values)))
    return HttpResponse("".join(escape(values[part]) if is_gap else part for is_gap, part in page), headers=headers)


def get_etag(request: HttpRequest, *state: str) -> str:
    """Return the ETag of a page.

    `state`: the versions of everything that it shows. It is weak, as the page is sent compressed and uncompressed.
    """
    told = (_PROGRAM, str(get_language()), *state, request.META.get("CSRF_COOKIE", ""))
    return f'W/"{blake2b(chr(0).join(told).encode(), digest_size=12).hexdigest()}"'


def get_look(request: HttpRequest) -> str:
    """Return the part of every page that depends on the reader's theme and the install's legal texts."""
    return f"{chosen_theme(request)} {'+'.join(list_kinds())}"


def _print(request: HttpRequest, template: str, context: Context, gaps: list[str]) -> tuple[tuple[bool, str], ...]:
    """Render the page and return its parts: texts with False, and names of gaps with True."""
    mark = f"gap-{token_hex(16)}-"
    page = render_to_string(template, {**context, **{name: f"{mark}{name}." for name in gaps}}, request)
    first, *others = page.split(mark)
    found = [(False, first)]
    for other in others:
        name, _, text = other.partition(".")
        found += [(True, name), (False, text)]
    return tuple(found)
