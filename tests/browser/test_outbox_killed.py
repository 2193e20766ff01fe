"""A phone kills its browser at any time: every row shown as stored is there afterwards."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Error, Route

from tests.browser.conftest import FRAME, PATIENCE
from tests.browser.sheet_server import Phone, SheetServer, key

SAVES = 10


@contextmanager
def chromium(kind: BrowserType, arguments: dict[str, Any], profile: Path, server: SheetServer) -> Iterator[Phone]:
    """Yield a browser with a profile, which is killed at the end without warning."""
    context = kind.launch_persistent_context(profile, **arguments)
    context.route("**/*", partial(answer_who_lives, server))
    yield Phone(context.pages[0])
    kill(profile)
    forget(context)


def answer_who_lives(server: SheetServer, route: Route) -> None:
    with suppress(Error):  # the caller may be killed meanwhile
        server.answer(route)


def kill(profile: Path) -> None:
    """Kill the process with this profile; its child processes end with it."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if f"--user-data-dir={profile}" in command and not any(one.startswith("--type=") for one in command):
            os.kill(int(process.name), signal.SIGKILL)


def forget(context: BrowserContext) -> None:
    with suppress(Error):  # the process is gone
        context.close()


def wait_for_a_fault_to_be_taken(phone: Phone, server: SheetServer) -> None:
    """Wait until a fault is used: the sending state comes before the request is on its way."""
    for _ in range(PATIENCE // FRAME):
        if not server.faults:
            return
        phone.page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    raise AssertionError("nothing was sent")


@pytest.mark.promise("killed")
def test_killed_right_after_each_of_ten_saves_nothing_is_missing(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> None:
    server = SheetServer()
    for number in range(1, SAVES + 1):
        with chromium(browser_type, browser_type_launch_args, tmp_path, server) as phone:
            assert len(phone.state["rows"]) == number - 1
            server.down = True
            phone.call("reached", ok=False)
            phone.write(key(number))
    with chromium(browser_type, browser_type_launch_args, tmp_path, server) as phone:
        assert phone.shown == [(number, True) for number in range(1, SAVES + 1)]
        server.down = False
        phone.call("reached", ok=True)
        phone.waits_for("state.sent")
    assert [row["uuid"] for row in server.rows] == [key(number) for number in range(1, SAVES + 1)]
    assert len(server.posts) == 1


@pytest.mark.promise("killed")
def test_killed_while_a_batch_is_on_the_wire_it_is_written_once(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> None:
    """It is killed before the server has it, and after."""
    server = SheetServer()
    for number, fault in ((1, "held"), (2, "held, taken")):
        server.faults = [fault]
        with chromium(browser_type, browser_type_launch_args, tmp_path, server) as phone:
            phone.write(key(number))
            phone.waits_for("state.sending")
            wait_for_a_fault_to_be_taken(phone, server)
        with chromium(browser_type, browser_type_launch_args, tmp_path, server) as phone:
            phone.waits_for(f"!state.waits && state.rows.length === {number}")
    assert [row["uuid"] for row in server.rows] == [key(1), key(2)]
    assert len(server.batches) == 2
