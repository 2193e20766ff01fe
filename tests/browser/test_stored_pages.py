"""A sheet is there without a network: reloaded, found from the start page, and gone when it should be gone."""

from __future__ import annotations

import re

import pytest
from csp.middleware import CSPMiddleware
from django.conf import settings
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, expect

from dokoclub.clubs.models import Membership
from dokoclub.core import offline
from dokoclub.evenings.services.evenings import create_scoring_link, revoke_pen
from tests.accounts.people import PASSWORD
from tests.browser.conftest import NewContext, SignIn
from tests.browser.phone import Phone
from tests.browser.stored_pages import cached, is_kept, keeping, open_kept, wait_gone, wait_kept, wait_until
from tests.cast import Cast
from tests.evenings import papers
from tests.ui.stored_files import list_kept_files

FORGET = (
    "async ([account, waiting]) => (await import('/static/js/outbox/service_worker.js')).forgetPages(account, waiting)"
)
KEPT_LAST = """async (path) => {
  const pages = (await caches.has("pages")) ? await caches.open("pages") : null;
  return (await pages?.keys())?.at(-1)?.url.endsWith(path);
}"""
SCOPES = """async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = {};
  const database = await done(indexedDB.open("dokoclub"));
  for (const name of ["kits", "ops", "batches", "drafts"]) {
    const rows = await done(database.transaction(name).objectStore(name).getAll());
    found[name] = rows.map(({ scope }) => scope);
  }
  database.close();
  return found;
}"""
NOT_FOUND = re.compile("Diese Seite gibt es nicht")


@pytest.fixture
def page(new_context: NewContext, sign_in: SignIn, cast: Cast) -> Page:
    """Return a page on Ben's phone."""
    return keeping(new_context, sign_in, cast, "Ben").new_page()


def address_of(cast: Cast) -> str:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    return f"/sheets/{sheet.pk}/"


def row(page: Page, number: int = 1) -> None:
    expect(page.get_by_role("button", name=re.compile(f"^Spiel {number}[,:]")).first).to_be_attached()


# --- Without a network ------------------------------------------------------------------------------------------------


def test_a_sheet_is_loaded_again_and_taps_go_on(page: Page, cast: Cast) -> None:
    """The breakdown works too, although its script was never loaded before."""
    address = address_of(cast)
    open_kept(page, address)
    page.context.set_offline(True)
    page.reload()
    row(page)
    page.get_by_role("group", name="Re-Partei").get_by_role("button", name=re.compile("^Anna")).tap()
    page.get_by_role("group", name="Re-Partei").get_by_role("button", name=re.compile("^Ben")).tap()
    page.get_by_label("Augen Re", exact=True).fill("131")
    page.get_by_role("status", name="Spielwert", exact=True).tap()
    expect(page.locator("#reckoning")).to_contain_text("gewonnen")


def test_everything_of_the_sheet_is_there_at_once(page: Page, cast: Cast) -> None:
    open_kept(page, address_of(cast))
    assert cached(page)["files"] == sorted(f"/static/{name}" for name in list_kept_files())


@pytest.mark.promise("kept-pages")
def test_a_page_that_came_before_the_worker_took_over_is_kept_as_well(page: Page, cast: Cast) -> None:
    """The worker is in control by then, and has not seen the page come."""
    address = address_of(cast)
    open_kept(page, address)
    page.evaluate("async (path) => (await caches.open('pages')).delete(path, { ignoreVary: true })", address)
    page.evaluate("async () => (await import('/static/js/outbox/service_worker.js')).register()")
    wait_kept(page, address)


@pytest.mark.promise("kept-pages")
def test_the_page_of_what_is_kept_is_there_by_its_own_address(page: Page, cast: Cast) -> None:
    """A page that is not for the phone's user leads there, too."""
    open_kept(page, address_of(cast))
    page.context.set_offline(True)
    page.goto("/offline/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("link", name=re.compile(r"\d{4}")).first).to_be_visible()


def test_the_start_page_lists_what_is_kept(page: Page, cast: Cast) -> None:
    open_kept(page, address_of(cast))
    title = page.title().removesuffix(" · dokoclub")
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="Ohne Netz")).to_be_visible()
    expect(page.get_by_text("Öffne den Abend einmal mit Netz")).to_be_hidden()
    page.get_by_role("link", name=title).tap()
    row(page)


def test_a_sheet_that_was_never_seen_says_what_helps(page: Page, cast: Cast) -> None:
    open_kept(page, address_of(cast))
    page.evaluate("caches.open('pages').then((pages) => pages.delete(location.pathname, { ignoreVary: true }))")
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("Öffne den Abend einmal mit Netz, dann geht der Rest ohne.")).to_be_visible()
    page.context.set_offline(False)
    row(page)  # it notices by itself


def test_writing_on_leads_to_the_sheet_that_was_seen_last(page: Page, cast: Cast) -> None:
    first, second = address_of(cast), address_of(cast)
    for address in (first, second, first):
        page.goto(address)
        wait_until(page, KEPT_LAST, address)
    page.context.set_offline(True)
    page.goto("/now/")
    page.wait_for_url(f"**{first}")
    row(page)


def test_it_speaks_the_language_of_the_sheet(page: Page, cast: Cast) -> None:
    address = address_of(cast)
    open_kept(page, address)
    name = settings.LANGUAGE_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": "en", "domain": "localhost", "path": "/"}])
    page.goto(address)
    wait_until(page, "async () => (await (await caches.match('/offline/')).text()).includes('lang=\"en\"')")
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_role("heading", name="Offline")).to_be_visible()


def test_a_pen_is_kept_until_it_writes_no_more(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    sheet = papers.sheet(cast)
    address = f"/pen/{create_scoring_link(sheet)}/"
    page = keeping(new_context, sign_in, cast).new_page()
    open_kept(page, address)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("table", name="Spielzettel")).to_be_visible()
    page.context.set_offline(False)
    sheet.refresh_from_db()
    revoke_pen(sheet)
    page.reload()
    wait_gone(page, address)


# --- Answers of the network -------------------------------------------------------------------------------------------


def test_with_a_network_the_newest_is_shown(page: Page, cast: Cast) -> None:
    sheet = papers.sheet(cast)
    open_kept(page, f"/sheets/{sheet.pk}/")
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    page.route("**/follow/*", lambda route: route.abort())
    page.reload()
    row(page)


def test_a_server_that_takes_too_long_is_not_waited_for(
    page: Page, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(offline, "PATIENCE", 0)
    sheet = papers.sheet(cast)
    open_kept(page, f"/sheets/{sheet.pk}/")
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    page.route("**/follow/*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("Noch kein Spiel")).to_be_attached()


def test_who_is_signed_out_meanwhile_keeps_what_was_kept(page: Page, cast: Cast) -> None:
    """The sign-in page is no sheet."""
    address = address_of(cast)
    open_kept(page, address)
    Session.objects.all().delete()
    page.goto(address)
    page.wait_for_url("**/account/login/**")
    assert is_kept(page, address)
    page.context.set_offline(True)
    page.goto(address)
    row(page)


def test_who_has_left_the_club_keeps_no_sheet_of_it(page: Page, cast: Cast) -> None:
    address = address_of(cast)
    open_kept(page, address)
    Membership.objects.filter(account=cast.ben).delete()
    page.goto(address)
    expect(page.get_by_role("heading", name=NOT_FOUND)).to_be_visible()
    wait_gone(page, address)


def test_a_portal_that_refuses_takes_no_sheet_away(page: Page, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer lacks the header that every answer of ours has."""
    address = address_of(cast)
    open_kept(page, address)
    monkeypatch.setattr(CSPMiddleware, "process_response", lambda _middleware, _request, response: response)
    Membership.objects.filter(account=cast.ben).delete()
    page.goto(address)
    expect(page.get_by_role("heading", name=NOT_FOUND)).to_be_visible()
    page.context.set_offline(True)
    page.goto(address)
    row(page)


def test_the_sheet_of_somebody_else_takes_the_place(page: Page, cast: Cast, sign_in: SignIn) -> None:
    address = address_of(cast)
    open_kept(page, address)
    sign_in(page.context, cast.anna)
    page.goto(address)
    scope = """async ([path, scope]) => {
      const page = await (await caches.open("pages")).match(path, { ignoreVary: true });
      return page?.headers.get("Offline-Keep").startsWith(scope);
    }"""
    wait_until(page, scope, [address, f"{cast.anna.pk}."])


def test_only_the_last_sheets_are_kept(page: Page, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offline, "MOST", 2)
    first, second, third = (address_of(cast) for _ in range(3))
    for address in (first, second, third):
        open_kept(page, address)
    wait_gone(page, first)
    assert is_kept(page, second)


def test_what_is_sent_is_never_answered_from_here(page: Page, cast: Cast) -> None:
    address = address_of(cast)
    open_kept(page, address)
    page.context.set_offline(True)
    answered = "(path) => fetch(path, { method: 'POST' }).then(() => 'answered', () => 'failed')"
    assert page.evaluate(answered, address) == "failed"


def test_on_plain_http_nothing_is_missed(new_context: NewContext, sign_in: SignIn, cast: Cast) -> None:
    context = keeping(new_context, sign_in, cast, "Ben")
    context.add_init_script(
        """Object.defineProperty(window, "isSecureContext", { value: false });
        delete Navigator.prototype.serviceWorker;
        delete window.caches;"""
    )
    page = context.new_page()
    phone = Phone(page, papers.sheet(cast))
    phone.game(["Anna", "Ben"], 131)
    phone.save(1)
    assert page.evaluate("import('/static/js/outbox/service_worker.js').then((shell) => shell.keptPages())") == []
    page.evaluate(FORGET, [cast.ben.pk, []])


# --- Leaving ----------------------------------------------------------------------------------------------------------


@pytest.mark.promise("sign-out")
def test_the_pages_of_an_account_go_with_the_pens_that_it_opened_and_those_of_others_stay(
    page: Page, cast: Cast, sign_in: SignIn
) -> None:
    bens, annas = address_of(cast), address_of(cast)
    waiting = papers.sheet(cast)
    pens, annas_pen, waits = (
        f"/pen/{create_scoring_link(sheet)}/" for sheet in (papers.sheet(cast), papers.sheet(cast), waiting)
    )
    for address in (bens, pens, waits):
        open_kept(page, address)
    sign_in(page.context, cast.anna)
    for address in (annas, annas_pen):
        open_kept(page, address)
    page.evaluate(FORGET, [cast.ben.pk, [f"pen.{waiting.pk}"]])
    kept = {address: is_kept(page, address) for address in (bens, annas, pens, annas_pen, waits)}
    assert kept == {bens: False, annas: True, pens: False, annas_pen: True, waits: True}


def test_a_pen_that_nobody_opened_signed_in_is_left_alone(
    new_context: NewContext, page: Page, cast: Cast, sign_in: SignIn
) -> None:
    pens = f"/pen/{create_scoring_link(papers.sheet(cast))}/"
    page.context.clear_cookies()
    open_kept(page, pens)
    sign_in(page.context, cast.ben)
    page.goto("/account/logout/")
    page.get_by_role("button", name="Abmelden").tap()
    page.wait_for_url(re.compile(r":\d+/$"))
    assert is_kept(page, pens)


def test_signing_out_takes_the_pages_of_the_account_along(page: Page, cast: Cast) -> None:
    address = address_of(cast)
    open_kept(page, address)
    page.evaluate("(account) => localStorage.setItem(`dokoclub.op.${account}.1.uuid`, '{}')", cast.ben.pk)
    page.goto("/account/logout/")
    page.get_by_role("button", name="Abmelden").tap()
    page.wait_for_url(re.compile(r":\d+/$"))
    assert not is_kept(page, address)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('dokoclub.op.'))") == []


@pytest.mark.promise("sign-out")
def test_with_a_game_that_waits_all_of_the_account_goes_and_what_a_pen_keeps_stays(page: Page, cast: Cast) -> None:
    address, pens = address_of(cast), f"/pen/{create_scoring_link(papers.sheet(cast))}/"
    for each in (pens, address):
        open_kept(page, each)
        expect(page.locator("main[data-keeps]")).to_be_attached()
    page.route("**/ops/", lambda route: route.fulfill(status=503, content_type="text/plain"))
    for name in ("Anna", "Ben"):
        page.get_by_role("group", name="Re-Partei").get_by_role("button", name=re.compile(f"^{name}")).tap()
    page.get_by_label("Augen Re", exact=True).fill("131")
    page.get_by_role("button", name="Speichern").first.tap()
    expect(page.get_by_text("Spiel 2 notiert").first).to_be_visible()
    assert any(scope.startswith(f"{cast.ben.pk}.") for scope in page.evaluate(SCOPES)["ops"])

    page.goto("/account/logout/")
    expect(page.get_by_text("1 Spiel ist noch nicht gesendet. Beim Abmelden geht es verloren.")).to_be_visible()
    page.get_by_role("button", name="Abmelden").tap()
    page.wait_for_url(re.compile(r":\d+/$"))
    left = page.evaluate(SCOPES)
    assert {scope.partition(".")[0] for scopes in left.values() for scope in scopes} == {"pen"}
    assert (is_kept(page, address), is_kept(page, pens)) == (False, False)  # Ben has opened both


def test_without_a_network_nobody_is_signed_out_and_nothing_goes(page: Page, cast: Cast) -> None:
    address = address_of(cast)
    open_kept(page, address)
    page.goto("/account/logout/", wait_until="networkidle")
    page.context.set_offline(True)
    with page.expect_event("requestfailed", lambda request: request.is_navigation_request()):
        page.get_by_role("button", name="Abmelden").tap()
    page.context.set_offline(False)
    page.goto(address)
    row(page)
    assert is_kept(page, address)


def test_deleting_the_account_takes_its_pages_along_once_it_is_deleted(page: Page, cast: Cast) -> None:
    cast.ben.set_password(PASSWORD)
    cast.ben.save()
    address = address_of(cast)
    page.goto("/account/login/")
    page.get_by_label("Anmeldename").fill("ben")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden", exact=True).tap()
    page.wait_for_url("**/clubs/**")
    open_kept(page, address)
    for typed, stays in (("bem", True), ("ben", False)):
        page.goto("/account/delete/")
        page.get_by_label(re.compile("Anmeldename")).fill(typed)
        page.get_by_role("button", name="Endgültig löschen").tap()
        expect(page.get_by_text("Zugang gelöscht." if not stays else "Falscher Anmeldename.").first).to_be_visible()
        assert is_kept(page, address) == stays


def test_signing_out_leaves_the_worker_and_what_others_kept(page: Page, cast: Cast, sign_in: SignIn) -> None:
    """Emptying the browser's own cache does not touch ours, and a scoring link may need a part of it."""
    pens = f"/pen/{create_scoring_link(papers.sheet(cast))}/"
    sign_in(page.context, cast.anna)
    open_kept(page, pens)
    sign_in(page.context, cast.ben)
    page.goto("/account/logout/")
    page.get_by_role("button", name="Abmelden").tap()
    page.wait_for_url(re.compile(r":\d+/$"))
    assert is_kept(page, pens)
    page.context.set_offline(True)
    page.goto(pens)
    expect(page.get_by_role("table", name="Spielzettel")).to_be_visible()
