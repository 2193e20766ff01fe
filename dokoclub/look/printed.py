"""A page that is printed once for everybody who may see the same, and kept while the stamp of what it shows stands.

What belongs to one reader alone, as the token of his forms, is not printed: there are gaps, filled each time. The text
between them is compressed once, and so are pieces that outlive the page they stand on.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import blake2b
from secrets import randbelow, token_hex
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.html import escape
from django.utils.translation import get_language

from dokoclub.legal.texts import list_kinds
from dokoclub.look.kept import keep_piece
from dokoclub.look.themes import chosen_theme

CSRF: Final = "csrf_token"  # what templates call the token of a form
_HEAD: Final = b"\x1f\x8b\x08\x08\x00\x00\x00\x00\x02\xff"  # of gzip: deflated, with a name, no time
_END: Final = b"\x03\x00"  # an empty last block
_PROGRAM: Final = token_hex(8)  # after an upgrade the same state may be printed otherwise; forked processes share it
_LONGEST_NAME: Final = 100  # random, so that the length of a page tells nothing of what is secret in it (BREACH)

Context = Mapping[str, Any]


class Piece(NamedTuple):
    """A part of a page. `packed`: deflated by itself, so that it can stand between any others."""

    plain: bytes
    packed: bytes


class Printed(NamedTuple):
    """A page, or a piece of one that has gaps of its own."""

    parts: tuple[Piece | str, ...]  # a text is the name of a gap


def print_piece(text: str) -> Piece:
    plain = text.encode()
    packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Piece(plain, packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH))


def show_printed(
    request: HttpRequest,
    template: str,
    build: Callable[[], Context],
    *,
    stamp: str,
    reader: str,
    own: Mapping[str, str] | None = None,
    around: Callable[[Context], str] | None = None,
) -> HttpResponse:
    """The page of this address, for readers who may see the same.

    `build` makes its context, and is not asked where the page was printed before. `stamp`: the state of everything
    that the page shows, read before it; "" keeps nothing. `reader`: all that the page says of who reads, so that two
    of the same word get the same page. `own`: what templates find by these names, and is of this request alone.
    `around`: of a context, the state of all that the template says around the pieces in it, where that stands for
    longer than the pieces do.
    """
    own = own or {}
    if messages.get_messages(request) or getattr(request.user, "has_unconfirmed_links", False):
        return show_pieces(request, template, {**build(), **own})  # something is said to this one reader
    hour = f"{timezone.localtime():%Y-%m-%d %H}"  # pages tell of today
    state = f"{stamp} {hour}" if stamp else ""
    place = f"{request.get_full_path()} {look_of(request)} {reader}"
    values = {CSRF: get_token(request), **own}

    def work() -> Printed:
        context = build()
        outer = f"{place} {around(context)} {hour}" if stamp and around else ""
        return print_page(request, template, context, values, around=outer)

    printed = keep_piece(place, state, work)
    response = HttpResponse()
    fill_page(request, response, printed, values)
    if state:
        tag_page(request, response, place, state, *own.values())
    return response


def tag_page(request: HttpRequest, response: HttpResponse, *state: str) -> None:
    """With an ETag, by which a browser asks whether the page has changed. `state`: of everything that it shows."""
    cookie = request.META.get("CSRF_COOKIE", "")
    response["ETag"] = _etag(_PROGRAM, str(get_language()), *state, cookie)


def look_of(request: HttpRequest) -> str:
    """What of the reader's choices and of the install stands on every page."""
    return f"{chosen_theme(request)} {'+'.join(list_kinds())}"


def show_pieces(request: HttpRequest, template: str, context: Context) -> HttpResponse:
    """A page of its own, with `Piece`s of the context as they were printed before; lists of them, too."""
    if not any(_pieces_of(value) for value in context.values()):
        return render(request, template, context)
    response = HttpResponse()
    fill_page(request, response, print_page(request, template, context, ()), {})
    return response


def print_text(request: HttpRequest, template: str, context: Context) -> str:
    """The same as a text, for what carries it in an answer of another kind."""
    parts = print_page(request, template, context, ()).parts
    return "".join(part.plain.decode() for part in parts if isinstance(part, Piece))


def print_page(
    request: HttpRequest, template: str, context: Context, gaps: Iterable[str], *, around: str = ""
) -> Printed:
    """With gaps where the context would have these names, and its pieces in their places.

    What stands around the pieces is printed once for the same `around`; "" prints it anew.
    """
    pieces = {name: found for name, value in context.items() if (found := _pieces_of(value))}
    names = (*gaps, *pieces)

    def work() -> Printed:
        return _print_around(request, template, context, names)

    outer = keep_piece(f"{template} {around}", around, work) if around else work()
    parts = (pieces.get(part, (part,)) if isinstance(part, str) else (part,) for part in outer.parts)
    return Printed(tuple(part for some in parts for part in some))


def _print_around(request: HttpRequest, template: str, context: Context, names: Iterable[str]) -> Printed:
    """With a gap wherever one of these names stands."""
    mark = f"gap-{token_hex(16)}-"
    page = render_to_string(template, {**context, **{name: f"{mark}{name}." for name in names}}, request)
    first, *others = page.split(mark)
    parts: list[Piece | str] = [print_piece(first)]
    for other in others:
        name, _, text = other.partition(".")
        parts += [name, print_piece(text)]
    return Printed(tuple(parts))


def fill_page(request: HttpRequest, response: HttpResponse, printed: Printed, values: Mapping[str, str]) -> None:
    """Compressed where the browser takes it."""
    filled = {name: print_piece(escape(value)) for name, value in values.items()}
    pieces = [part if isinstance(part, Piece) else filled[part] for part in printed.parts]
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        response.content = b"".join(piece.plain for piece in pieces)
        return
    response.content = _gzip(pieces)
    response["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])


def _pieces_of(value: object) -> Sequence[Piece | str]:
    if isinstance(value, Printed):
        return value.parts
    if isinstance(value, Piece):
        return [value]
    is_list = isinstance(value, list) and bool(value) and all(isinstance(one, Piece) for one in value)
    return value if is_list else []  # type: ignore[return-value]


def _gzip(pieces: Iterable[Piece]) -> bytes:
    checksum, length, packed = 0, 0, []
    for piece in pieces:
        checksum = zlib.crc32(piece.plain, checksum)
        length += len(piece.plain)
        packed.append(piece.packed)
    name = b"a" * randbelow(_LONGEST_NAME) + b"\x00"
    tail = checksum.to_bytes(4, "little") + (length % 2**32).to_bytes(4, "little")
    return b"".join((_HEAD, name, *packed, _END, tail))


def _etag(*state: str) -> str:
    """Weak: it goes out compressed and not."""
    return f'W/"{blake2b(chr(0).join(state).encode(), digest_size=12).hexdigest()}"'
