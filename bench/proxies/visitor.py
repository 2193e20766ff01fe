"""Somebody who comes over https to the documented name, from an address of this machine (127.0.0.0/8)."""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections.abc import Iterable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias
from urllib.parse import urlencode

from bench.proxies.documented import NAME

A_TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
FORM: Final = "application/x-www-form-urlencoded"
LONGEST: Final = 120.0  # seconds
Body: TypeAlias = bytes | Iterable[bytes] | None


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        return self.body.decode()


class _Connection(HTTPSConnection):
    """The name is asked for, whatever its port, and nobody asks a name server where it is."""

    def __init__(self, port: int, context: ssl.SSLContext, origin: str) -> None:
        super().__init__(NAME, timeout=LONGEST)
        self._place, self._tls, self._origin = ("127.0.0.1", port), context, origin

    def connect(self) -> None:
        raw = socket.create_connection(self._place, timeout=LONGEST, source_address=(self._origin, 0))
        self.sock = self._tls.wrap_socket(raw, server_hostname=NAME)


def trust(certificate: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(certificate))


class Visitor:
    """Keeps one connection, as a browser does, and its cookies."""

    def __init__(self, port: int, context: ssl.SSLContext, origin: str = "127.0.0.1") -> None:
        self.connection = _Connection(port, context, origin)
        self.cookies: dict[str, str] = {}
        self.set_cookies: list[str] = []  # as they came

    def ask(
        self, path: str, *, method: str = "GET", body: bytes | Iterable[bytes] | None = None, **more: str
    ) -> Answer:
        """`more`: headers, with _ for -. An answer that comes before all was sent counts. Raises OSError."""
        headers = {"Accept-Encoding": "identity", "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        start = time.perf_counter()
        try:
            self.connection.request(method, path, body, headers, encode_chunked="Transfer-Encoding" in headers)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            if self.connection.sock is None:
                raise
        try:
            answer = self.connection.getresponse()
            content = answer.read()
        except (HTTPException, OSError):
            self.connection.close()
            raise
        if answer.status in (411, 413, 503):  # who says so may not want to hear the rest
            self.connection.close()
        self._keep(answer.headers)
        return Answer(answer.status, answer.headers, content, time.perf_counter() - start)

    def post(self, path: str, form: Mapping[str, str], **more: str) -> Answer:
        """As a page of the site sends a form."""
        return self.send(path, urlencode(form).encode(), FORM, **more)

    def send(self, path: str, body: Body, kind: str, **more: str) -> Answer:
        token = self.cookies.get("__Host-doko_csrf", "")
        more |= {"Content_Type": kind, "Origin": f"https://{NAME}", "X_CSRFToken": token}
        return self.ask(path, method="POST", body=body, **more)

    def sign_in(self, name: str, password: str) -> Answer:
        """By the form: reads the page, sends what stands in it."""
        self.ask("/account/login/")
        return self.post("/account/login/", {"login": name, "password": password})

    def close(self) -> None:
        self.connection.close()

    def _keep(self, headers: HTTPMessage) -> None:
        for line in headers.get_all("Set-Cookie") or []:
            self.set_cookies.append(line)
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value


def ask_plainly(port: int, path: str) -> Answer:
    """Over http, as who types the name without https."""
    connection, start = HTTPConnection("127.0.0.1", port, timeout=LONGEST), time.perf_counter()
    connection.request("GET", path, headers={"Host": NAME})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return Answer(answer.status, answer.headers, content, time.perf_counter() - start)
