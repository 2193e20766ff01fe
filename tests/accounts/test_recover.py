"""/account/recover/: sign in with a recovery code."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client
from pytest_django import Settings

from dokoclub.accounts.models import Account
from tests.accounts.people import PASSWORD, text
from tests.pages import pasted

URL = "/account/recover/"


def codes_of(account: Account) -> list[str]:
    codes: list[str] = RecoveryCodes.activate(account).get_unused_codes()
    return codes


def test_a_code_lets_in_once(client: Client, anna: Account) -> None:
    code = codes_of(anna)[3]
    response = client.post(URL, {"username": "Anna", "code": f"{code[:4]} {code[4:]}"})
    assert response["Location"] == "/account/sign-in/"
    assert client.session["_auth_user_id"] == str(anna.pk)
    assert len(codes_of(anna)) == 9

    again = Client().post(URL, {"username": "anna", "code": code})
    assert again.status_code == 422
    assert "gehören nicht zusammen, oder der Code wurde schon benutzt" in text(again)


@pytest.mark.cases
@pytest.mark.parametrize("form", range(len(pasted("12345678"))))
def test_a_pasted_code_lets_in(client: Client, anna: Account, form: int) -> None:
    assert client.post(URL, {"username": "anna", "code": pasted(codes_of(anna)[0])[form]}).status_code == 302


def test_afterwards_a_new_password_is_set_without_the_lost_one(client: Client, anna: Account) -> None:
    client.post(URL, {"username": "anna", "code": codes_of(anna)[0]})
    new = "kreuz bube sticht"
    assert client.post("/account/password/", {"password1": new, "password2": new}).status_code == 302
    anna.refresh_from_db()
    assert anna.check_password(new)


def test_an_unknown_name_looks_like_a_wrong_code(client: Client, anna: Account, ben: Account) -> None:
    codes_of(anna)
    pages = [text(client.post(URL, {"username": name, "code": "12345678"})) for name in ("anna", "ben", "nobody")]
    assert pages[0] == pages[1] == pages[2]
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("form", [{}, {"username": "anna"}, {"code": "12345678"}, {"username": "anna", "code": "–"}])
def test_it_wants_both(client: Client, anna: Account, form: dict[str, str]) -> None:
    codes_of(anna)
    assert client.post(URL, form).status_code == 422


def test_a_closed_account_stays_out(client: Client, anna: Account) -> None:
    code = codes_of(anna)[0]
    Account.objects.update(is_active=False)
    assert client.post(URL, {"username": "anna", "code": code}).status_code == 422


def test_it_is_limited_by_name(client: Client, anna: Account, ben: Account, settings: Settings) -> None:
    code = codes_of(anna)[0]
    statuses = [client.post(URL, {"username": "anna", "code": "00000000"}).status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]
    assert client.post(URL, {"username": "anna", "code": code}).status_code == 429
    assert client.post(URL, {"username": "ben", "code": "00000000"}).status_code == 422


def test_codes_do_not_stand_between_password_and_account(client: Client, anna: Account) -> None:
    codes_of(anna)
    Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data={"name": "Handy", "credential": {}})
    assert client.post("/account/login/", {"login": "anna", "password": PASSWORD})["Location"] == "/"
    assert client.session["_auth_user_id"] == str(anna.pk)
