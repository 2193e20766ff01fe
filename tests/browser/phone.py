"""A phone at the table: the page of a sheet under a thumb. Every element is found by its name on the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence

from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from dokoclub.evenings.models import Sheet
from tests.browser.looks import SMALL

DENIED = """
Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } });"""


def deny_storage(context: BrowserContext) -> None:
    """Deny storage in the worker that stores a sheet: scripts injected into pages do not reach it."""

    def without(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text() + DENIED)

    context.route("**/outbox/worker*.js", without)


class Phone:
    """A page with a sheet, and a count of its taps."""

    def __init__(self, page: Page, sheet: Sheet, *, small: bool = False) -> None:
        self.page, self.taps, self.address = page, 0, f"/sheets/{sheet.pk}/"
        if small:
            page.set_viewport_size(SMALL)
        self.open()

    def open(self) -> None:
        self.page.goto(self.address)
        expect(self.preview).not_to_be_empty()

    def keeps(self) -> None:
        """Wait until games are stored here first: this starts once the page is loaded and idle."""
        expect(self.page.locator("main[data-keeps]")).to_be_attached()

    def is_sent(self) -> None:
        """Wait until everything done on this phone has arrived."""
        expect(self.page.locator("main:not(.unsent)")).to_be_attached()

    # ---- Visible elements ----

    @property
    def preview(self) -> Locator:
        return self.page.get_by_role("status", name="Spielwert", exact=True)

    @property
    def sheet(self) -> Locator:
        return self.page.get_by_role("table", name="Spielzettel", exact=True)

    @property
    def out(self) -> Locator:
        """List the tiles of the players who sit out."""
        return self.group("Re-Partei").get_by_role("button", disabled=True)

    def group(self, name: str) -> Locator:
        return self.page.get_by_role("group", name=name, exact=True)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    row = button

    def button_that_begins(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)}"))

    def says(self, *texts: str) -> None:
        for text in texts:
            expect(self.preview).to_contain_text(text)

    def is_empty(self) -> None:
        """Expect the form to be empty, as saving leaves it."""
        expect(self.group("Re-Partei").get_by_role("button", pressed=True)).to_have_count(0)
        expect(self.page.get_by_label("Augen Re", exact=True)).to_have_value("")

    def stands(self, *points: str) -> None:
        """Expect these totals in the totals row, column by column."""
        totals = self.sheet.get_by_role("row", name=re.compile("^Punktestand"))
        for cell, expected in zip(totals.get_by_role("cell").all(), points, strict=True):
            expect(cell).to_contain_text(expected)

    def saved(self, number: int) -> None:
        """Wait for the message, which stays for seconds only, or for what it says: the row, with nothing to send."""
        message = self.page.get_by_text(f"Spiel {number} gespeichert").filter(visible=True)
        row = self.page.locator("main:not(.unsent)").get_by_role("button", name=re.compile(f"^Spiel {number}, "))
        expect(message.or_(row).first).to_be_attached()

    # ---- Taps ----

    def tap(self, group: str, *names: str) -> None:
        for name in names:
            self.group(group).get_by_role("button", name=re.compile(f"^{re.escape(name)}( |$)")).tap()
            self.taps += 1

    def take_back(self, party: str, extra: str) -> None:
        self.press("Sonderpunkt zurücknehmen")
        self.tap(f"Sonderpunkte {party}", f"{extra} weniger")

    def digits(self, text: str) -> None:
        self.tap("Ziffern", *text)

    def press(self, name: str) -> None:
        self.button(name).tap()
        self.taps += 1

    def write(self, label: str, text: str) -> None:
        """Write a game with a real keyboard, where taps do not matter."""
        self.page.get_by_label(label, exact=True).fill(text)

    def game(
        self,
        re_party: Sequence[str],
        augen: int,
        *,
        kind: str = "",
        solo: str = "",
        re: str = "",
        kontra: str = "",
        extras: Sequence[tuple[str, str]] = (),
    ) -> None:
        """Fill in a game; `re` and `kontra` are the highest steps of the ladders, `extras` (party, name)."""
        if kind:
            self.tap("Spieltyp", kind)
        if solo:
            self.tap("Solo", solo)
        self.tap("Re-Partei", *re_party)
        self.write("Augen Re", str(augen))
        for party, step in (("Re", re), ("Kontra", kontra)):
            if step:
                self.tap(f"Ansagen {party}", step)
        for party, name in extras:
            self.tap(f"Sonderpunkte {party}", f"{name} mehr")

    def save(self, number: int) -> None:
        self.press("Speichern")
        self.saved(number)
        self.is_empty()

    def unfold(self, name: str) -> None:
        self.row(name).tap()

    def show_sheet(self) -> None:
        """Show the whole sheet; the form is folded away."""
        self.page.get_by_label("Menü").first.tap()
        self.button("Ganzer Zettel").tap()
