"""The sessions on the account page, and how to end single ones."""

from datetime import timedelta
from typing import Final

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client, RequestFactory
from django.utils import timezone

from dokoclub.accounts.access.devices import get_browser
from dokoclub.accounts.models import Account, SignIn
from dokoclub.accounts.services.erasure import erase_account
from dokoclub.accounts.services.registration import demo_visitor
from dokoclub.accounts.services.sign_ins import create_login_link
from dokoclub.accounts.texts import describe_browser
from dokoclub.core.formatting import clock, short_day
from tests.accounts.people import PASSWORD, text
from tests.accounts.softkey import SoftKey
from tests.accounts.test_passkey_sign_in import add, sign_in

FIREFOX: Final = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
SAFARI: Final = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
CHROME: Final = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36"
)
EDGE: Final = f"{CHROME} Edg/137.0.0.0"


def other(agent: str = FIREFOX) -> Client:
    """Return another device of Anna's."""
    client = Client(headers={"user-agent": agent})
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    return client


def number_of(client: Client) -> int:
    return SignIn.objects.get(session_key=client.session.session_key).pk


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox auf Android"),
        (SAFARI, "Safari auf iPhone"),
        (CHROME, "Chrome auf Windows"),
        (EDGE, "Edge auf Windows"),
        ("curl/8.5.0", "Unbekannter Browser"),
        ("", "Unbekannter Browser"),
        ("Firefox/1.0", "Firefox"),
        ("Linux", "Linux"),
    ],
)
def test_a_browser_is_told_in_words(agent: str, words: str) -> None:
    request = RequestFactory().get("/", headers={"user-agent": agent})
    assert describe_browser(get_browser(request)) == words


def test_the_page_lists_where_one_is_signed_in_and_how(phone: Client, anna: Account) -> None:
    other()
    page = text(phone.get("/account/sign-in/"))
    now = anna.sign_ins.latest("began_at").began_at
    assert f"Firefox auf Android seit {short_day(now)}, {clock(now)} mit dem Passwort Abmelden" in page
    assert page.count("dieses Gerät") == 1


def test_every_way_in_is_told(phone: Client, anna: Account, ben: Account) -> None:
    key, by_passkey, by_code, by_link = SoftKey(), Client(), Client(), Client()
    add(phone, key)
    sign_in(by_passkey, key)
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]
    by_code.post("/account/recover/", {"username": "anna", "code": code})
    by_link.post(f"/login-link/{create_login_link(anna, by=ben)}/")
    page = text(phone.get("/account/sign-in/"))
    for how in ("mit dem Passwort", "mit einem Passkey", "mit einem Notfallcode", "mit einem Anmeldelink von Ben"):
        assert how in page, how


@pytest.mark.promise("devices")
def test_a_single_one_is_ended(phone: Client, anna: Account) -> None:
    lost, kept = other(), other(SAFARI)
    page = phone.post(f"/account/devices/{number_of(lost)}/end/", follow=True)
    assert "Dieses Gerät ist abgemeldet." in text(page)
    assert "Firefox" not in text(page)
    assert [client.get("/account/sign-in/").status_code for client in (lost, kept, phone)] == [302, 200, 200]


def test_ended_twice_is_ended_once(phone: Client, anna: Account) -> None:
    number = number_of(other())
    for _ in range(2):
        assert phone.post(f"/account/devices/{number}/end/")["Location"] == "/account/sign-in/"
    assert anna.security_events.filter(what="device_ended").count() == 1


@pytest.mark.parametrize("number", [0, 987_654, 2**63])
def test_what_is_not_there_ends_nothing(phone: Client, anna: Account, number: int) -> None:
    assert "Dieses Gerät ist abgemeldet." not in text(phone.post(f"/account/devices/{number}/end/", follow=True))


def test_nobody_ends_a_device_of_somebody_else(phone: Client, anna: Account, ben: Account) -> None:
    of_ben = Client()
    of_ben.post("/account/login/", {"login": "ben", "password": PASSWORD})
    phone.post(f"/account/devices/{number_of(of_ben)}/end/")
    assert of_ben.get("/account/sign-in/").status_code == 200


def test_reading_ends_nothing(phone: Client, anna: Account) -> None:
    assert phone.get(f"/account/devices/{number_of(phone)}/end/").status_code == 405


def test_who_signs_out_is_no_longer_listed(phone: Client, anna: Account) -> None:
    gone = other()
    gone.post("/account/logout/")
    assert "Firefox" not in text(phone.get("/account/sign-in/"))
    call_command("purge", verbosity=0)
    assert anna.sign_ins.count() == 1


@pytest.mark.parametrize("page", ["/account/sign-out-everywhere/", "/account/password/"])
def test_what_ends_all_others_leaves_this_one_in_the_list(phone: Client, anna: Account, page: str) -> None:
    other()
    phone.post(page, {"password1": "kreuz bube sticht", "password2": "kreuz bube sticht"})
    assert anna.sign_ins.get().session_key == phone.session.session_key
    assert Session.objects.count() == 1
    assert "dieses Gerät" in text(phone.get("/account/sign-in/"))


def test_it_is_known_to_the_day_when_a_device_was_used(phone: Client, anna: Account) -> None:
    phone.get("/account/sign-in/")
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        phone.get("/account/sign-in/")
        assert f"zuletzt benutzt {short_day(timezone.now())}" in text(phone.get("/account/sign-in/"))


def test_a_session_of_an_older_version_is_listed_from_its_next_day_on(old_phone: Client, anna: Account) -> None:
    old_phone.get("/account/sign-in/")
    assert not anna.sign_ins.exists()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        old_phone.get("/account/sign-in/")
        assert "dieses Gerät" in text(old_phone.get("/account/sign-in/"))


@pytest.mark.promise("devices")
def test_no_address_is_kept(anna: Account) -> None:
    Client(REMOTE_ADDR="203.0.113.77").post("/account/login/", {"login": "anna", "password": PASSWORD})
    rows = [*anna.sign_ins.values(), *anna.security_events.values()]
    assert "203.0.113.77" not in str(rows)


def test_the_visitor_of_the_demo_has_no_devices(client: Client, visitor: Account) -> None:
    client.post("/account/demo/")
    assert not demo_visitor().sign_ins.exists()
    assert "device" not in client.cookies


def test_they_go_with_the_account(phone: Client, anna: Account) -> None:
    erase_account(anna)
    assert not SignIn.objects.exists()
