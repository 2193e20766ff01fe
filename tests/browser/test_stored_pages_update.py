"""A new version comes while a game waits on an offline phone: nothing is lost, and no page is dead."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PATIENCE, NewContext
from tests.browser.stored_pages import open_kept, wait_until
from tests.house.arrows import ROOT
from tests.house.test_serving import keep_log
from tests.processes import join_all, start_child
from tests.wheel import free_port

HAND_OUT_A_PEN = """
import django
django.setup()
from dokoclub.evenings.models import Sheet
from dokoclub.evenings.services.evenings import create_scoring_link
print(create_scoring_link(Sheet.objects.open().filter(evening__closed_at=None).get()))
"""
RELEASE = "globalThis.release"
ONE_OF_EACH = r"""async () => {
  const files = await (await caches.open("files")).keys();
  return new Set(files.map(({ url }) => url.replace(/\.\w{12}\./, "."))).size === files.length;
}"""
WAITING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
TRIES = 30  # each waits for the server for as long as a reader would
PARTS = ("docs/handbook", "dokoclub", "locale", "scoring", "static", "templates", "manage.py", "pyproject.toml")


class Install:
    """A copy of the program, and the files it serves; with the demo club, which is playing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, port = folder / "program", folder / "data", free_port()
        self.address = f"http://localhost:{port}"
        self.environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(self.data), "PORT": str(port), "PROCESSES": "1"}
        self.environment |= {"PUBLIC_URL": self.address, "DJANGO_SETTINGS_MODULE": "dokoclub.settings", "NIGHTLY": "0"}
        self.folder.mkdir()
        for part in PARTS:
            copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
            copy(ROOT / part, self.folder / part)

    def run(self, *command: str) -> str:
        return subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE / 1000,
        ).stdout

    @contextmanager
    def served(self) -> Iterator[None]:
        self.run("manage.py", "prepare")
        command = [sys.executable, "-m", "dokoclub.server"]
        listens = Event()
        with start_child(command, cwd=self.folder, env=self.environment, stderr=subprocess.PIPE) as server:
            keeper = Thread(target=keep_log, args=(server.stderr, self.data / "log", listens))
            keeper.start()
            try:
                assert listens.wait(PATIENCE / 1000), "the server did not start"
                yield
            finally:
                server.terminate()
                join_all(keeper)

    def release(self, number: int) -> None:
        """Release another version: it changes one script, which is gone from the server under its old name."""
        script = self.folder / "static" / "js" / "sheet" / "sheet.js"
        script.write_text(f"{(ROOT / 'static/js/sheet/sheet.js').read_text('utf-8')}\n{RELEASE} = {number};\n", "utf-8")
        for old in (self.data / "static" / "js" / "sheet").glob("sheet.*"):
            old.unlink()


@pytest.fixture
def install(tmp_path: Path) -> Install:
    return Install(tmp_path)


def note_a_game(page: Page) -> None:
    tiles = page.get_by_role("group", name="Re-Partei").get_by_role("button", disabled=False)
    tiles.nth(0).tap()
    tiles.nth(1).tap()
    page.get_by_label("Augen Re", exact=True).fill("131")
    page.get_by_role("button", name="Speichern").first.tap()
    expect(page.get_by_text(re.compile(r"Spiel \d+ notiert")).first).to_be_visible()


def waits(page: Page) -> None:
    expect(page.locator("#band")).to_contain_text("1 Spiel wartet auf diesem Handy")


def reload_until_new(page: Page) -> None:
    """Reload until the page is new. A late server is not awaited: the stored page appears meanwhile, and is
    refreshed afterwards.
    """
    for _ in range(TRIES):
        page.reload()
        if page.evaluate(RELEASE) == 2:
            return
    raise AssertionError("the old version stays")


def taken_over(context: BrowserContext, page: Page, address: str) -> Page:
    """Close the last tab, so that the new worker takes over and cleans up; not yet if the next tab came too soon."""
    for _ in range(TRIES):
        page.close()
        page = context.new_page()
        page.goto(address)
        if not page.evaluate(WAITING):
            return page
    raise AssertionError("the old worker stays")


@pytest.mark.promise("update")
@pytest.mark.walk
def test_an_update_while_a_game_waits(install: Install, new_context: NewContext) -> None:
    context = new_context(service_workers="allow", base_url=install.address)
    page = context.new_page()
    with install.served():
        install.run("manage.py", "seed_demo", "--evenings", "2")
        pen = f"/pen/{install.run('-c', HAND_OUT_A_PEN).strip()}/"
        open_kept(page, pen)
        expect(page.locator("main[data-keeps]")).to_be_attached()
        context.set_offline(True)
        note_a_game(page)
        waits(page)

    install.release(2)
    with install.served():
        page.reload()  # still without a network: the old version, and it is whole
        waits(page)
        assert page.evaluate(RELEASE) is None
        expect(page.get_by_role("group", name="Re-Partei")).to_be_visible()

        context.set_offline(False)
        expect(page.locator("#band")).to_be_hidden()
        reload_until_new(page)
        wait_until(page, WAITING)
        context.set_offline(True)
        reload_until_new(page)

        context.set_offline(False)
        wait_until(taken_over(context, page, pen), ONE_OF_EACH)
