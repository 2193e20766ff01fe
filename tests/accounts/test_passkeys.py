"""Passkeys: where they work, and the pages that add, rename and remove them (tests/browser signs in with one)."""

from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

from dokoclub.accounts.access import devices
from dokoclub.accounts.models import Account
from dokoclub.environment import site_address
from tests.accounts.people import make_passkey, text

ADD = "/account/passkeys/add/"


@pytest.mark.parametrize(
    ("public", "host", "secure", "possible"),
    [
        ("http://localhost:8000", "localhost:8000", False, True),
        ("http://localhost:8000", "127.0.0.1:8000", False, False),
        ("http://localhost:8000", "192.168.1.7:8000", False, False),
        ("http://doko.local", "doko.local", False, False),
        ("https://doko.example.org", "doko.example.org", True, True),
        ("https://doko.example.org", "doko.example.org", False, False),
        ("https://doko.example.org", "localhost:8000", False, False),
        ("https://[2001:db8::1]", "[2001:db8::1]", True, False),
    ],
)
def test_where_they_can_work(settings: Settings, public: str, host: str, secure: bool, possible: bool) -> None:
    settings.PUBLIC_ADDRESS = site_address(public)
    settings.ALLOWED_HOSTS = ["*"]
    request = RequestFactory().get("/", secure=secure, headers={"host": host})
    assert devices.can_be_used(request) is possible


def test_the_page_asks_for_a_passkey_of_this_site(phone: Client) -> None:
    page = phone.get(ADD, headers={"host": "localhost:8000"})
    options = page.context["js_data"]["creation_options"]["publicKey"]
    assert options["rp"] == {"id": "localhost", "name": "dokoclub"}
    assert (options["user"]["name"], options["user"]["displayName"]) == ("anna", "Anna")
    assert options["authenticatorSelection"]["residentKey"] == "required"
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert "Passkey 1" in page.content.decode()


def test_where_none_can_work_the_page_says_so(phone: Client) -> None:
    page = phone.get(ADD, headers={"host": "127.0.0.1:8000"})
    assert "Passkeys brauchen https." in text(page)
    assert "webauthn" not in page.content.decode()


def test_a_second_one_can_wait(phone: Client, anna: Account) -> None:
    """Regression: a user with one passkey and no password read “or you will not get in again” and found no way
    back.
    """
    anna.set_unusable_password()
    anna.save()
    phone.force_login(anna)
    here = {"host": "localhost:8000"}
    assert "sonst kommst du nicht wieder hinein" in text(phone.get(ADD, headers=here))
    make_passkey(anna)
    session = phone.session
    proved = {"method": "mfa", "at": timezone.now().timestamp(), "reauthenticated": True}
    session["account_authentication_methods"] = [proved]  # just now, with that passkey
    session["account_authentication_methods_user"] = str(anna.pk)
    session.save()
    page = text(phone.get(ADD, headers=here))
    assert "sonst kommst du nicht wieder hinein" not in page
    assert "Jetzt nicht" in page


@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '"x"', "no json", '{"id": "a", "response": {}}'])
def test_rubbish_is_refused(phone: Client, credential: str) -> None:
    phone.get(ADD, headers={"host": "localhost:8000"})
    response = phone.post(ADD, {"name": "Handy", "credential": credential}, headers={"host": "localhost:8000"})
    assert response.status_code == 422
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '"x"', "no json", '{"response": {"userHandle": 5}}'])
def test_nobody_signs_in_with_rubbish(client: Client, anna: Account, credential: str) -> None:
    response = client.post("/account/login/passkey/", {"credential": credential, "next": "/clubs/7/"})
    assert response["Location"] == "/account/login/?next=%2Fclubs%2F7%2F"
    assert "_auth_user_id" not in client.session
    assert "Unbekannter Passkey. Versuch es noch einmal oder nimm dein Passwort." in text(client.get("/account/login/"))


@pytest.mark.parametrize("page", [ADD, "/account/passkeys/{}/name/", "/account/passkeys/{}/remove/"])
def test_long_after_signing_in_one_proves_oneself_first(old_phone: Client, passkey: Authenticator, page: str) -> None:
    address = page.format(passkey.pk)
    assert old_phone.get(address)["Location"].startswith("/account/prove/?next=")
    assert old_phone.post(address, {"name": "x"})["Location"].startswith("/account/prove/?next=")
    passkey.refresh_from_db()
    assert str(passkey) == "Annas Handy"


def test_renaming(phone: Client, passkey: Authenticator) -> None:
    url = f"/account/passkeys/{passkey.pk}/name/"
    assert 'value="Annas Handy"' in phone.get(url).content.decode()
    assert phone.post(url, {"name": " "}).status_code == 422
    assert phone.post(url, {"name": "x" * 61}).status_code == 422
    assert phone.post(url, {"name": "Altes Handy"})["Location"] == "/account/sign-in/"
    assert "Altes Handy" in text(phone.get("/account/sign-in/"))


def test_removing(phone: Client, passkey: Authenticator) -> None:
    url = f"/account/passkeys/{passkey.pk}/remove/"
    assert "Annas Handy" in text(phone.get(url))
    assert Authenticator.objects.exists()
    assert "Passkey entfernt." in text(phone.post(url, follow=True))
    assert not Authenticator.objects.exists()
    assert phone.post(url).status_code == 404


def test_the_recovery_codes_outlive_the_last_passkey(phone: Client, anna: Account, passkey: Authenticator) -> None:
    phone.post("/account/codes/new/")
    phone.post(f"/account/passkeys/{passkey.pk}/remove/")
    assert Authenticator.objects.get().type == Authenticator.Type.RECOVERY_CODES


def test_the_only_way_to_sign_in_stays(phone: Client, anna: Account, passkey: Authenticator) -> None:
    anna.set_unusable_password()
    anna.save()
    phone.force_login(anna)
    other = make_passkey(anna, "Rechner")
    with time_machine.travel(timezone.now()):
        session = phone.session
        session["trusted_until"] = timezone.now().timestamp() + timedelta(minutes=5).total_seconds()
        session.save()
        assert phone.post(f"/account/passkeys/{passkey.pk}/remove/").status_code == 302
        response = phone.post(f"/account/passkeys/{other.pk}/remove/", follow=True)
    assert "Nur damit kannst du dich anmelden." in text(response)
    assert Authenticator.objects.get() == other


def test_those_of_others_are_not_there(phone: Client, ben: Account) -> None:
    theirs = make_passkey(ben)
    for page in ("name", "remove"):
        assert phone.get(f"/account/passkeys/{theirs.pk}/{page}/").status_code == 404
        assert phone.post(f"/account/passkeys/{theirs.pk}/{page}/", {"name": "x"}).status_code == 404
    assert str(Authenticator.objects.get()) == "Handy"
