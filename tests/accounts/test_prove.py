"""/account/prove/: proof of identity before passwords, passkeys or the account are changed."""

from datetime import timedelta

import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client
from django.utils import timezone

from dokoclub.accounts.models import Account
from tests.accounts.people import PASSWORD, text

URL = "/account/prove/?next=/account/delete/"


def test_the_password_proves_it_for_five_minutes(old_phone: Client) -> None:
    assert old_phone.get("/account/delete/")["Location"] == "/account/prove/?next=%2Faccount%2Fdelete%2F"
    assert old_phone.post(URL, {"password": PASSWORD})["Location"] == "/account/delete/"
    assert old_phone.get("/account/delete/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        assert old_phone.get("/account/delete/").status_code == 302


def test_a_wrong_password_does_not(old_phone: Client) -> None:
    response = old_phone.post(URL, {"password": "wrong wrong"})
    assert response.status_code == 422
    assert "Falsches Passwort." in text(response)
    assert old_phone.get("/account/delete/").status_code == 302


def test_a_recovery_code_does(old_phone: Client, anna: Account) -> None:
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]
    assert "Notfallcode benutzen" in text(old_phone.get(URL))
    address = "/account/prove/code/?next=/account/delete/"
    assert old_phone.post(address, {"code": "00000000"}).status_code == 422
    code = f"\u200b{code[:4]}\u2212{code[4:]}\ufeff"
    assert old_phone.post(address, {"code": code})["Location"] == "/account/delete/"
    assert old_phone.get("/account/delete/").status_code == 200


def test_a_passkey_is_offered_where_it_works(old_phone: Client, passkey: Authenticator) -> None:
    assert "Passkey benutzen" in text(old_phone.get(URL, headers={"host": "localhost:8000"}))
    assert "Passkey benutzen" not in text(old_phone.get(URL, headers={"host": "127.0.0.1:8000"}))


def test_who_has_only_a_passkey_is_told_where_it_works(
    old_phone: Client, anna: Account, passkey: Authenticator
) -> None:
    anna.set_unusable_password()
    anna.save()
    old_phone.force_login(anna)
    response = old_phone.get("/account/delete/", follow=True, headers={"host": "127.0.0.1:8000"})
    assert response.redirect_chain == [("/account/prove/passkey/?next=%2Faccount%2Fdelete%2F", 302)]
    assert "Passkeys brauchen https." in text(response)


def test_rubbish_instead_of_a_passkey_leads_back(old_phone: Client, anna: Account, passkey: Authenticator) -> None:
    response = old_phone.post(
        "/account/prove/passkey/",
        {"credential": "{}", "next": "/account/delete/"},
        headers={"host": "localhost:8000"},
    )
    assert response["Location"] == "/account/prove/passkey/?next=%2Faccount%2Fdelete%2F"


def test_a_new_password_is_not_kept_while_one_proves_oneself(old_phone: Client) -> None:
    new = "kreuz bube sticht"
    old_phone.post("/account/password/", {"password1": new, "password2": new})
    assert new not in str(dict(old_phone.session))


def test_who_can_prove_nothing_is_not_asked(old_phone: Client, anna: Account) -> None:
    anna.set_unusable_password()
    anna.save()
    old_phone.force_login(anna)
    assert old_phone.get("/account/password/").status_code == 200
