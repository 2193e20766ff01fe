"""How much of a body is taken from whom, before Django reads any of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from dokoclub.exports.club_file.reading import MOST_BYTES
from dokoclub.serving import bodies
from dokoclub.serving.bodies import BODIES, LARGEST, USUAL, LimitBodies, may_upload
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.serving.server import Server
from tests.serving.wire import Closed, Line


def cookie(cast: Cast) -> str:
    return f"{settings.SESSION_COOKIE_NAME}={phone(cast, 'Dora').cookies[settings.SESSION_COOKIE_NAME].value}"


def answer_to(length: int | None, path: str = "/account/login/", **more: Any) -> tuple[str, str]:
    """Return status and text of what is answered to a body of so many bytes. The application says "taken"."""
    said: list[str] = []

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        return [b"taken"]

    environ = {"PATH_INFO": path, **more} | ({} if length is None else {"CONTENT_LENGTH": str(length)})
    body = LimitBodies(application)(environ, lambda status, _headers: said.append(status))
    return said[0], b"".join(body).decode()


@pytest.mark.promise("bodies")
def test_a_body_that_is_too_large_is_refused() -> None:
    assert answer_to(USUAL)[1] == "taken"
    assert answer_to(USUAL + 1) == (
        "413 Content Too Large",
        "Das ist zu viel auf einmal: höchstens 1 MB. / This is too much at once: 1 MB at most.",
    )


@pytest.mark.promise("bodies")
def test_a_body_without_a_length_is_refused() -> None:
    assert answer_to(None)[1] == "taken"
    assert answer_to(None, HTTP_TRANSFER_ENCODING="chunked")[0] == "411 Length Required"


def test_who_is_signed_in_hands_in_files(cast: Cast) -> None:
    for path in (f"/clubs/{cast.club.pk}/imports/new/", "/clubs/from-file/"):
        assert answer_to(LARGEST, path, HTTP_COOKIE=cookie(cast))[1] == "taken"
        assert answer_to(LARGEST + 1, path, HTTP_COOKIE=cookie(cast), HTTP_EXPECT="")[0] == "413 Content Too Large"
        assert answer_to(USUAL + 1, path)[0] == "413 Content Too Large"


def test_a_members_file_is_read_although_it_is_too_large(cast: Cast) -> None:
    """A web server that is cut off while it sends says 502 instead of what is wrong."""

    class Body:
        read_so_far = 0

        def read(self, size: int) -> bytes:
            self.read_so_far += size
            return bytes(size)

    sizes = []
    for length in (LARGEST + 1, 3 * LARGEST):
        body = Body()
        more: dict[str, Any] = {"HTTP_COOKIE": cookie(cast), "wsgi.input": body}
        assert answer_to(length, "/clubs/from-file/", **more)[0] == "413 Content Too Large"
        sizes.append(body.read_so_far)
    assert sizes == [LARGEST + 1, 0]


def test_a_stranger_hands_in_nothing(cast: Cast) -> None:
    upload = f"/clubs/{cast.club.pk}/imports/new/"
    assert may_upload(upload, cookie(cast))
    assert not may_upload(upload, "")
    assert not may_upload(upload, f"{settings.SESSION_COOKIE_NAME}=invented; ;;")
    assert not may_upload(f"/clubs/{cast.club.pk}/", cookie(cast))
    assert not may_upload("/no/such/page/", cookie(cast))


def test_cookies_of_other_programs_on_the_name_do_no_harm(cast: Cast) -> None:
    upload = f"/clubs/{cast.club.pk}/imports/new/"
    assert may_upload(upload, f'prefs={{"a": 1, "b": [2]}}; a b=c; {cookie(cast)}')


@pytest.mark.django_db(transaction=True)
def test_a_database_server_that_was_started_anew_costs_no_upload(cast: Cast) -> None:
    """The connection that the server keeps is gone, and nothing but a query tells."""
    dora = cookie(cast)
    connection.ensure_connection()
    connection.connection.close()
    assert may_upload("/clubs/from-file/", dora)


def test_an_ordinary_form_asks_nobody_who_sends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "may_upload", lambda *_: pytest.fail("asked"))
    assert answer_to(3, "/clubs/from-file/")[1] == "taken"


def test_too_many_bodies_at_once_are_told_to_come_again_and_pages_are_answered() -> None:
    """Their threads wait for their clients; the others are for pages."""
    said: list[tuple[str, dict[str, str]]] = []

    def start(status: str, headers: list[tuple[str, str]]) -> None:
        said.append((status, dict(headers)))

    limited = LimitBodies(lambda _environ, _start: [b"taken"])
    for _ in range(BODIES + 5):
        assert limited({"CONTENT_LENGTH": "1"}, start) == [b"taken"]
    with ExitStack() as held:
        for _ in range(BODIES):
            held.enter_context(limited.places)
        assert limited({"CONTENT_LENGTH": "1"}, start) != [b"taken"]
        assert limited({"CONTENT_LENGTH": ""}, start) == [b"taken"]
    ((status, headers),) = said
    assert (status, headers["Retry-After"]) == ("503 Service Unavailable", "2")


@pytest.mark.promise("bodies")
def test_web_servers_in_front_are_told_to_take_as_much() -> None:
    """Defect: nginx takes 1 MB where nothing else is said, and old sheets and club files were refused by it."""
    told = (Path(settings.BASE_DIR) / "docs" / "operations.md").read_text(encoding="utf-8")
    sizes = re.findall(r"(?:max_size |client_max_body_size )(\d+)m", told, re.IGNORECASE)
    assert sizes
    assert all(int(size) * 1000 * 1000 > MOST_BYTES + USUAL for size in sizes)


# --- Over a socket ----------------------------------------------------------------------------------------------------


def test_who_sends_too_much_reads_why_although_more_is_on_its_way(site: Server) -> None:
    with Line(site.port) as line:
        line.send("POST /account/login/ HTTP/1.1", "Content-Length: 90000000")
        with suppress(OSError):
            for _ in range(200):
                line.socket.sendall(bytes(65536))
        answer = line.read()
    assert answer.status == 413
    assert answer.body.endswith("höchstens 1 MB. / This is too much at once: 1 MB at most.".encode())


@pytest.mark.promise("bodies")
def test_too_much_is_refused_before_any_of_it_came(site: Server) -> None:
    with Line(site.port) as line:
        line.send("POST /account/login/ HTTP/1.1", "Content-Length: 300000000", "Expect: 100-continue")
        assert line.read().status == 413
        with pytest.raises((Closed, ConnectionError)):
            line.read()
