"""/account/log/: the events of the user's account, for 90 days and for nobody else."""

from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.models import Account, SecurityEvent
from dokoclub.accounts.services.erasure import erase_account
from dokoclub.accounts.services.sign_ins import create_login_link
from tests.accounts.people import PASSWORD, text
from tests.accounts.softkey import SoftKey
from tests.accounts.test_passkey_sign_in import add

URL = "/account/log/"


def events(account: Account) -> list[str]:
    return list(account.security_events.order_by("pk").values_list("what", flat=True))


@pytest.mark.promise("devices")
def test_it_tells_what_happened(client: Client, anna: Account) -> None:
    client.post("/account/login/", {"login": "anna", "password": "wrong wrong"})
    client.post("/account/recover/", {"username": "anna", "code": "00000000"})
    client.post("/account/login/", {"login": "anna", "password": PASSWORD})
    add(client, SoftKey())
    client.post("/account/codes/new/")
    passkey = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    client.post(f"/account/passkeys/{passkey.pk}/remove/")
    client.post("/account/password/", {"password1": "kreuz bube sticht", "password2": "kreuz bube sticht"})
    client.post("/account/sign-out-everywhere/")
    client.get("/account/stored/")
    assert events(anna) == [
        "wrong_password",
        "wrong_code",
        "password",
        "passkey_added",
        "codes_made",
        "passkey_removed",
        "password_changed",
        "others_ended",
        "downloaded",
    ]
    page = text(client.get(URL))
    for words in ("Falsches Passwort", "Falscher Notfallcode", "Mit dem Passwort angemeldet", "Passkey hinzugefügt"):
        assert words in page, words
    for words in ("Neue Notfallcodes erstellt", "Passkey entfernt", "Passwort geändert", "Alle anderen Geräte"):
        assert words in page, words
    assert page.count("Warst du das?") == 2


def test_wrong_proofs_are_told_too(old_phone: Client, anna: Account) -> None:
    RecoveryCodes.activate(anna)
    old_phone.post("/account/prove/", {"password": "wrong wrong"})
    old_phone.post("/account/prove/code/", {"code": "00000000"})
    assert events(anna) == ["wrong_password", "wrong_code"]


def test_a_link_is_told_with_its_maker(phone: Client, anna: Account, ben: Account) -> None:
    Client().post(f"/login-link/{create_login_link(anna, by=ben)}/")
    Client().post(f"/login-link/{create_login_link(anna)}/")
    page = text(phone.get(URL))
    assert "Mit einem Anmeldelink von Ben angemeldet" in page
    assert "Mit einem Anmeldelink angemeldet" in page


def test_a_name_that_nobody_has_leaves_no_line(client: Client, anna: Account) -> None:
    client.post("/account/login/", {"login": "nobody", "password": "wrong wrong"})
    assert not SecurityEvent.objects.exists()


def test_who_has_to_wait_leaves_no_line(anna: Account) -> None:
    """Nobody can fill another account's log this way."""
    for number in range(40):
        Client(REMOTE_ADDR=f"203.0.113.{number}").post("/account/login/", {"login": "anna", "password": "wrong wrong"})
    assert len(events(anna)) == 5


def test_it_is_kept_for_90_days(phone: Client, anna: Account) -> None:
    with time_machine.travel(timezone.now() + timedelta(days=89)):
        call_command("purge", verbosity=0)
        assert events(anna) == ["password"]
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        call_command("purge", verbosity=0)
        assert events(anna) == []


def test_it_is_part_of_what_is_stored(phone: Client, anna: Account) -> None:
    stored = phone.get("/account/stored/").json()
    assert [line["what"] for line in stored["security_log"]] == ["downloaded", "password"]
    assert [line["how"] for line in stored["signed_in_on"]] == ["password"]
    assert str(phone.session.session_key) not in str(stored)


def test_it_goes_with_the_account(phone: Client, anna: Account) -> None:
    erase_account(anna)
    assert not SecurityEvent.objects.exists()


def test_only_its_owner_sees_it(phone: Client, anna: Account, ben: Account) -> None:
    Client().post("/account/login/", {"login": "ben", "password": "wrong wrong"})
    assert "Falsches Passwort" not in text(phone.get(URL))
    assert Client().get(URL).status_code == 302


def test_it_costs_the_same_with_one_and_three(
    phone: Client, anna: Account, ben: Account, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    phone.get(URL)
    for number in (1, 3):
        for _ in range(number):
            Client().post(f"/login-link/{create_login_link(anna, by=ben)}/")
        Account.objects.update(has_unconfirmed_links=False)
        with django_assert_num_queries(5):  # session, account, events, guesses, membership
            phone.get(URL)


@pytest.mark.promise("devices")
def test_who_guesses_for_days_does_not_push_out_what_else_happened(phone: Client, anna: Account, ben: Account) -> None:
    """Regression: some hundred wrong guesses in a day pushed the line of a login link off the page."""
    Client().post(f"/login-link/{create_login_link(anna, by=ben)}/")
    for what in ("wrong_password", "wrong_code"):
        SecurityEvent.objects.bulk_create(SecurityEvent(account=anna, what=what, browser="") for _ in range(150))
    page = phone.get(URL)
    assert "Mit einem Anmeldelink von Ben angemeldet" in text(page)
    assert len(page.context["events"]) == 52
    moments = [event.at for event in page.context["events"]]
    assert moments == sorted(moments, reverse=True)
