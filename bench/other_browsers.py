"""Does a sheet go on without a network in Firefox and WebKit? `python -m bench.other_browsers [NAME] [LISTS]`.

The browsers that Debian brings play an evening against a site as `make run` starts it: with the server; without it;
loaded anew; killed and started again (Firefox: what WebKit's driver starts keeps nothing beyond its life); with the
server back; an evening that begins in a cellar. All must have been written exactly once. And the engine works out LISTS
random lists, to be equal to Python's. A browser that is not installed is LEFT OUT; ends with 1 where anything is wrong.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.serving import free_port, start
from bench.webdrivers import Failed, Missing, Window, connected, firefox, webkit

if TYPE_CHECKING:
    from subprocess import Popen

    from bench.evenings import Table
    from dokoclub.evenings.models import Sheet

BROWSERS: Final[dict[str, Callable[[Path], AbstractContextManager[Window]]]] = {"firefox": firefox, "webkit": webkit}
LASTING: Final = ("firefox",)  # what is kept is there when it is started again
LISTS: Final = 300
SHORTLY: Final = 90  # seconds, on a busy machine

# Functions of JavaScript.
SAYS: Final = """(text) => document.body.innerText.replaceAll("\\u00a0", " ").includes(text)"""
STANDS: Final = """(totals) => Boolean(document.querySelector("main[data-keeps]"))
  && [...document.querySelectorAll("#sheet thead tr + tr td b")].map((one) => one.textContent).join() === totals"""
TOTALS: Final = """() => {
  return [...document.querySelectorAll("#sheet thead tr + tr td b")].map((one) => one.textContent).join();
}"""
IS_KEPT: Final = """async () => {
  const pages = (await caches.has("pages")) && (await caches.open("pages"));
  const page = pages && (await pages.match(location.pathname, { ignoreVary: true }));
  return Boolean(page && document.querySelector("main[data-keeps]"));
}"""
IS_SENT: Final = """() => Boolean(document.querySelector("main[data-keeps]:not(.unsent)"))"""
IS_NOTED: Final = """(number) => {
  const nameOf = (one) => one.getAttribute("aria-label") ?? one.textContent.trim();
  const isEmpty = !document.querySelector("#entry [data-tiles] .tile[aria-pressed=true]");
  const rows = [...document.querySelectorAll("#sheet button")].map(nameOf);
  return isEmpty && rows.some((name) => name.startsWith(`Spiel ${number},`));
}"""
IS_OPENED: Final = """() => /^\\/sheets\\/\\d+\\/$/.test(location.pathname)"""
HAS_BLANK: Final = """async () => {
  const done = (asked) => new Promise((told, fail) => {
    asked.onsuccess = () => told(asked.result);
    asked.onerror = () => fail(asked.error);
  });
  if (!(await indexedDB.databases()).some(({ name }) => name === "dokoclub")) return false; // opening would make it
  const base = await done(indexedDB.open("dokoclub"));
  const kits = await done(base.transaction("kits").objectStore("kits").getAllKeys());
  base.close();
  return kits.some((key) => key.includes(".new."));
}"""
PRESS: Final = """(names, root) => {
  const nameOf = (one) => one.getAttribute("aria-label") || one.textContent.trim();
  for (const [name, group] of names) {
    const from = group ? `${root} [role=group][aria-label="${group}"]` : root;
    const all = [...document.querySelectorAll(`${from} :is(button, a, summary)`)];
    const seen = all.filter((one) => one.checkVisibility());
    const found = seen.find((one) => nameOf(one).startsWith(name));
    if (!found) throw new Error(`no ${name} among ${seen.map(nameOf).join(", ")}`);
    found.click();
  }
}"""
ENGINE: Final = """async (module, questions) => {
  const { answerSheet } = await import(module);
  return JSON.stringify(questions.map((one) => answerSheet(one)));
}"""
FIND_ENGINE: Final = """async () => {
  const files = await (await caches.open("files")).keys();
  return files.map(({ url }) => url).find((url) => /\\/engine\\.[0-9a-f]+\\.js$/.test(url));
}"""


class Wrong(Exception):
    """What is otherwise than it should be."""


class Site:
    """A club, and a server that comes and goes."""

    def __init__(self) -> None:
        from bench.evenings import Table

        self.port = free_port()
        self.address = f"http://localhost:{self.port}"  # http, but such a place may have a service worker
        self.table: Table = Table(self.port)
        self.server: Popen[bytes] | None = None

    def comes(self) -> None:
        self.server = self.server or start("dokoclub.wsgi", self.port)
        connected(self.port).close()

    def goes(self) -> None:
        if self.server:
            self.server.terminate()
            self.server.wait()
        self.server = None


class Phone:
    """A page of that site in a browser."""

    def __init__(self, window: Window, site: Site) -> None:
        self.window, self.site = window, site

    def open(self, path: str) -> None:
        self.window.go(f"{self.site.address}{path}")

    def sees(self, what: str, condition: str, *given: Any) -> None:
        """Sooner or later. Raises Wrong."""
        until, why = time.monotonic() + SHORTLY, ""
        while time.monotonic() < until:
            try:
                if self.window.run(condition, *given):
                    return
            except Failed as failed:  # the page goes just now
                why = str(failed)
            time.sleep(0.1)
        page = self.window.run("() => `${location.href} ${document.body.innerText.slice(0, 900)}`")
        raise Wrong(f"{what}: not seen with {given} in {page!r}. {self.totals()} {why}")

    def reads(self, text: str) -> None:
        self.sees(text, SAYS, text)

    def press(self, *names: tuple[str, str] | tuple[str], root: str = "body") -> None:
        self.window.run(PRESS, [[*name, ""][:2] for name in names], root)

    def writes(self, number: int, party: tuple[str, str], augen: int) -> None:
        taps = [*((name, "Re-Partei") for name in party), *((digit, "Ziffern") for digit in str(augen))]
        self.press(*taps, ("Speichern",), root="#entry")
        self.sees(f"game {number} is noted, and the form empty", IS_NOTED, number)

    def totals(self) -> str:
        """Once they stand: what has been won is counted up before one's eyes."""
        before, now = "", str(self.window.run(TOTALS))
        while before != now:
            time.sleep(0.5)
            before, now = now, str(self.window.run(TOTALS))
        return now


def main() -> int:
    names = [word for word in sys.argv[1:] if word in BROWSERS] or [*BROWSERS]
    lists = ([int(word) for word in sys.argv[1:] if word.isdigit()] or [LISTS])[0]
    wrong = 0
    with a_site() as site:
        for name in names:
            try:
                play(name, site, lists)
            except Missing as missing:
                print(f"LEFT OUT: {name} ({missing})", flush=True)
            except (Wrong, Failed, OSError) as seen:
                wrong += 1
                print(f"  WRONG: {seen}", flush=True)
    return 1 if wrong else 0


@contextmanager
def a_site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
        site = Site()
        try:
            yield site
        finally:
            site.goes()


def play(name: str, site: Site, lists: int) -> None:
    with tempfile.TemporaryDirectory(prefix="dokoclub-browser-", ignore_cleanup_errors=True) as profile:
        site.comes()
        with BROWSERS[name](Path(profile)) as window:
            phone = Phone(window, site)
            sign_in(phone)
            print(f"{name}: {window.run('() => navigator.userAgent')}", flush=True)
            sheet, totals = an_evening(phone)
            if name in LASTING:
                window.kill()
            else:
                send(phone, sheet, totals, lists)
        if name in LASTING:
            with BROWSERS[name](Path(profile)) as window:
                phone = Phone(window, site)
                phone.open(f"/sheets/{sheet.pk}/")
                phone.sees("killed after the last save: the totals", STANDS, totals)
                tell("killed right after a save and started again without the server: all is there")
                send(phone, sheet, totals, lists)


def sign_in(phone: Phone) -> None:
    from bench.pages import signed_in

    phone.open("/healthz")
    name, _, value = signed_in(phone.site.table.owner).partition("=")
    phone.window.keep_cookie(name, value)
    phone.window.keep_cookie("django_language", "de")


def an_evening(phone: Phone) -> tuple[Sheet, str]:
    """The sheet, and its totals as they stand on the phone when the last game is kept there."""
    site, sheet = phone.site, phone.site.table._new_sheet()
    phone.open(f"/clubs/{site.table.club.pk}/")
    phone.sees("what an evening begins with", HAS_BLANK)
    phone.open(f"/sheets/{sheet.pk}/")
    phone.sees("the page is kept", IS_KEPT)
    phone.writes(1, ("Anna", "Ben"), 155)
    phone.sees("game 1 is sent", IS_SENT)
    check("one game is written", sheet.entries.count(), 1)
    site.goes()
    for number, party in ((2, ("Anna", "Cleo")), (3, ("Ben", "Dora")), (4, ("Cleo", "Dora"))):
        phone.writes(number, party, 120 + number)
    phone.reads("Ohne Netz · 3 Spiele warten auf diesem Handy.")
    totals = phone.totals()
    phone.window.reload()
    phone.sees("loaded anew: the totals", STANDS, totals)
    tell("three games without the server, and the page loaded anew: all is there")
    phone.writes(5, ("Anna", "Dora"), 98)
    phone.press(("Rückgängig",))
    phone.sees("game 5 is taken back", STANDS, totals)
    put_right(phone, 3)
    phone.writes(5, ("Ben", "Cleo"), 184)
    tell("one taken back, one put right, one more")
    return sheet, phone.totals()


def put_right(phone: Phone, number: int) -> None:
    """It was another party that had won."""
    before = phone.totals()
    phone.press(("Menü",))
    phone.press(("Spielzettel ganz zeigen",))
    phone.press((f"Spiel {number}, ",), root="#sheet")
    phone.press(("Bearbeiten",))
    phone.reads(f"Spiel {number} bearbeiten")
    phone.press(*[("Löschen", "Ziffern")] * 3, ("1", "Ziffern"), ("0", "Ziffern"), ("1", "Ziffern"), root="#entry")
    phone.press(("Änderung übernehmen",))
    phone.sees(f"game {number} is put right", f"(totals) => !({STANDS})(totals)", before)


def send(phone: Phone, sheet: Sheet, totals: str, lists: int) -> None:
    """The server comes back."""
    phone.site.comes()
    phone.sees("all is sent", IS_SENT)
    rows = sheet.entries.counted().order_by("position")
    check("games on the sheet, each once", [row.number for row in rows], [1, 2, 3, 4, 5])
    sent = [sending.ops for sending in sheet.sendings.all()]  # a game may be on its way when the server goes: 1, 1, 3
    check("operations sent", sum(sent), 5)
    phone.window.reload()
    phone.sees("the server's totals are the phone's", STANDS, totals)
    tell(f"the server is back: each sent once, by {len(sent)} batches, with the totals of the phone")
    begin_in_a_cellar(phone)
    compare_lists(phone, lists)


def begin_in_a_cellar(phone: Phone) -> None:
    from dokoclub.evenings.models import Sheet

    phone.site.goes()
    before = Sheet.objects.count()
    phone.open("/sheets/new/")
    phone.reads("Spielabend starten")
    phone.press(("Spielabend starten",))
    phone.sees("the sheet of the cellar", 'Boolean.bind(null, document.querySelector("main[data-keeps]"))')
    phone.writes(1, ("Anna", "Ben"), 121)
    phone.writes(2, ("Anna", "Cleo"), 140)
    totals = phone.totals()
    phone.window.reload()
    phone.sees("the sheet of the cellar, loaded anew", STANDS, totals)
    check("sheets", Sheet.objects.count(), before)
    phone.site.comes()
    phone.sees("the sheet that the server has opened", IS_OPENED)
    phone.sees("its games are sent", IS_SENT)
    phone.sees("its totals", STANDS, totals)
    check("sheets", Sheet.objects.count(), before + 1)
    check("games of the cellar", [row.number for row in Sheet.objects.latest("pk").entries.counted()], [1, 2])
    tell("an evening that began without the server: opened once, its games written once")


def compare_lists(phone: Phone, lists: int) -> None:
    """Random lists under random rules, as the tests draw them for Chromium."""
    from scoring.contract.desk import Desk
    from tests.browser.test_engine import as_told, line_of
    from tests.scoring.random_sheets import Dice

    drawn = [Dice(f"other browsers {number}") for number in range(lists)]
    lines = [line_of(dice) for dice in drawn]
    questions = [{**line, "rules": dice.stored} for dice, line in zip(drawn, lines, strict=True)]
    told = json.loads(phone.window.run(ENGINE, phone.window.run(FIND_ENGINE), questions))
    expected = [as_told(Desk().sheet({**line, **dice.given})) for dice, line in zip(drawn, lines, strict=True)]
    check("lists that come out otherwise", sum(one != other for one, other in zip(told, expected, strict=True)), 0)
    tell(f"{lists} random lists come out as in Python")


def check(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Wrong(f"{what}: {found}, not {expected}")


def tell(text: str) -> None:
    print(f"  {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
