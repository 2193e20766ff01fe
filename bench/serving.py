"""Servers as `make run` starts them, and one client that times its requests."""

import gzip
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from bench.games import make_batch

SERVER: Final = [sys.executable, "-m", "dokoclub.server"]
TOKEN: Final = "b" * 32  # against forged forms; browser and form only have to agree on it
BOUNDARY: Final = "dokoclubbench"
MULTIPART: Final = f"multipart/form-data; boundary={BOUNDARY}"  # as browsers send files

Files = Mapping[str, bytes]


class Question(NamedTuple):
    name: str
    port: int
    path: str
    cookie: str = ""
    form: dict[str, str] | None = None  # None: a page that is read
    etag: str = ""  # of the page that the client already has
    base: int | None = None  # version of the sheet to whose ops/ a game is sent; None: it is asked for first


def throw_away_when_told_to_end() -> None:
    """Turn SIGTERM into a normal exit, so that every `with` cleans up its databases and folders."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("told to end"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(application: str, port: int, *, processes: int | None = 1) -> Iterator[subprocess.Popen[bytes]]:
    """Serve with so many processes, None: as many as the settings say. Yield the process that started them."""
    with start(application, port, processes=processes) as server:
        try:
            wait_for(port)
            yield server
        finally:
            server.terminate()


def start(application: str, port: int, *, processes: int | None = 1) -> subprocess.Popen[bytes]:
    """Start a server, without waiting until it listens."""
    environment = os.environ | {"PORT": str(port), "NIGHTLY": "0"}
    return subprocess.Popen(
        [*SERVER, application], env=environment | ({"PROCESSES": str(processes)} if processes else {})
    )


def wait_for(port: int) -> None:
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit("The server did not start.")


def set_up() -> None:
    """Set up Django, and migrate the database that the variables name."""
    import django

    django.setup()
    from django.core.management import call_command

    with open(os.devnull, "w") as nowhere:
        call_command("prepare", stdout=nowhere)


def signed_in(account: Any) -> str:
    """Return the cookie of a session, once Django is set up."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(account)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


class Visitor:
    """A client that keeps one connection to each server open."""

    def __init__(self, timeout: float | None = None) -> None:
        self.connections: dict[int, HTTPConnection] = {}
        self.timeout = timeout
        self.etag = ""  # of the last answer

    def ask(self, question: Question) -> float:
        """Return the milliseconds until the whole answer is here; end the program if it is not the expected one."""
        start = time.perf_counter()
        self.read(question)  # packed pages are unpacked, as a browser does
        return (time.perf_counter() - start) * 1000

    def read(self, question: Question) -> bytes:
        """Return the content. Ends the program unless the status is 200, 204 or 304."""
        connection = self.connections.setdefault(
            question.port, HTTPConnection("127.0.0.1", question.port, self.timeout)
        )
        headers = {"Cookie": f"{question.cookie}; csrftoken={TOKEN}", "Accept-Encoding": "gzip"}
        if question.etag:
            headers["If-None-Match"] = question.etag
        method, body = "GET", None
        if question.form is not None:
            method, headers = "POST", headers | {"X-CSRFToken": TOKEN, "HX-Request": "true"}
            if question.path.endswith("/ops/"):
                body, headers["Content-Type"] = make_batch(question.form, self._base_of(question)), "application/json"
            else:
                body, headers["Content-Type"] = urlencode(question.form), "application/x-www-form-urlencoded"
        connection.request(method, question.path, body, headers)
        answer = connection.getresponse()
        got = answer.read()
        self.etag = answer.getheader("ETag") or ""
        if answer.status not in (200, 204, 304):
            sys.exit(f"{question.name} answered {answer.status}.")
        return got if answer.getheader("Content-Encoding") != "gzip" else gzip.decompress(got)

    def _base_of(self, question: Question) -> int:
        if question.base is not None:
            return question.base
        kit = question._replace(path=question.path.replace("/ops/", "/kit/"), form=None)
        return int(json.loads(self.read(kit))["version"])


def multipart(fields: Mapping[str, str], name: str, files: Files) -> bytes:
    parts = [f'name="{field}"\r\n\r\n{value}'.encode() for field, value in fields.items()]
    parts += [
        f'name="{name}"; filename="{file}"\r\nContent-Type: application/octet-stream\r\n\r\n'.encode() + content
        for file, content in files.items()
    ]
    head = f"--{BOUNDARY}\r\nContent-Disposition: form-data; ".encode()
    return b"".join(head + part + b"\r\n" for part in parts) + f"--{BOUNDARY}--\r\n".encode()
