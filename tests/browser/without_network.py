"""A phone at a table without a reliable network: its network goes and comes, and its stored rows are visible."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from playwright.sync_api import Browser, Error, Locator, Route, expect

from dokoclub.evenings.models import Entry, Sheet
from scoring.contract.cli import Desk, answer_line
from tests.browser.conftest import PATIENCE, SignIn
from tests.browser.phone import Phone
from tests.cast import Cast

# Taps by name, one after the other, as a script can do them: [selector or name, group or null].
TAP: Final = """(taps) => {
  const nameOf = (one) => one.getAttribute("aria-label") || one.textContent.trim();
  for (const [name, group] of taps) {
    const root = document.querySelector(group ? `#entry [role=group][aria-label="${group}"]` : "#entry");
    const seen = [...root.querySelectorAll("button")].filter((one) => one.checkVisibility());
    const button = seen.find((one) => nameOf(one).startsWith(name));
    if (!button) throw new Error(`no button ${name} in ${group}`);
    button.click();
  }
}"""
OpenKept = Callable[..., "KeptPhone"]


class KeptPhone(Phone):
    """A phone that stores its rows."""

    def open(self) -> None:
        super().open()
        self.keeps()

    @property
    def band(self) -> Locator:
        return self.page.locator("#band")

    @property
    def question(self) -> Locator:
        return self.page.locator("#answer")

    def goes_offline(self) -> None:
        self.page.context.set_offline(True)

    def comes_back(self) -> None:
        self.page.context.set_offline(False)

    def quickly(self, *taps: tuple[str, str | None]) -> None:
        self.page.evaluate(TAP, [list(tap) for tap in taps])

    def notes(self, number: int) -> None:
        self.quickly(("Speichern", None))
        self.noted(number)

    def noted(self, number: int) -> None:
        """Wait for the message, which may be gone at once if the network answers, or for the row."""
        message = self.page.get_by_text(re.compile(f"Spiel {number} (notiert|gespeichert)")).filter(visible=True)
        expect(message.or_(self.button_that_begins(f"Spiel {number}, ")).first).to_be_attached()
        self.is_empty()

    def writes(self, number: int, re_party: list[str], augen: int, *more: tuple[str, str | None]) -> None:
        """Write a normal game, in as many taps as it takes."""
        party = [(name, "Re-Partei") for name in re_party]
        digits = [(digit, "Ziffern") for digit in str(augen)]
        self.quickly(*more, *party, *digits)
        self.notes(number)

    def unfold_row(self, number: int) -> None:
        """Unfold a row on the whole sheet."""
        if not self.page.locator(".sheet-open").count():
            self.show_sheet()
        self.button_that_begins(f"Spiel {number}, ").tap()

    def confirm_later(self, button: str = "Änderung übernehmen") -> None:
        """Confirm that later games change, which is asked first."""
        self.question.get_by_role("heading", name="Das ändert spätere Spiele").wait_for()
        self.question.get_by_role("button", name=button, exact=True).tap()

    def shown(self) -> dict[str, str]:
        """Return the totals of the strip, by name."""
        names, points = (
            self.page.locator(f"#sheet thead {cell}").all_inner_texts() for cell in ("th[scope=col]", "tr + tr td b")
        )
        return dict(zip(names, points, strict=True))


@contextmanager
def kept_phones(browser: Browser, options: dict[str, Any], sign_in: SignIn, cast: Cast) -> Iterator[OpenKept]:
    """Return phones without `open_phone`: Chromium itself complains on the console about lost requests."""
    contexts = []

    def opened(sheet: Sheet, name: str = "Ben") -> KeptPhone:
        contexts.append(browser.new_context(**options))
        contexts[-1].set_default_timeout(PATIENCE)
        sign_in(contexts[-1], cast.accounts[name])
        return KeptPhone(contexts[-1].new_page(), sheet)

    yield opened
    for context in contexts:
        context.close()


def by_command_line(sheet: Sheet) -> dict[str, Any]:
    """Return the answer of `python3 -m scoring sheet` for the rows on the sheet, players by id."""
    rows = Entry.objects.filter(sheet=sheet).counted().order_by("position")
    line = {
        "id": "1",
        "preset": "ddv",
        "overrides": {key: value for key, value in sheet.rules.items() if key != "version"},
        "players": sheet.players,
        "first_dealer": str(sheet.first_dealer_id),
        "games": [row.facts for row in rows],
    }
    text, is_right = answer_line(json.dumps(line).encode(), Desk().sheet)
    assert is_right, text
    answer: dict[str, Any] = json.loads(text)
    return answer


def as_signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "±0"


def lose_the_answer(route: Route) -> None:
    """Lose the answer: the server writes, and the phone does not hear of it; it may be killed meanwhile."""
    with suppress(Error):
        assert route.fetch().status == 200
        route.abort()
