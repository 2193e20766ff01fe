"""The site as an installed wheel serves it: real settings, real static files, the production server, no checkout.

But for what it asks for, which is what the tests have: `dev.py test-wheel` installs that, too.
"""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import IO, NamedTuple
from zipfile import ZipFile

import pytest

from tests.migrated import lay_static
from tests.processes import PATIENCE, start_child
from tests.wheel import build_wheel, free_port, wait_for_port


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


class Site(NamedTuple):
    address: str
    printed: str
    log: Path

    def get(self, path: str, **headers: str) -> Answer:
        connection = HTTPConnection(self.address.removeprefix("http://"), timeout=PATIENCE)
        with closing(connection):
            connection.request("GET", path, headers=headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    home = tmp_path_factory.mktemp("install")
    lay_static(home)
    port = free_port()
    installed = tmp_path_factory.mktemp("installed")
    with ZipFile(build_wheel(installed)) as wheel:
        wheel.extractall(installed)
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(home), "PORT": str(port), "PYTHONPATH": str(installed)}
    environment["PUBLIC_URL"] = f"http://localhost:{port}"
    prepare = [sys.executable, "-P", "-m", "dokoclub", "manage", "prepare"]
    prepared = subprocess.run(
        prepare, cwd=home, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    command = [sys.executable, "-P", "-m", "dokoclub.server"]
    listens = Event()
    with start_child(command, cwd=home, env=environment, stderr=subprocess.PIPE) as server:
        keeper = Thread(target=keep_log, args=(server.stderr, home / "log", listens))
        keeper.start()
        try:
            assert listens.wait(PATIENCE), "the server did not start"
            wait_for_port(port)
            yield Site(f"http://127.0.0.1:{port}", prepared.stdout, home / "log")
        finally:
            server.terminate()
            keeper.join(PATIENCE)  # it reads to the end before the pipe is closed


def keep_log(lines: IO[str], path: Path, listens: Event) -> None:
    """Write down what the server says until it ends, and tell when it can be reached."""
    with path.open("w", buffering=1) as log:
        for line in lines:
            log.write(line)
            if "Started worker" in line:
                listens.set()


def test_it_says_how_to_reach_it_and_how_to_begin(site: Site) -> None:
    named = site.address.replace("127.0.0.1", "localhost")

    assert f"dokoclub: {named} or {site.address}\n" in site.printed
    assert re.search(r"The first account needs this code: \S+\n", site.printed)


def test_an_empty_install_is_well_and_welcomes(site: Site) -> None:
    assert json.loads(site.get("/healthz").body)["ok"] is True
    assert site.get("/").status == 200


def test_static_files_are_small_and_kept_for_ever(site: Site) -> None:
    """Every file that the page names, under a name that changes with its content."""
    page = site.get("/").body.decode()
    paths = re.findall(r'(?:href|src)="(/static/[^"#]+)', page)

    assert paths
    for path in paths:
        answer = site.get(path, **{"Accept-Encoding": "br"})
        assert re.search(r"\.[0-9a-f]{12}\.", path)
        assert "immutable" in answer.headers["Cache-Control"]
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        if path.endswith((".css", ".js", ".svg")):
            assert answer.headers["Content-Encoding"] == "br"


@pytest.mark.parametrize(("wish", "stays"), [("", True), ("Connection: close\r\n", False)])
def test_a_phone_keeps_its_line_when_there_is_nothing_new(site: Site, wish: str, stays: bool) -> None:
    """An answer without a body is no reason to hang up; every second question of a phone ends like this."""
    (path,) = re.findall(r'href="(/static/[^"#]+\.css)"', site.get("/").body.decode())[:1]
    changed = site.get(path).headers["Last-Modified"]
    with socket.create_connection(("127.0.0.1", int(site.address.rpartition(":")[2])), timeout=PATIENCE) as line:
        question = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nIf-Modified-Since: {changed}\r\n{wish}\r\n".encode()
        line.sendall(question)
        assert line.recv(4000).startswith(b"HTTP/1.1 304 ")
        if stays:
            line.sendall(question)
            assert line.recv(4000).startswith(b"HTTP/1.1 304 ")
        else:
            assert line.recv(4000) == b""


def test_a_missing_page_is_shown_without_details(site: Site) -> None:
    answer = site.get("/no-such-page/")

    assert answer.status == 404
    assert b"urlconf" not in answer.body.lower()


@pytest.mark.promise("foreign-origin")
def test_another_host_name_is_refused(site: Site) -> None:
    assert site.get("/", Host="evil.example").status == 400


def test_the_log_is_one_object_a_line(site: Site) -> None:
    site.get("/")
    lines = [json.loads(line) for line in site.log.read_text().splitlines()]

    assert {"_granian", "dokoclub.requests"} <= {line["logger"] for line in lines}


def test_data_is_for_the_owner_alone(site: Site) -> None:
    files = [path for path in site.log.parent.iterdir() if path.name.startswith(("db.", "secret"))]

    assert len(files) >= 2
    assert {path.stat().st_mode & 0o077 for path in files} == {0}
