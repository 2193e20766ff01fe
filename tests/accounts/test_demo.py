"""/account/demo/ and the demo visitor, who reads and never writes."""

import re
from unittest.mock import patch

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from dokoclub.accounts.middleware import VisitorGuard
from dokoclub.accounts.models import Account
from tests.accounts.people import PASSWORD, text

URL = "/account/demo/"


@pytest.fixture
def looking(client: Client, visitor: Account) -> Client:
    client.post(URL)
    return client


def test_the_button_lets_in(client: Client, visitor: Account) -> None:
    assert client.post(URL)["Location"] == "/"
    assert client.session["_auth_user_id"] == str(visitor.pk)


@pytest.mark.django_db
def test_the_visitor_is_made_when_needed(client: Client, settings: Settings) -> None:
    settings.DEMO = True
    client.post(URL)
    assert Account.objects.get().is_visitor


def test_without_demo_there_is_nothing(client: Client, visitor: Account, settings: Settings) -> None:
    settings.DEMO = False
    assert client.post(URL).status_code == 404
    assert client.get(URL).status_code == 404


def test_a_link_to_it_does_not_sign_in(client: Client, visitor: Account) -> None:
    assert client.get(URL)["Location"] == "/"
    assert "_auth_user_id" not in client.session


def test_it_does_not_sign_out_who_has_an_account(old_phone: Client, anna: Account, visitor: Account) -> None:
    old_phone.post(URL)
    assert old_phone.session["_auth_user_id"] == str(anna.pk)


def test_nobody_signs_in_as_the_visitor_by_password(client: Client, visitor: Account) -> None:
    response = client.post("/account/login/", {"login": visitor.username, "password": "!"})
    assert response.status_code == 422
    assert not visitor.has_usable_password()


def test_nobody_registers_under_his_name(client: Client, anna: Account, settings: Settings) -> None:
    settings.REGISTRATION = "open"
    form = {"display_name": "Demo", "username": "*demo", "password1": PASSWORD}
    assert client.post("/account/register/", form).status_code == 422


def every_address() -> list[str]:
    """List one address for every URL pattern of the site."""
    found = []

    def walk(patterns: list[URLPattern | URLResolver], so_far: str) -> None:
        for pattern in patterns:
            route = so_far + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                walk(pattern.url_patterns, route)
            else:
                found.append("/" + re.sub(r"<int:\w+>", "1", re.sub(r"<(str:|slug:)?\w+>", "abc", route)))

    walk(get_resolver().url_patterns, "")
    return found


ALLOWED = {"/account/logout/", "/login-link/abc/", "/theme/", "/language/"}


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_he_can_write_nothing_anywhere(visitor: Account, method: str) -> None:
    """The demo visitor is refused at every address by the guard in front of all views."""
    guard = VisitorGuard(lambda _: HttpResponse("the view"))
    answers = {address: refusal(guard, visitor, method, address) for address in every_address()}
    assert answers.keys() > ALLOWED
    assert {address for address, refused in answers.items() if not refused} == ALLOWED


def refusal(guard: VisitorGuard, visitor: Account, method: str, address: str) -> bool:
    request = RequestFactory().generic(method, address)
    request.user = visitor
    with patch("dokoclub.accounts.middleware.render", return_value=HttpResponse(status=403)):
        return guard(request).status_code == 403


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_he_is_told_that_he_can_change_nothing(looking: Client, method: str) -> None:
    """A few addresses are enough: the guard is in front of all of them."""
    for address in sorted(set(every_address()) - ALLOWED)[::20]:
        response = getattr(looking, method)(address)
        assert response.status_code == 403, address
        assert "Im Demo-Club nicht verfügbar." in text(response)


def test_an_address_that_is_not_there_is_no_way_round(looking: Client) -> None:
    assert looking.post("/nowhere/").status_code == 403
    assert looking.get("/nowhere/").status_code == 404


def test_what_he_may_post(looking: Client) -> None:
    assert looking.post("/login-link/abc/").status_code == 410
    assert looking.post("/account/logout/").status_code == 302
    assert "_auth_user_id" not in looking.session


def test_the_account_pages_show_him_nothing(looking: Client) -> None:
    page = looking.get("/account/")
    assert page.status_code == 200
    assert "Im Demo-Club nicht verfügbar." in text(page)
    assert "Passwort" not in text(page)
    for address in ("/account/password/", "/account/passkeys/add/", "/account/codes/", "/account/stored/"):
        assert looking.get(address).status_code == 403


def test_when_the_demo_ends_so_does_his_visit(looking: Client, settings: Settings) -> None:
    settings.DEMO = False
    assert looking.get("/account/")["Location"].startswith("/account/login/")
    assert "_auth_user_id" not in looking.session
