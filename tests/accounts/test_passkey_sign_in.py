"""Adding a passkey and signing in with it: the whole ceremony except the browser."""

from copy import copy
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from dokoclub.accounts.models import Account
from tests.accounts.people import text
from tests.accounts.softkey import SoftKey

ADD = "/account/passkeys/add/"
SIGN_IN = "/account/login/passkey/"
HERE = {"host": "localhost"}


def add(phone: Client, key: SoftKey, *, next_page: str = "", origin: str = "http://localhost") -> str:
    options = phone.get(ADD, headers=HERE).context["js_data"]["creation_options"]
    form = {"name": "Annas Handy", "credential": key.register(options, origin), "next": next_page}
    response = phone.post(ADD, form, headers=HERE)
    return response.headers.get("Location", str(response.status_code))


def sign_in(device: Client, key: SoftKey, **form: str) -> str:
    options = device.get(SIGN_IN, headers=HERE | {"accept": "application/json"}).json()["request_options"]
    return str(device.post(SIGN_IN, {"credential": key.sign_in(options), **form}, headers=HERE)["Location"])


def test_the_first_brings_recovery_codes_and_goes_on(phone: Client, anna: Account) -> None:
    assert add(phone, SoftKey(), next_page="/invitation/abc/") == "/account/codes/?next=%2Finvitation%2Fabc%2F"
    page = phone.get("/account/codes/?next=/invitation/abc/")
    assert len(page.context["unused_codes"]) == 10
    assert 'href="/invitation/abc/"' in page.content.decode()
    assert "Annas Handy" in text(phone.get("/account/sign-in/"))
    assert add(phone, SoftKey()) == "/account/sign-in/"
    assert Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).count() == 2


def test_it_signs_in_and_goes_on(phone: Client, anna: Account) -> None:
    key, device = SoftKey(), Client()
    add(phone, key)
    assert sign_in(device, key, next="/clubs/7/") == "/clubs/7/"
    assert device.session["_auth_user_id"] == str(anna.pk)
    assert device.get("/account/passkeys/add/").status_code == 200


@pytest.mark.promise("answer-once")
def test_an_answer_is_good_once(phone: Client, anna: Account) -> None:
    key, device = SoftKey(), Client()
    add(phone, key)
    options = device.get(SIGN_IN, headers=HERE | {"accept": "application/json"}).json()["request_options"]
    form = {"credential": key.sign_in(options)}
    device.post(SIGN_IN, form, headers=HERE)
    device.post("/account/logout/")
    device.post(SIGN_IN, form, headers=HERE)
    assert "_auth_user_id" not in device.session


def test_another_key_stays_out(phone: Client, anna: Account) -> None:
    key, thief, device = SoftKey(), SoftKey(), Client()
    add(phone, key)
    thief.user_handle = key.user_handle
    assert sign_in(device, thief).startswith("/account/login/")
    assert "_auth_user_id" not in device.session


def test_a_key_that_asks_for_nothing_is_no_passkey(phone: Client) -> None:
    assert add(phone, SoftKey(verifies=False)) == "422"


@pytest.mark.parametrize("origin", ["http://evil.example", "https://localhost.evil.example", "http://127.0.0.1"])
def test_a_key_for_another_site_is_refused(phone: Client, origin: str) -> None:
    assert add(phone, SoftKey(), origin=origin) == "422"


def test_a_closed_account_stays_out(phone: Client, anna: Account) -> None:
    key, device = SoftKey(), Client()
    add(phone, key)
    Account.objects.update(is_active=False)
    assert sign_in(device, key) == "/account/inactive/"
    assert "_auth_user_id" not in device.session


def test_it_proves_who_one_is(phone: Client, anna: Account) -> None:
    key, device = SoftKey(), Client()
    add(phone, key)
    device.force_login(anna)
    page = device.get("/account/prove/passkey/?next=/account/delete/", headers=HERE)
    form = {"credential": key.sign_in(page.context["js_data"]["request_options"]), "next": "/account/delete/"}
    assert device.post("/account/prove/passkey/", form, headers=HERE)["Location"] == "/account/delete/"
    assert device.get("/account/delete/").status_code == 200


# --- Copies of one key ------------------------------------------------------------------------------------------------

COPIED = "Diesen Passkey gibt es anscheinend zweimal."


def copy_of(key: SoftKey, counter: int) -> SoftKey:
    """Return the copy of a thief who read out the key after that many uses."""
    copied = copy(key)
    copied.counter = counter
    return copied


@pytest.mark.promise("copied-passkey")
def test_one_that_was_copied_is_refused_and_told(phone: Client, anna: Account) -> None:
    """Regression: nobody checked the counter, so a copied key signed in as well as the original."""
    key, thief = SoftKey(), Client()
    add(phone, key)
    for _ in range(3):
        assert sign_in(Client(), key) == "/"
    for counter in (0, 1, 2):
        assert sign_in(thief, copy_of(key, counter), next="/clubs/7/") == "/account/login/?next=%2Fclubs%2F7%2F"
        assert "_auth_user_id" not in thief.session
    assert COPIED in text(thief.get("/account/login/"))
    assert anna.security_events.filter(what="wrong_counter").count() == 3
    assert "Passkey abgelehnt: vermutlich kopiert" in text(phone.get("/account/log/"))
    assert sign_in(Client(), key) == "/"


def test_the_copy_that_came_first_is_found_out_by_the_owner(phone: Client, anna: Account) -> None:
    key = SoftKey()
    add(phone, key)
    assert sign_in(Client(), copy_of(key, 7)) == "/"
    assert sign_in(Client(), key) == "/account/login/"


@pytest.mark.promise("copied-passkey")
def test_one_that_does_not_count_is_taken_at_its_word(phone: Client, anna: Account) -> None:
    """Passkeys synchronised through a cloud report 0 for ever."""
    key = SoftKey()
    add(phone, key)
    for _ in range(2):
        assert sign_in(Client(), copy_of(key, -1)) == "/"
    assert sign_in(Client(), key) == "/"
    assert sign_in(Client(), copy_of(key, -1)) == "/account/login/"  # the key did count


def test_a_proof_is_looked_at_in_the_same_way(phone: Client, anna: Account) -> None:
    key = SoftKey()
    add(phone, key)
    sign_in(Client(), copy_of(key, 7))
    page = "/account/prove/passkey/"
    options = phone.get(page, headers=HERE).context["js_data"]["request_options"]
    answer = phone.post(page, {"credential": key.sign_in(options)}, headers=HERE, follow=True)
    assert COPIED in text(answer)


def test_it_is_counted_for_each_key_alone_and_survives_another_name(phone: Client, anna: Account) -> None:
    key = SoftKey()
    add(phone, key)
    assert sign_in(Client(), key) == "/"
    passkey = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    phone.post(f"/account/passkeys/{passkey.pk}/name/", {"name": "Altes Handy"})
    assert sign_in(Client(), copy_of(key, 0)) == "/account/login/"


def test_the_question_is_not_kept_for_long(client: Client, db: None) -> None:
    """Regression: repeated requests for a challenge filled the database with sessions of 90 days."""
    client.get(SIGN_IN, headers=HERE | {"accept": "application/json"})
    [session] = Session.objects.all()
    assert session.expire_date - timezone.now() <= timedelta(minutes=15)
    Client().get(SIGN_IN)
    assert Session.objects.count() == 1


def test_the_session_that_follows_lasts_as_long_as_any(phone: Client, anna: Account) -> None:
    key, device = SoftKey(), Client()
    add(phone, key)
    sign_in(device, key)
    assert device.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == 90 * 24 * 60 * 60
    assert device.session.get_expiry_age() == 90 * 24 * 60 * 60
