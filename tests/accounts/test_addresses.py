"""The visitor's address with no, one or two proxies, and what a visitor may forge."""

from pathlib import Path

import pytest
from django.conf import settings as present
from django.core.management import call_command
from django.test import Client, RequestFactory
from pytest_django import Settings

from dokoclub.accounts.access import devices
from dokoclub.accounts.access.throttling import NOWHERE, get_address
from dokoclub.accounts.models import Account
from dokoclub.environment import site_address
from tests.accounts.people import PASSWORD, text
from tests.house.environment import settings_of

SPOOFED = "198.51.100.7"  # the visitor's own header
VISITOR = "203.0.113.9"
OUTER = "192.0.2.1"  # the first proxy, which passes on to the inner one
HERE = "127.0.0.1"  # the address of the connection


@pytest.mark.promise("proxies")
@pytest.mark.parametrize(
    ("proxies", "forwarded", "counts"),
    [
        (0, None, HERE),
        (0, SPOOFED, HERE),
        (0, f"{SPOOFED}, {VISITOR}", HERE),
        (1, None, HERE),
        (1, VISITOR, VISITOR),
        (1, f"{SPOOFED}, {VISITOR}", VISITOR),
        (1, f"{SPOOFED},{SPOOFED}, {VISITOR}", VISITOR),
        (1, f"{VISITOR}:51234", VISITOR),
        (1, "2001:db8::9", "2001:db8::"),  # an address of the same household
        (1, "2001:db8:0:0:1234:5678:9abc:def0", "2001:db8::"),
        (1, "2001:db8:0:1::9", "2001:db8:0:1::"),  # the neighbour's
        (1, "[2001:db8::9]:51234", "2001:db8::"),
        (1, f"::ffff:{VISITOR}", VISITOR),
        (1, "::1", "::"),
        (1, "fe80::1%eth0", "fe80::"),
        (1, "", HERE),
        (1, f"{SPOOFED}, ", HERE),
        (1, f"{SPOOFED}, unknown", HERE),
        (1, "'; DROP TABLE", HERE),
        (2, None, HERE),
        (2, VISITOR, HERE),  # a proxy is missing
        (2, f"{VISITOR}, {OUTER}", VISITOR),
        (2, f"{SPOOFED}, {VISITOR}, {OUTER}", VISITOR),
        (2, f"{SPOOFED}, {SPOOFED}, {VISITOR}, {OUTER}", VISITOR),
        (2, f"unknown, {OUTER}", HERE),
    ],
)
def test_what_counts_as_an_address(settings: Settings, proxies: int, forwarded: str | None, counts: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    assert get_address(RequestFactory().get("/", headers=headers, REMOTE_ADDR=HERE)) == counts


def test_a_connection_without_an_address_is_no_error() -> None:
    assert get_address(RequestFactory().get("/", REMOTE_ADDR="")) == NOWHERE


# --- Limits -----------------------------------------------------------------------------------------------------------


def guess(forwarded: str, name: str) -> int:
    client = Client(headers={"x-forwarded-for": forwarded}, REMOTE_ADDR=HERE)
    return client.post("/account/login/", {"login": name, "password": "wrong wrong"}).status_code


def through(proxies: int, visitor: str, spoofed: str) -> str:
    """Return the header that arrives after each proxy appends the address it saw to the visitor's own header."""
    return ", ".join([spoofed, visitor, OUTER][: proxies + 1])


@pytest.mark.promise("proxies")
@pytest.mark.parametrize("proxies", [0, 1, 2])
def test_nobody_gets_further_guesses_by_inventing_addresses(settings: Settings, anna: Account, proxies: int) -> None:
    settings.TRUSTED_PROXIES = proxies
    answers = [guess(through(proxies, VISITOR, f"198.51.100.{number}"), f"name{number}") for number in range(31)]
    assert answers == [422] * 30 + [429]


@pytest.mark.promise("proxies")
@pytest.mark.parametrize(("proxies", "other"), [(1, 422), (2, 422), (0, 429)])
def test_behind_proxies_everybody_has_a_limit_of_ones_own(
    settings: Settings, anna: Account, proxies: int, other: int
) -> None:
    """Without a proxy no header is trusted; the address is that of the connection."""
    settings.TRUSTED_PROXIES = proxies
    for number in range(31):
        guess(through(proxies, VISITOR, SPOOFED), f"name{number}")
    assert guess(through(proxies, "203.0.113.10", SPOOFED), "name99") == other


@pytest.mark.promise("proxies")
@pytest.mark.parametrize("proxies", [1, 2])
@pytest.mark.parametrize("forwarded", ["", ",", ",,,", VISITOR, "unknown", "\t", "203.0.113.9.9, x", "1" * 2000])
def test_no_header_is_an_error(settings: Settings, client: Client, anna: Account, proxies: int, forwarded: str) -> None:
    """Regression: with two proxies and one address in the header, signing in was answered 500; nonsense, 403."""
    settings.TRUSTED_PROXIES = proxies
    headers = {"x-forwarded-for": forwarded}
    assert client.post("/account/login/", {"login": "anna", "password": PASSWORD}, headers=headers).status_code == 302
    assert client.get("/login-link/invented/", headers=headers).status_code == 410


# --- Links and cookies ------------------------------------------------------------------------------------------------


@pytest.fixture
def https(settings: Settings) -> None:
    """Configure HTTPS as `PUBLIC_URL=https://doko.example.org` does (below)."""
    settings.PUBLIC_ADDRESS = site_address("https://doko.example.org")
    settings.PUBLIC_URL = "https://doko.example.org"
    settings.ALLOWED_HOSTS = ["doko.example.org", "127.0.0.1"]
    settings.SECURE_SSL_HOST = "doko.example.org"
    settings.SECURE_SSL_REDIRECT = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True


@pytest.fixture(params=[1, 2])
def proxies(request: pytest.FixtureRequest, settings: Settings) -> int:
    settings.TRUSTED_PROXIES = request.param
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    proxies: int = request.param
    return proxies


def test_the_environment_decides_whose_word_is_believed(tmp_path: Path) -> None:
    found = {
        (public, said): settings_of(tmp_path, PUBLIC_URL=public, **({"TRUSTED_PROXIES": said} if said else {}))
        for public in ("http://localhost:8000", "https://doko.example.org")
        for said in ("", "0", "1", "2")
        if (public, said) != ("https://doko.example.org", "0")  # refused: no browser would ever connect
    }
    assert {asked: (one["TRUSTED_PROXIES"], "SECURE_PROXY_SSL_HEADER" in one) for asked, one in found.items()} == {
        ("http://localhost:8000", ""): (0, False),
        ("http://localhost:8000", "0"): (0, False),
        ("http://localhost:8000", "1"): (1, True),
        ("http://localhost:8000", "2"): (2, True),
        ("https://doko.example.org", ""): (1, True),
        ("https://doko.example.org", "1"): (1, True),
        ("https://doko.example.org", "2"): (2, True),
    }
    assert {one["SESSION_COOKIE_SECURE"] for (public, _), one in found.items() if public[:5] == "https"} == {True}
    assert not any("USE_X_FORWARDED_HOST" in one for one in found.values())


@pytest.mark.promise("proxies")
@pytest.mark.usefixtures("https", "proxies")
def test_cookies_are_secure_whatever_a_visitor_says(anna: Account) -> None:
    for said in ("https", "http"):
        headers = {"host": "doko.example.org", "x-forwarded-proto": said, "x-forwarded-host": "evil.example"}
        client = Client(headers=headers)
        answer = client.post("/account/login/", {"login": "anna", "password": PASSWORD})
        if said == "http":
            assert answer["Location"] == "https://doko.example.org/account/login/"
            assert not client.cookies
        else:
            assert answer.status_code == 302
            assert {name: bool(cookie["secure"]) for name, cookie in client.cookies.items()} == dict.fromkeys(
                client.cookies, True
            )
            assert {present.SESSION_COOKIE_NAME, devices.COOKIE} <= set(client.cookies)


@pytest.mark.promise("proxies")
@pytest.mark.usefixtures("https")
def test_without_a_proxy_nobody_is_believed_to_come_by_https(settings: Settings, anna: Account) -> None:
    settings.TRUSTED_PROXIES, settings.SECURE_PROXY_SSL_HEADER = 0, None
    headers = {"host": "doko.example.org", "x-forwarded-proto": "https"}
    assert Client(headers=headers).get("/account/login/")["Location"] == "https://doko.example.org/account/login/"


@pytest.mark.promise("proxies")
@pytest.mark.usefixtures("https", "proxies")
def test_links_lead_to_the_site_and_nowhere_else(anna: Account, capsys: pytest.CaptureFixture[str]) -> None:
    headers = {"x-forwarded-proto": "https", "x-forwarded-host": "evil.example", "forwarded": "host=evil.example"}
    client = Client(headers={"host": "doko.example.org"} | headers)
    for page in ("/account/login/", "/account/help/", "/account/recover/"):
        assert "evil.example" not in client.get(page).content.decode()
    assert Client(headers={"host": "evil.example"} | headers).get("/account/login/").status_code == 400
    call_command("login_link", "anna")
    assert capsys.readouterr().out.startswith("https://doko.example.org/login-link/")


@pytest.mark.promise("foreign-origin")
@pytest.mark.usefixtures("https", "proxies")
def test_a_foreign_origin_is_refused(anna: Account) -> None:
    client = Client(enforce_csrf_checks=True, headers={"host": "doko.example.org", "x-forwarded-proto": "https"})
    token = client.get("/account/login/").context["csrf_token"]
    form = {"login": "anna", "password": PASSWORD, "csrfmiddlewaretoken": str(token)}
    evil = client.post("/account/login/", form, headers={"origin": "https://evil.example"})
    assert (evil.status_code, "Falsche Adresse" in text(evil)) == (403, True)
    own = client.post("/account/login/", form, headers={"origin": "https://doko.example.org"})
    assert own.status_code == 302
