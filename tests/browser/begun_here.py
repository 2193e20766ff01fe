"""An evening that begins offline on a phone: the club's page before, the choice of people, the sheet."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.stored_pages import wait_until
from tests.browser.without_network import KeptPhone
from tests.cast import Cast

TAKEN = """async () => {
  const { call } = await import("/static/js/outbox/client.js");
  return (await call("beginnings").catch(() => null))?.clubs.length > 0;
}"""
CELLAR = "Abend ohne Netz starten"
BEGUN = "**/evenings/begun/"


class BegunPhone(KeptPhone):
    """A phone with a sheet that has no number yet."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.address = page, 0, "/sheets/new/"

    def takes_along(self, cast: Cast) -> None:
        """Fetch everything that the club's page loads while there is a network."""
        self.page.goto(f"/clubs/{cast.club.pk}/")
        wait_until(self.page, TAKEN)

    def is_warm(self) -> None:
        """Wait until the phone has everything that the evening needs."""
        self.page.evaluate("import('/static/js/outbox/client.js').then((phone) => phone.call('settle'))")

    def begins(self, *, dealer: str, guests: Sequence[str] = (), away: Sequence[str] = ()) -> None:
        """Begin with the proposed players, except those who are `away`."""
        for name in away:
            self.page.locator(".person", has_text=name).tap()
        for name in guests:
            self.page.get_by_text("Ein Gast").tap()
            self.page.get_by_label("Name des Gastes").fill(name)
            self.press("Gast hinzufügen")
        self.page.get_by_label("Geber").select_option(label=dealer)
        self.press("Abend starten")
        self.is_up()

    def is_up(self) -> None:
        expect(self.preview).not_to_be_empty()
        self.keeps()

    def goes_on(self) -> None:
        """Continue on the server's page of the sheet."""
        self.page.wait_for_url(re.compile(r"/sheets/\d+/$"))
        self.is_up()
        self.is_sent()

    @property
    def playing(self) -> list[str]:
        return self.page.locator("#entry [data-tiles] .tile:not([aria-disabled]) span").all_inner_texts()


def in_cellar(context: BrowserContext, cast: Cast) -> BegunPhone:
    """Return a phone with the page for a new evening open, and no network any more."""
    phone = BegunPhone(context.new_page())
    phone.takes_along(cast)
    phone.page.goto("/sheets/new/", wait_until="networkidle")
    expect(phone.page.get_by_role("button", name="Abend starten")).to_be_visible()
    phone.is_warm()
    phone.goes_offline()
    return phone


def play(phone: BegunPhone, games: int, start: int = 1) -> None:
    chance = random.Random(start)
    for number in range(start, start + games):
        more: list[tuple[str, str | None]] = [("Re", "Ansagen Re")] if number % 3 == 0 else []
        phone.writes(number, chance.sample(phone.playing, 2), chance.choice((121, 97, 155, 120, 184)), *more)
