"""What other apps use: count by key and by address, reading too, and answer 429."""

from typing import cast

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from dokoclub.accounts.access import ratelimits
from dokoclub.look.http import Request
from tests.accounts.people import text


def reading(address: str = "203.0.113.1") -> Request:
    return cast(Request, RequestFactory().get("/", REMOTE_ADDR=address))


def test_it_counts_by_key(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invitation": "2/m/key"}
    answers = [ratelimits.allow_try(reading(), "invitation", key=key) for key in ("a", "a", "a", "b")]
    assert answers == [True, True, False, True]


def test_it_counts_by_address(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"secret_link": "2/m/ip"}
    addresses = ["203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2"]
    answers = [ratelimits.allow_try(reading(address), "secret_link", key=address) for address in addresses]
    assert answers == [True, True, False, True]


def test_actions_do_not_share_their_counts(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invitation": "1/m/key", "secret_link": "1/m/key"}
    assert ratelimits.allow_try(reading(), "invitation", key="a")
    assert ratelimits.allow_try(reading(), "secret_link", key="a")


def test_a_pub_behind_one_address_is_not_shut_out() -> None:
    for action in ("invitation", "secret_link", "login_link"):
        assert all(ratelimits.allow_try(reading(), action, key=f"{action}-{guest}") for guest in range(30))


def test_behind_a_proxy_everybody_has_an_address_of_his_own(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invitation": "1/m/ip"}
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    answers = [
        ratelimits.allow_try(
            RequestFactory().get("/", headers={"x-forwarded-for": f"10.0.0.9, {client}"}), "invitation", key="a"
        )
        for client in ("203.0.113.1", "203.0.113.2", "203.0.113.1")
    ]
    assert answers == [True, True, False]


@ratelimits.limit_tries("invitation", by="token")
def show(request: HttpRequest, token: str) -> HttpResponse:
    return HttpResponse(token)


def test_a_limited_view_answers_429(settings: Settings, client: Client, db: None) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"invitation": "1/m/key", "login_link": "0/m/key"}
    assert show(reading(), token="a").content == b"a"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ratelimits, "respond_too_often", lambda _request: HttpResponse(status=429))
        assert show(reading(), token="a").status_code == 429
    page = client.get("/login-link/a/")
    assert page.status_code == 429
    assert page["Retry-After"] == "60"
    assert "<h1>" in page.content.decode()
    assert text(page)
