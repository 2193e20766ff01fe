"""Rate limits for other apps: expensive requests and non-existent links counted by address; 429."""

from datetime import timedelta
from multiprocessing import get_context

import pytest
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from dokoclub.accounts.access import throttling
from dokoclub.accounts.models import Account
from dokoclub.accounts.services.sign_ins import create_login_link
from tests import clock
from tests.accounts.people import text
from tests.processes import join_all


def reading(address: str = "203.0.113.1") -> HttpRequest:
    return RequestFactory().get("/", REMOTE_ADDR=address)


def test_it_counts_by_address(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"demo": "2/m/key"}
    addresses = ["203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2"]
    answers = [throttling.allow_try(reading(address), "demo") for address in addresses]
    assert answers == [True, True, False, True]


def test_actions_do_not_share_their_counts(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"demo": "1/m/key", "sign_up": "1/m/key"}
    assert throttling.allow_try(reading(), "demo")
    assert throttling.allow_try(reading(), "sign_up")


def test_behind_a_proxy_everybody_has_an_address_of_his_own(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"demo": "1/m/key"}
    settings.TRUSTED_PROXIES = 1
    answers = [
        throttling.allow_try(RequestFactory().get("/", headers={"x-forwarded-for": f"10.0.0.9, {client}"}), "demo")
        for client in ("203.0.113.1", "203.0.113.2", "203.0.113.1")
    ]
    assert answers == [True, True, False]


def test_no_address_is_kept_in_clear(settings: Settings) -> None:
    """With several processes the counts are in the database."""
    settings.ACCOUNT_RATE_LIMITS = {"demo": "1/m/key"}
    throttling.allow_try(reading(), "demo")
    throttling.count_unknown(reading(), "pen")
    kept = [*cache._cache]  # type: ignore[attr-defined]  # LocMemCache's
    assert len(kept) == 1
    assert "203.0.113.1" not in kept[0]
    assert b"203.0.113.1" not in bytes(throttling.unknown_tokens._memory)


# --- Links that do not exist ------------------------------------------------------------------------------------------


@throttling.limit_unknown("secret_link")
def show(request: HttpRequest, token: str) -> HttpResponse:
    if token == "gone":
        raise Http404
    return HttpResponse(status=200 if token == "right" else 404)


@pytest.fixture
def two_a_minute(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.UNKNOWN_TOKENS = settings.UNKNOWN_TOKENS | {"secret_link": 2, "login_link": 2}
    monkeypatch.setattr(throttling, "respond_too_often", lambda _request: HttpResponse(status=429))


def test_only_wrong_ones_are_counted_and_a_right_one_is_never_held_up(two_a_minute: None) -> None:
    tokens = ("right", "a", "right", "b", "right", "c", "right")
    assert [show(reading(), token).status_code for token in tokens] == [200, 404, 200, 404, 200, 429, 200]
    assert show(reading("203.0.113.2"), "a").status_code == 404


def test_a_view_that_raises_404_is_counted_too(two_a_minute: None) -> None:
    for _ in range(2):
        with pytest.raises(Http404):
            show(reading(), "gone")
    assert show(reading(), "gone").status_code == 429


def test_an_address_has_one_count_whatever_it_asks_for(two_a_minute: None) -> None:
    for number in range(50):
        show(reading(), f"invented-{number}")
    assert sum(place > 0 for place in throttling.unknown_tokens._places) == 1


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # other threads may do so where the tests run
def test_all_processes_count_together(two_a_minute: None) -> None:
    """Each phone has its own connection, and any process may serve it."""
    for _ in range(2):
        other = get_context("fork").Process(target=show, args=(reading(), "invented"))
        other.start()
        join_all(other)
    assert show(reading(), "invented").status_code == 429


def test_a_new_minute_begins_at_nothing(two_a_minute: None) -> None:
    for _ in range(3):
        show(reading(), "invented")
    clock.set_to(clock.NOW + timedelta(minutes=1))
    assert show(reading(), "invented").status_code == 404


def test_the_page_says_when_to_try_again(client: Client, anna: Account, settings: Settings) -> None:
    settings.UNKNOWN_TOKENS = {"login_link": 1}
    assert client.get("/login-link/a/").status_code == 410
    page = client.get("/login-link/b/")
    assert page.status_code == 429
    assert page["Retry-After"] == "60"
    assert "Warte eine Minute und versuch es dann noch einmal. Nichts ist verloren." in text(page)
    assert client.post(f"/login-link/{create_login_link(anna)}/").status_code == 302


@pytest.mark.parametrize("address", ["/e/{}/", "/pen/{}/", "/invitation/{}/", "/login-link/{}/"])
def test_every_kind_of_secret_address_is_counted(client: Client, db: None, settings: Settings, address: str) -> None:
    settings.UNKNOWN_TOKENS = dict.fromkeys(settings.UNKNOWN_TOKENS, 2)
    statuses = [client.get(address.format(f"{number}-invented")).status_code for number in range(3)]
    assert statuses[:2] in ([404, 404], [410, 410])
    assert statuses[2] == 429
