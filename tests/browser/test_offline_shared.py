"""A shared phone: it shows only the number of another person's rows, and never a draft."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from dokoclub.evenings.models import Evening, Sheet
from tests.accounts.people import PASSWORD
from tests.browser.begun_here import BEGUN, BegunPhone, in_cellar, play
from tests.browser.conftest import NewContext, SignIn
from tests.browser.looks import violations
from tests.browser.stored_pages import keeping, open_kept
from tests.browser.without_network import KeptPhone
from tests.cast import Cast
from tests.evenings import papers

pytestmark = pytest.mark.django_db(transaction=True)
LOOKED_AT = "document.dispatchEvent(new Event('visibilitychange'))"
ASKED = """async ([what, scope]) => {
  const { call } = await import("/static/js/outbox/client.js");
  return call(what, { scope }).then((told) => told ?? "nothing", () => "refused");
}"""
DEAF = """(() => {
  const hear = window.addEventListener;
  window.addEventListener = (name, ...more) => name === "storage" || hear.call(window, name, ...more);
})()"""
DRAFTS = "() => Object.keys(localStorage).filter((key) => /^dokoclub\\.(draft|op)\\./.test(key))"
KEPT_DRAFTS = """async () => {
  const done = (asked) => new Promise((told) => { asked.onsuccess = () => told(asked.result); });
  const base = await done(indexedDB.open("dokoclub"));
  const drafts = await done(base.transaction("drafts").objectStore("drafts").getAll());
  base.close();
  return drafts.filter((one) => one.draft || one.edit).map((one) => one.scope);
}"""


@pytest.fixture
def context(bens_context: BrowserContext) -> BrowserContext:
    return bens_context


@pytest.fixture
def begun(context: BrowserContext, cast: Cast) -> BegunPhone:
    """Let Ben begin an evening with a guest and write two games; the server is out of reach for that."""
    phone = in_cellar(context, cast)
    phone.begins(dealer="Emil", guests=["Emil"])
    play(phone, 2)
    context.route(BEGUN, lambda route: route.abort())
    phone.comes_back()
    return phone


def says_no_more(page: Page) -> None:
    """Expect only the number of waiting rows, and their owner."""
    expect(page.get_by_text("Auf diesem Handy warten 2 Spiele von Ben.")).to_be_visible()
    assert "Emil" not in page.content()
    expect(page.locator("#sheet")).to_have_count(0)
    expect(page.get_by_role("button", name="Als Datei sichern")).to_have_count(0)


def scope_of(phone: BegunPhone) -> str:
    scope = phone.page.locator("main").get_attribute("data-scope")
    assert scope
    return scope


# --- An evening that began here ---------------------------------------------------------------------------------------


@pytest.mark.promise("foreign-games")
def test_of_what_somebody_else_has_begun_the_number_is_seen(begun: BegunPhone, sign_in: SignIn, cast: Cast) -> None:
    """The test looks at its address, in the list, and among all waiting rows; its owner finds it unchanged."""
    page, address, scope = begun.page, begun.page.url, scope_of(begun)
    told = begun.shown()
    sign_in(page.context, cast.anna)
    page.goto("/account/sign-in/")
    for there in (address, "/sheets/new/", "/offline/"):
        page.goto("about:blank")
        page.goto(there)
        says_no_more(page)
    assert [page.evaluate(ASKED, [what, scope]) for what in ("page", "file")] == ["nothing", "refused"]
    assert violations(page) == []
    sign_in(page.context, cast.ben)
    page.goto("about:blank")
    page.goto(address)
    begun.is_up()
    assert begun.shown() == told


def test_whom_to_sit_with_is_shown_to_who_took_it_along(begun: BegunPhone, sign_in: SignIn, cast: Cast) -> None:
    """Ben's circle is hidden from Anna, who has not opened the club's page here."""
    page = begun.page
    sign_in(page.context, cast.anna)
    page.goto("/account/sign-in/")
    page.goto("/sheets/new/")
    expect(page.get_by_text("Öffne die Seite deines Clubs einmal mit Netz")).to_be_visible()
    expect(begun.button("Abend starten")).to_have_count(0)
    begun.takes_along(cast)
    page.goto("/sheets/new/")
    expect(begun.button("Abend starten")).to_be_visible()
    expect(page.get_by_text("Auf diesem Handy warten 2 Spiele von Ben.")).to_be_visible()


def test_nobody_who_is_signed_in_sees_more(begun: BegunPhone) -> None:
    page, address = begun.page, begun.page.url
    page.context.clear_cookies()
    for there in (address, "/offline/"):
        page.goto("about:blank")
        page.goto(there)
        says_no_more(page)
    page.goto("/sheets/new/")
    link = page.get_by_role("link", name="Als Ben anmelden")
    expect(link).to_have_attribute("href", re.compile(r"^/account/login/\?next=%2Fsheets%2Fnew%2F%23[0-9a-f-]{36}$"))


def test_somebody_else_signs_in_beside_an_open_page(begun: BegunPhone, sign_in: SignIn, cast: Cast) -> None:
    """The page closes as soon as the server says so; and Ben can sign in from there, though Anna is signed in."""
    ben = cast.ben
    ben.set_password(PASSWORD)
    ben.save()
    page = begun.page
    sign_in(page.context, cast.anna)
    page.context.unroute(BEGUN)
    page.evaluate(LOOKED_AT)
    says_no_more(page)
    assert not Evening.objects.exists()
    page.get_by_role("link", name="Als Ben anmelden").tap()
    page.get_by_role("button", name="Abmelden", exact=True).tap()
    page.get_by_label("Anmeldename").fill("Ben")
    page.get_by_label("Passwort", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Anmelden", exact=True).tap()
    begun.goes_on()
    assert Sheet.objects.get().entries.count() == 2


def test_the_page_of_the_club_tells_of_it_without_a_word_of_it(begun: BegunPhone, sign_in: SignIn, cast: Cast) -> None:
    page = begun.page
    sign_in(page.context, cast.anna)
    page.goto(f"/clubs/{cast.club.pk}/")
    expect(page.get_by_text("Auf diesem Handy wartet Ungesendetes.")).to_be_visible()
    assert "Emil" not in page.content()
    page.get_by_role("link", name="Ansehen").tap()
    says_no_more(page)


# --- Sheets -----------------------------------------------------------------------------------------------------------


def test_what_waits_on_a_sheet_is_saved_by_whose_it_is(context: BrowserContext, sign_in: SignIn, cast: Cast) -> None:
    phone = KeptPhone(context.new_page(), papers.sheet(cast))
    context.route("**/ops/", lambda route: route.abort())
    phone.writes(1, ["Anna", "Ben"], 155)
    file = phone.page.get_by_role("button", name="Als Datei sichern")
    phone.page.goto("/offline/")
    expect(file).to_be_visible()
    sign_in(context, cast.anna)
    phone.page.goto("/account/sign-in/")
    phone.page.goto("/offline/")
    expect(phone.page.get_by_text("Auf diesem Handy wartet 1 Spiel von Ben.")).to_be_visible()
    expect(file).to_have_count(0)


@pytest.mark.promise("foreign-games")
def test_a_page_that_was_kept_is_not_shown_to_somebody_else(
    new_context: NewContext, sign_in: SignIn, cast: Cast
) -> None:
    """It is not named either; without a network it does not seem to exist. It comes back with its owner."""
    page = keeping(new_context, sign_in, cast, "Ben").new_page()
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    address = f"/sheets/{sheet.pk}/"
    open_kept(page, address)
    title = page.title().removesuffix(" · dokoclub")
    sign_in(page.context, cast.anna)
    page.goto("/account/sign-in/")
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("heading", name="Ohne Netz")).to_be_visible()
    expect(page.get_by_role("link", name=title)).to_have_count(0)
    page.context.set_offline(False)
    sign_in(page.context, cast.ben)
    page.goto("/account/sign-in/")
    page.context.set_offline(True)
    page.goto(address)
    expect(page.get_by_role("button", name=re.compile("^Spiel 1[,:]")).first).to_be_attached()


# --- Drafts, in two tabs ----------------------------------------------------------------------------------------------


@pytest.mark.promise("sign-out")
def test_a_draft_does_not_come_back_behind_signing_out_in_another_tab(
    context: BrowserContext, sign_in: SignIn, cast: Cast
) -> None:
    """The tab with the started game closes, and leaves nothing on the phone."""
    phone = KeptPhone(context.new_page(), papers.sheet(cast))
    phone.tap("Re-Partei", "Anna")
    other = context.new_page()
    other.goto("/account/logout/")
    other.get_by_role("button", name="Abmelden", exact=True).tap()
    other.wait_for_url(lambda url: "logout" not in url)
    phone.page.wait_for_url("**/account/login/**")
    assert [other.evaluate(DRAFTS), other.evaluate(KEPT_DRAFTS)] == [[], []]
    sign_in(context, cast.anna)
    phone.open()
    phone.is_empty()
    sign_in(context, cast.ben)
    phone.open()
    phone.is_empty()


@pytest.mark.promise("sign-out")
def test_a_tap_while_another_tab_signs_out_leaves_nothing(context: BrowserContext, cast: Cast) -> None:
    """The tap comes before this tab has heard of it: rows stored meanwhile are deleted, too."""
    page = context.new_page()
    page.add_init_script(DEAF)
    phone = KeptPhone(page, papers.sheet(cast))
    other = context.new_page()
    other.goto("/account/logout/")
    other.get_by_role("button", name="Abmelden", exact=True).tap()
    other.wait_for_url(lambda url: "logout" not in url)
    phone.page.evaluate("document.querySelector('#entry [data-tiles] .tile').click()")
    assert other.evaluate(DRAFTS) != []
    phone.page.evaluate(LOOKED_AT)
    phone.page.wait_for_url("**/account/login/**")
    assert [other.evaluate(DRAFTS), other.evaluate(KEPT_DRAFTS)] == [[], []]


def test_a_draft_of_a_page_that_slept_is_not_shown_to_somebody_else(
    context: BrowserContext, sign_in: SignIn, cast: Cast
) -> None:
    """Ben has not signed out: it is there for him again."""
    phone = KeptPhone(context.new_page(), papers.sheet(cast))
    phone.tap("Re-Partei", "Anna", "Ben")
    phone.says("Augen fehlen")
    sign_in(context, cast.anna)
    context.new_page().goto("/account/sign-in/")
    phone.page.evaluate(LOOKED_AT)
    phone.page.locator(f'main[data-scope^="{cast.anna.pk}."]').wait_for()
    phone.is_empty()
    sign_in(context, cast.ben)
    phone.open()
    phone.says("Augen fehlen")


def test_a_session_that_has_ended_closes_nothing(context: BrowserContext, cast: Cast) -> None:
    """Nobody has signed out: the input stays."""
    phone = KeptPhone(context.new_page(), papers.sheet(cast))
    phone.tap("Re-Partei", "Anna", "Ben")
    context.clear_cookies()
    phone.page.evaluate(LOOKED_AT)
    phone.says("Augen fehlen")
    assert phone.page.evaluate(DRAFTS) != []
