"""Reminders on a phone: the switch, the message that the service worker shows, and the target of a tap on it.

A browser under test has no push service, so it gets one that only makes up addresses; messages are passed to the
service worker without it.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import Settings

from dokoclub.dates.models import Subscription
from dokoclub.dates.selectors.reminders import Due
from dokoclub.dates.services.reminders import show_reminder, write_message
from dokoclub.webpush import load_key, name_key
from tests.browser.conftest import FRAME, PATIENCE, NewContext, SignIn
from tests.browser.looks import Looks
from tests.browser.stored_pages import keeping, wait_until
from tests.cast import Cast
from tests.dates.browsers import own_key
from tests.dates.papers import plan
from tests.webpush.service import TestBrowser

pytestmark = pytest.mark.django_db(transaction=True)
PAGE = "/reminders/"
PLACE = "https://push.example.org/box/"
SERVICE = """(() => {
  const forget = async () => localStorage.removeItem("subscribed");
  const made = () => {
    const kept = localStorage.getItem("subscribed");
    if (!kept) return null;
    const options = { applicationServerKey: Uint8Array.from(kept.split(",")) };
    const endpoint = `PLACE${localStorage.getItem("number")}`;
    return { options, endpoint, toJSON: () => ({ endpoint, keys: KEYS }), unsubscribe: forget };
  };
  PushManager.prototype.getSubscription = async () => made();
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error("browsers want to see it");
    localStorage.setItem("subscribed", String(applicationServerKey));
    localStorage.setItem("number", Number(localStorage.getItem("number")) + 1);
    return made();
  };
})();"""
TAKEN_AWAY = "localStorage.removeItem('subscribed')"  # the next one has another number
BARE = "/robots.txt"  # runs no script that reads the address while a test changes it


# A headless browser shows no messages that could be tapped: the service worker's calls are recorded.
RECORD = """() => {
  self.shown = new Promise((done) => {
    registration.showNotification = async (title, more) => done({ title, ...more });
  });
}"""
SHOWN = "() => self.shown"
TAP = """(data) => new Promise((done) => {
  const noted = [];
  clients.openWindow = async (url) => done([url, ...noted]);
  const notification = { data, close: () => noted.push("closed") };
  const event = new ExtendableEvent("notificationclick");
  Object.defineProperties(event, { notification: { value: notification }, waitUntil: { value: () => {} } });
  dispatchEvent(event);
})"""


@pytest.fixture(autouse=True)
def push_on(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR, settings.PUSH_CONTACT = tmp_path, "doko@example.org"


@pytest.fixture
def context(new_context: NewContext, sign_in: SignIn, cast: Cast) -> BrowserContext:
    """Return Dora's phone, which has a push service and may show messages."""
    found = keeping(new_context, sign_in, cast, "Dora")
    found.add_init_script(SERVICE.replace("PLACE", PLACE).replace("KEYS", json.dumps(TestBrowser().keys)))
    return found


def allow(context: BrowserContext) -> None:
    """Allow messages by overriding the property, which a headless browser always reports as denied."""
    context.grant_permissions(["notifications"])
    context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")


def switch_on(page: Page) -> None:
    page.goto(PAGE)
    page.get_by_role("button", name="Auf diesem Gerät erinnern").tap()
    expect(page.get_by_text("Erinnerungen an")).to_be_visible()


def test_on_and_off_again(context: BrowserContext, cast: Cast) -> None:
    allow(context)
    page = context.new_page()
    switch_on(page)
    kept = Subscription.objects.get()
    assert (kept.account, kept.endpoint, kept.key) == (cast.dora, f"{PLACE}1", own_key())
    expect(page.get_by_text("Der Browser hat die Erlaubnis zurückgezogen")).to_be_hidden()
    page.get_by_role("button", name="Ausschalten").tap()
    expect(page.get_by_text("Dort wirst du nicht mehr erinnert.")).to_be_visible()
    assert not Subscription.objects.exists()


def test_a_permission_that_was_withdrawn_is_said(context: BrowserContext) -> None:
    allow(context)
    page = context.new_page()
    switch_on(page)
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    page.reload()
    expect(page.get_by_text("Der Browser hat die Erlaubnis zurückgezogen")).to_be_visible()


def test_an_address_that_the_browser_has_changed_is_told_by_the_next_page(context: BrowserContext, cast: Cast) -> None:
    allow(context)
    page = context.new_page()
    switch_on(page)
    page.goto(BARE)
    page.evaluate(TAKEN_AWAY)
    with page.expect_response("**/reminders/here/"):
        page.goto(f"/clubs/{cast.club.pk}/")
    assert Subscription.objects.get().endpoint == f"{PLACE}2"
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"/clubs/{cast.club.pk}/dates/", wait_until="networkidle")
    assert [url for url in asked if "/reminders/" in url] == []  # after an answer, there are no requests for a day


def test_what_its_push_service_has_given_up_is_said_once_and_can_be_switched_on_anew(
    context: BrowserContext, cast: Cast
) -> None:
    allow(context)
    page = context.new_page()
    switch_on(page)
    page.goto(BARE)
    Subscription.objects.all().delete()
    page.evaluate("localStorage.setItem('number', 2)")  # the browser has another address by now
    page.goto(f"/clubs/{cast.club.pk}/")
    expect(page.get_by_text("Dieses Gerät erinnert dich nicht mehr.")).to_be_visible()
    assert not Subscription.objects.exists()
    page.goto(f"/clubs/{cast.club.pk}/", wait_until="networkidle")
    expect(page.get_by_text("Dieses Gerät erinnert dich nicht mehr.")).to_have_count(0)
    switch_on(page)
    assert Subscription.objects.get().endpoint == f"{PLACE}3"


def test_with_another_key_of_the_install_it_is_told_anew(context: BrowserContext, tmp_path: Path) -> None:
    allow(context)
    page = context.new_page()
    switch_on(page)
    (tmp_path / "vapid_key").unlink()
    fresh = name_key(load_key(tmp_path))
    with page.expect_response("**/reminders/here/"):
        page.reload()
    assert Subscription.objects.get().key == fresh
    page.reload()
    expect(page.locator("[data-state=on]")).to_be_attached()


def test_who_does_not_allow_it_is_told_where(context: BrowserContext) -> None:
    page = context.new_page()
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'default' })")
    page.goto(PAGE)
    page.get_by_role("button", name="Auf diesem Gerät erinnern").tap()
    expect(page.get_by_text("Der Browser erlaubt es nicht")).to_be_visible()
    assert not Subscription.objects.exists()


def test_a_push_service_that_cannot_be_reached_is_said(context: BrowserContext) -> None:
    allow(context)
    page = context.new_page()
    page.add_init_script("PushManager.prototype.subscribe = async () => { throw new DOMException('', 'AbortError'); }")
    page.goto(PAGE)
    page.get_by_role("button", name="Auf diesem Gerät erinnern").tap()
    expect(page.get_by_text("Der Browser hat keinen Push-Dienst erreicht")).to_be_visible()


def test_a_browser_that_cannot_says_so(context: BrowserContext) -> None:
    page = context.new_page()
    page.add_init_script("delete globalThis.PushManager")
    page.goto(PAGE)
    expect(page.get_by_text("Dieser Browser kann nicht erinnern")).to_be_visible()
    expect(page.get_by_role("button", name="Auf diesem Gerät erinnern")).to_be_hidden()


def test_the_message_is_shown_and_leads_to_its_date(context: BrowserContext, cast: Cast) -> None:
    allow(context)
    one = plan(cast)
    page = context.new_page()
    switch_on(page)
    wait_until(page, "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'")
    (worker,) = context.service_workers
    worker.evaluate(RECORD)
    due = Due(date=one, account=cast.dora.pk, again=False, subscriptions=(), tried=None)
    message = write_message(show_reminder(due), "de").decode()
    deliver(page, message)
    shown = worker.evaluate(SHOWN)
    assert shown == json.loads(message)
    assert shown["title"].startswith("Kommst du am")
    assert worker.evaluate(TAP, shown["data"]) == [f"/dates/{one.pk}/", "closed"]


def deliver(page: Page, message: str) -> None:
    """Deliver a message as the browser does when its push service has one for the service worker."""
    devtools = page.context.new_cdp_session(page)
    numbers: list[str] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda told: numbers.extend(_of(page, told)))
    devtools.send("ServiceWorker.enable")
    for _ in range(PATIENCE // FRAME):
        if numbers:
            break
        page.evaluate("new Promise((done) => requestAnimationFrame(done))")
    parts = urlsplit(page.url)
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": f"{parts.scheme}://{parts.netloc}", "registrationId": numbers[-1], "data": message},
    )


def _of(page: Page, told: dict[str, list[dict[str, str]]]) -> list[str]:
    parts = urlsplit(page.url)
    scope = f"{parts.scheme}://{parts.netloc}/"
    return [each["registrationId"] for each in told["registrations"] if each["scopeURL"] == scope]


def test_its_page_looks_well(looks: Looks, sign_in: SignIn, cast: Cast) -> None:
    for page in looks.pages:
        sign_in(page.context, cast.anna)
    looks.look_at(PAGE, "/account/")
    assert looks.found == []
