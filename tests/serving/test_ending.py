"""Processes that end, are exchanged or killed: what is under way is answered, and the port is free afterwards."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from tests.serving.server import PATIENCE, Server, real_server
from tests.serving.wire import Line
from tests.wheel import ROOT


def wait_until(condition: Callable[[], bool]) -> None:
    pause = Event()
    for _ in range(PATIENCE * 10):
        if condition():
            return
        pause.wait(0.1)
    pytest.fail("it did not happen")


def is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def begin_form(line: Line) -> None:
    """Send the first half of a form, which Django waits for."""
    form = "Content-Type: application/x-www-form-urlencoded"
    line.send("POST /account/login/ HTTP/1.1", "Cookie: csrftoken=x", form, "Content-Length: 6", body=b"a=1")


@pytest.mark.promise("ending")
def test_processes_are_replaced_and_what_is_under_way_is_answered(site: Server, tmp_path: Path) -> None:
    with real_server(tmp_path, site.folder) as server:
        (killed,) = server.list_workers()
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: killed not in server.list_workers() and server.is_answering(1))

        (old,) = server.list_workers()
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: server.is_answering(1) and old not in server.list_workers())

        with Line(server.port) as line:
            begin_form(line)
            wait_until(server.is_answering)  # so the form has been read as well
            server.process.terminate()
            wait_until(lambda: is_free(server.port))
            line.socket.sendall(b"b=2")
            assert line.read().status == 403
        assert server.process.wait(PATIENCE) == 0


@pytest.mark.promise("ending")
def test_no_process_outlives_the_one_that_started_it(site: Server, tmp_path: Path) -> None:
    with real_server(tmp_path, site.folder) as server:
        server.process.kill()
        wait_until(lambda: is_free(server.port))


def test_ctrl_c_in_a_terminal_ends_it_at_once(site: Server, tmp_path: Path) -> None:
    """Defect: every process got the signal twice, hung, and was killed after half a minute."""
    with real_server(tmp_path, site.folder) as server:
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(PATIENCE) == 0
        assert "Killing" not in server.read_log()


def test_a_taken_port_is_told_before_anything_else(site: Server) -> None:
    """Defect: the address, its QR code and the code of the first account were printed, and ten lines of JSON."""
    own = {"PATH": os.environ["PATH"], "DATA_DIR": str(site.folder), "PORT": str(site.port)}
    for command in (["manage.py", "serve"], ["-m", "dokoclub.server"]):
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=own, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"port {site.port} is taken: PORT=8001 make run\n"


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "nowhere.invalid"])
def test_an_address_of_another_machine_is_told_too(host: str, site: Server) -> None:
    own = {"PATH": os.environ["PATH"], "DATA_DIR": str(site.folder), "HOST": host}
    command = [sys.executable, "manage.py", "serve"]
    done = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"HOST={host} is no address of this machine.\n"
