"""A browser that denies storage, as with all cookies blocked: every page works, and no script fails."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from dokoclub.evenings.services import sheets
from dokoclub.evenings.services.evenings import create_scoring_link
from tests.browser.conftest import NewContext, SignIn
from tests.browser.phone import deny_storage
from tests.cast import Cast
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet

pytestmark = pytest.mark.django_db(transaction=True)

SCRIPTS: Final = Path(settings.BASE_DIR) / "static/js"
STORES: Final = ("localStorage", "sessionStorage", "indexedDB", "caches")
# A context with one of them opens no page: a worker, and its imports.
DENIED: Final = """(names) => {
  for (const name of names) {
    const deny = { get() { throw new DOMException("denied", "SecurityError"); }, configurable: true };
    Object.defineProperty(globalThis, name, deny);
  }
}"""
USES: Final = re.compile(r"\b(localStorage|sessionStorage|indexedDB|caches)\.")
# The pages that load each script with a store; `outbox/store.js` is the worker's.
KNOWN: Final = {
    "entry/controls.js",
    "entry/game.js",
    "outbox/client.js",
    "outbox/device_owner.js",
    "outbox/service_worker.js",
    "outbox/store.js",
    "pages/league_table.js",
    "pages/push_subscription.js",
    "pages/shared_files.js",
    "pages/sign_out.js",
    "pages/tour.js",
    "pages/unsent_games.js",
    "sheet/entry_outbox.js",
    "sheet/offline.js",
    "sheet/unsaved_game.js",
}


def test_every_script_that_touches_a_store_is_tried() -> None:
    touching = {
        path.relative_to(SCRIPTS).as_posix() for path in SCRIPTS.rglob("*.js") if USES.search(path.read_text("utf-8"))
    }
    assert touching == KNOWN


@pytest.mark.parametrize("denied", [STORES, ("localStorage", "sessionStorage"), ("indexedDB",), ("caches",)])
def test_no_page_ends_with_an_error(
    new_context: NewContext, sign_in: SignIn, cast: Cast, denied: tuple[str, ...]
) -> None:
    sheet, closed = new_sheet(cast), new_sheet(cast)
    write(cast, closed, anna_ben(cast))
    sheets.close_sheet(closed, by=cast.anna)
    context = new_context()
    context.add_init_script(f"({DENIED})({[*denied]})")
    if "indexedDB" in denied:
        deny_storage(context)
    sign_in(context, cast.ben)
    page: Page = context.new_page()
    uncaught: list[str] = []
    page.on("pageerror", lambda error: uncaught.append(f"{page.url}: {error}"))
    club = cast.club.pk
    for address in (
        "/", f"/sheets/{sheet.pk}/", f"/sheets/{closed.pk}/", f"/pen/{create_scoring_link(sheet)}/",
        f"/sheets/{sheet.pk}/large/",
        f"/clubs/{club}/", f"/clubs/{club}/evenings/", f"/clubs/{club}/evenings/new/", "/offline/", "/sheets/new/",
        f"/clubs/{club}/table/", "/try/", "/account/", "/account/logout/", "/shared/",
    ):  # fmt: skip
        page.goto(address, wait_until="networkidle")
        expect(page.locator("main")).to_be_attached()
    assert uncaught == []


def test_a_game_is_written_all_the_same(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    sheet = new_sheet(cast)
    context = new_context()
    context.add_init_script(f"({DENIED})({[*STORES]})")
    deny_storage(context)
    sign_in(context, cast.ben)
    page = context.new_page()
    page.goto(f"/sheets/{sheet.pk}/")
    for name in ("Anna", "Ben"):
        page.get_by_role("group", name="Re-Partei").get_by_role("button", name=re.compile(f"^{name}")).tap()
    page.get_by_label("Augen Re", exact=True).fill("131")
    page.get_by_role("button", name="Speichern").tap()
    expect(page.get_by_text("Spiel 1 gespeichert").first).to_be_visible()
    page.goto("/account/logout/")
    page.get_by_role("button", name="Abmelden").tap()
    page.wait_for_url(re.compile(r":\d+/$"))
