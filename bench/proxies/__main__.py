"""Test of the configuration in docs/operations.md: `python -m bench.proxies [caddy|nginx]`, or `make proxies`.
Caddy and nginx from Debian's packages (unpacked into a temporary folder if they are not installed) run in front of a
site as `make run` starts it, with the very texts of the document and their own certificate, on free ports of this
machine. Ends with 1 if something differs from the document; an unavailable program is LEFT OUT.
"""

from __future__ import annotations

import os
import socket
import ssl
import sys
import tempfile
from collections.abc import Callable
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

from bench.games import UNWRITTEN, make_batch
from bench.proxies.documented import NAME, Places
from bench.proxies.fronts import front
from bench.proxies.programs import Missing, find_program
from bench.serving import MULTIPART, free_port, multipart, served, set_up, signed_in

LOGIN: Final = "/account/login/"
FREE_GUESSES: Final = 30  # of an address
ADDRESSES: Final = (f"127.0.0.{number}" for number in count(10))  # a client with 60 requests a minute is held up, too
MB: Final = 1024 * 1024

Answer: TypeAlias = tuple[HTTPResponse, bytes]


class Visitor:
    """A client behind the web server, at an address of its own."""

    def __init__(self, places: Places, origin: str, cookie: str = "") -> None:
        self.line = Line(places, origin)
        self.cookie = f"{cookie}; __Host-doko_csrf={'b' * 32}"

    def ask(self, path: str, form: dict[str, str] | str | bytes | None = None, **more: str) -> Answer:
        """Send a request. `form`: as text it is JSON, as bytes a file. `more`: headers, with _ for -."""
        headers = {"Cookie": self.cookie, **{name.replace("_", "-"): value for name, value in more.items()}}
        body = urlencode(form) if isinstance(form, dict) else form
        kinds: dict[type, str] = {str: "application/json", bytes: MULTIPART}
        if body is not None:
            headers = {"X-CSRFToken": "b" * 32, "Origin": f"https://{NAME}"} | headers
            headers |= {
                "HX-Request": "true",
                "Content-Type": kinds.get(type(form), "application/x-www-form-urlencoded"),
            }
        self.line.request("GET" if body is None else "POST", path, body, headers)
        answer = self.line.getresponse()
        content = answer.read()
        if answer.status in (411, 413):
            self.line.close()
        return answer, content

    def guess(self, name: str, **more: str) -> int:
        return self.ask(LOGIN, {"login": name, "password": "wrong wrong"}, **more)[0].status


class Line(HTTPSConnection):
    """A connection to this machine, under the documented name."""

    def __init__(self, places: Places, origin: str) -> None:
        context = ssl.create_default_context(cafile=str(places.certificate))
        super().__init__(NAME, places.https, timeout=120, context=context)
        self.origin = origin

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout, (self.origin, 0))
        self.sock = self._context.wrap_socket(plain, server_hostname=NAME)  # type: ignore[attr-defined]


def try_pages(places: Places, table: Any) -> None:
    """Check caching, compression and saving.
    Shared caches store no page, its style sheet is compressed, and a form of another origin saves no game.
    """
    owner, sheet = Visitor(places, "127.0.0.9", table.cookie), table._new_sheet()
    page, content = owner.ask(f"/clubs/{table.club.pk}/")
    assert page.status == 200, page.status
    assert "private" in page.headers["Cache-Control"], page.headers
    assert len(page.headers.get_all("Content-Security-Policy") or []) == 1, page.headers
    assert page.headers["Strict-Transport-Security"] == "max-age=3600", page.headers
    path = content.decode().partition('href="/static/')[2].partition('"')[0]
    style, _ = owner.ask(f"/static/{path}", Accept_Encoding="gzip, br")
    assert (style.status, style.headers["Content-Encoding"]) == (200, "br"), style.headers
    path = f"/sheets/{sheet.pk}/ops/"
    saved, content = owner.ask(path, make_batch(table.games.fill_form(), UNWRITTEN))
    assert saved.status == 200, f"{saved.status} {content[:300]!r}"
    foreign, _ = owner.ask(path, make_batch(table.games.fill_form(), UNWRITTEN + 1), Origin="https://evil.example")
    assert foreign.status == 403, foreign.status


def try_redirect(places: Places, table: Any) -> None:
    plain = HTTPConnection("127.0.0.1", places.http, timeout=120)
    plain.request("GET", f"{LOGIN}?next=/", headers={"Host": NAME})
    answer = plain.getresponse()
    place = answer.headers["Location"] or ""
    assert answer.status in (301, 308), answer.status
    assert place.startswith(f"https://{NAME}"), place
    assert place.endswith(f"{LOGIN}?next=/"), place


def try_addresses(places: Places, table: Any) -> None:
    """Check that guesses at one address hold up nobody at another one, regardless of headers."""
    guesser, neighbour = Visitor(places, next(ADDRESSES)), Visitor(places, next(ADDRESSES))
    heard = [guesser.guess(f"nobody-{number}") for number in range(FREE_GUESSES + 1)]
    assert heard == [422] * FREE_GUESSES + [429], heard
    for name in ("X_Forwarded_For", "X_Real_IP", "Forwarded"):
        assert guesser.guess("nobody-x", **{name: neighbour.line.origin}) == 429, name
    assert neighbour.guess("nobody-y", X_Forwarded_Proto="http") == 422


def try_sizes(places: Places, table: Any) -> None:
    """Check the limits: 85 MB for file uploads by signed-in users; 1 MB elsewhere."""
    owner, stranger = (Visitor(places, next(ADDRESSES), cookie) for cookie in (table.cookie, ""))
    for visitor, path, size, expected in (
        (owner, "/clubs/from-file/", 84 * MB, {422}),  # blanks are no club
        (owner, "/clubs/from-file/", 90 * MB, {413}),
        (stranger, "/clubs/from-file/", 84 * MB, {413, 503}),  # cut off, so that the web server may receive no answer
        (owner, "/account/", 2 * MB, {413}),
    ):
        try:
            status = visitor.ask(path, multipart({"key": ""}, "file", {"club.json": b" " * size}))[0].status
        except OSError:  # a server that refuses a body need not read the rest of it
            visitor.line.close()
            status = 413
        assert status in expected, f"{size // MB} MB at {path} by {visitor.line.origin}: {status}"


TRIALS: Final[tuple[Callable[[Places, Any], None], ...]] = (try_pages, try_redirect, try_addresses, try_sizes)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="dokoclub-front-") as home:
        places = Places(Path(home), https=free_port(), http=free_port(), site=free_port())
        os.environ |= {"DATA_DIR": f"{home}/data", "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"https://{NAME}"}
        os.environ |= {"DJANGO_SETTINGS_MODULE": "bench.settings"}
        set_up()
        from bench.evenings import Table

        table = Table(places.site)
        table.cookie = signed_in(table.owner)
        with served("dokoclub.wsgi", places.site):
            return sum(try_front(name, places, table) for name in sys.argv[1:] or ("caddy", "nginx"))


def try_front(name: str, places: Places, table: Any) -> bool:
    """Run the trials; return whether anything is wrong."""
    from dokoclub.accounts.models import FailedTries

    try:
        program = find_program(name, places.folder / "programs")
    except Missing as missing:
        print(f"LEFT OUT: {name} ({missing})", flush=True)
        return False
    wrong = False
    with front(program, places):
        for trial in TRIALS:
            try:
                trial(places, table)
                print(f"{name} {program.version}: {trial.__name__} is right", flush=True)
            except (AssertionError, OSError) as seen:
                wrong = True
                print(f"{name} {program.version}: {trial.__name__} is WRONG: {seen!r}", flush=True)
    FailedTries.objects.all().delete()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
