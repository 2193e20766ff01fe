"""The one cache of whole pages: a page is printed once for who may see the same, while the stamp of its facts stands.

A page is kept in the memory of the process under its address and the reader's right, with the state of everything that
it shows: the club's version (`clubs.models.Stamp`), and the hour, because pages tell of today. Where a browser may keep
the page, the state makes the ETag, too, and that is looked at first: who has the page of this state gets 304 before
anything is read or filled. What belongs to one request alone, as the token of its forms, is not kept: there are gaps,
filled each time. Compression is left to the middleware.
"""

from __future__ import annotations

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
from dokoclub.legal.texts import list_kinds

LARGEST: Final = 600_000  # characters and bytes; what is larger is worked out each time

Made = TypeVar("Made")


_GUARD: Final = Lock()
_MAKING: Final[dict[str, Lock]] = {}  # by place, while somebody works it out
_WANTED: Final[Counter[str]] = Counter()  # how many do, and wait for it
ASKED_AGAIN: Final = "private, no-cache"  # most often nothing has changed, and the answer is 304
CSRF: Final = "csrf_token"  # what templates call the token of a form
_PROGRAM: Final = token_hex(8)  # after an upgrade the same state may be printed otherwise; forked processes share it

Context = Mapping[str, Any]


def keep_piece(key: str, stamp: str, work: Callable[[], Made], *, shelf: str = "kept") -> Made:
    """What `work` makes, or made when it was last asked for with the same key, stamp and language in the same year.

    `key`: what it is and for whom, `stamp`: the state of everything that `work` reads, read before it. A new stamp
    takes the place of the old. "" keeps nothing. Inside a transaction nothing is kept and nothing kept is given: there
    are facts that nobody else sees yet, and perhaps never will. At New Year all is made anew, because days of
    other years say so. Who asks while somebody else works it out waits for that; so `work` asks for no piece whose own
    work asks for this one. `shelf`: one of settings.CACHES; what is many and small washes nothing else away.
    """
    if not stamp or connection.in_atomic_block:
        return work()
    place = blake2b(f"{get_language()}:{key}".encode(), digest_size=16).hexdigest()
    state = f"{stamp} {this_year()}"
    kept = _take(shelf, place, state)
    if kept is not None:
        return cast("Made", kept[0])
    with _alone_at(place):
        kept = _take(shelf, place, state)
        if kept is not None:  # it was made meanwhile
            return cast("Made", kept[0])
        made = work()
        if _size(made) <= LARGEST:
            caches[shelf].set(place, (state, made))
    return made


def _take(shelf: str, place: str, state: str) -> tuple[Any] | None:
    """What is kept there of that state."""
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
    """Characters and bytes of all texts in it, one below the other."""
    if isinstance(made, (str, bytes)):
        return len(made)
    return sum(map(_size, made)) if isinstance(made, tuple) else 0


def show_printed(
    request: HttpRequest,
    template: str,
    build: Callable[[], Context],
    *,
    stamp: str,
    reader: str,
    own: Mapping[str, str] | None = None,
    browser_keeps: bool = False,
) -> HttpResponse:
    """The page of this address, for readers who may see the same.

    `build` makes its context, and is not asked where the page was printed before. `stamp`: the state of everything
    that the page shows, read before it; "" keeps nothing. `reader`: all that the page says of who reads, so that two
    of the same word get the same page. `own`: what templates find by these names, and is of this request alone.
    `browser_keeps`: the browser may, and asks for it again each time.
    """
    own = own or {}
    if messages.get_messages(request) or getattr(request.user, "has_unconfirmed_links", False):
        return render(request, template, {**build(), **own})  # something is said to this one reader
    state = f"{stamp} {timezone.localtime():%Y-%m-%d %H}" if stamp else ""
    place = f"{request.get_full_path()} {get_look(request)} {reader}"
    values = {CSRF: get_token(request), **own}
    headers = {}
    if browser_keeps and state:
        headers = {"ETag": get_etag(request, place, state, *own.values()), "Cache-Control": ASKED_AGAIN}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return HttpResponseNotModified(headers=headers)
    page = keep_piece(place, state, lambda: _print(request, template, build(), list(values)))
    return HttpResponse("".join(escape(values[part]) if is_gap else part for is_gap, part in page), headers=headers)


def get_etag(request: HttpRequest, *state: str) -> str:
    """By which a browser asks whether the page has changed. `state`: of everything that it shows.

    Weak: it goes out compressed and not.
    """
    told = (_PROGRAM, str(get_language()), *state, request.META.get("CSRF_COOKIE", ""))
    return f'W/"{blake2b(chr(0).join(told).encode(), digest_size=12).hexdigest()}"'


def get_look(request: HttpRequest) -> str:
    """What of the reader's choices and of the install stands on every page."""
    return f"{chosen_theme(request)} {'+'.join(list_kinds())}"


def _print(request: HttpRequest, template: str, context: Context, gaps: list[str]) -> tuple[tuple[bool, str], ...]:
    """Texts, and with True the names of the gaps between them."""
    mark = f"gap-{token_hex(16)}-"
    page = render_to_string(template, {**context, **{name: f"{mark}{name}." for name in gaps}}, request)
    first, *others = page.split(mark)
    found = [(False, first)]
    for other in others:
        name, _, text = other.partition(".")
        found += [(True, name), (False, text)]
    return tuple(found)
