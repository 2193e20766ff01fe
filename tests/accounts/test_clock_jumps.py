"""A server clock that was three days wrong and is corrected: nobody is locked out, and no permission lasts longer."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dokoclub.accounts.models import Account, LoginLink
from dokoclub.accounts.services.registration import change_password
from dokoclub.accounts.services.sign_ins import create_login_link
from tests.accounts.people import PASSWORD

AHEAD, BEHIND = timedelta(days=3), timedelta(days=-3)
BOTH = pytest.mark.parametrize("jump", [AHEAD, BEHIND], ids=["ahead", "behind"])


@contextmanager
def wrong(jump: timedelta) -> Iterator[None]:
    with time_machine.travel(timezone.now() + jump):
        yield


def sign_in(client: Client, password: str = PASSWORD) -> int:
    return client.post("/account/login/", {"login": "anna", "password": password}).status_code


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


# --- Sessions ---------------------------------------------------------------------------------------------------------


@pytest.mark.promise("clock")
@BOTH
def test_a_session_outlives_the_jump_and_the_way_back(client: Client, anna: Account, jump: timedelta) -> None:
    sign_in(client)
    with wrong(jump):
        assert is_in(client)
        call_command("clearsessions")
        call_command("purge", verbosity=0)
    assert is_in(client)
    assert anna.sign_ins.running().count() == 1


@BOTH
def test_a_session_that_began_meanwhile_lasts_and_is_renewed(client: Client, anna: Account, jump: timedelta) -> None:
    with wrong(jump):
        sign_in(client)
    assert is_in(client)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert is_in(client)
        assert abs(client.session["renewed_at"] - timezone.now().timestamp()) < 60
        session = client.session
        assert session.get_expiry_age() == 90 * 24 * 60 * 60
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert is_in(client)


@pytest.mark.promise("clock")
def test_a_proof_of_tomorrow_proves_nothing_today(client: Client, anna: Account) -> None:
    """Regression: a user signed in while the clock was ahead was not asked for proof for three days."""
    with wrong(AHEAD):
        sign_in(client)
        assert client.get("/account/password/").status_code == 200
    assert client.get("/account/password/")["Location"].startswith("/account/prove/")
    assert client.post("/account/prove/", {"password": PASSWORD, "next": "/account/password/"}).status_code == 302
    assert client.get("/account/password/").status_code == 200


def test_nor_does_one_that_was_given_again(client: Client, anna: Account) -> None:
    sign_in(client)
    with wrong(AHEAD):
        client.post("/account/prove/", {"password": PASSWORD})
        assert client.get("/account/passkeys/add/").status_code == 200
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        for page in ("password/", "passkeys/add/", "codes/new/", "delete/"):
            assert client.get(f"/account/{page}")["Location"].startswith("/account/prove/"), page


# --- Limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.promise("clock")
@BOTH
def test_wrong_guesses_of_another_time_hold_nobody_up(client: Client, anna: Account, jump: timedelta) -> None:
    with wrong(jump):
        for _ in range(8):
            sign_in(Client(), "wrong wrong")
        assert sign_in(client) == 429
    assert sign_in(client) == 302


@BOTH
def test_a_wait_is_no_longer_than_a_quarter_of_an_hour_after_it(client: Client, anna: Account, jump: timedelta) -> None:
    for _ in range(5):
        sign_in(Client(), "wrong wrong")
    with wrong(jump):
        answer = client.post("/account/login/", {"login": "anna", "password": PASSWORD})
        assert answer.status_code == 302 or int(answer["Retry-After"]) <= 15 * 60


@pytest.mark.promise("clock")
@BOTH
def test_what_an_address_did_at_another_time_is_not_counted(settings: Settings, anna: Account, jump: timedelta) -> None:
    """Regression: sixty tries in one minute while the clock was ahead closed the sign-in page for three days."""
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"sign_in": "2/m/key"}
    with wrong(jump):
        assert [sign_in(Client(), "wrong wrong") for _ in range(3)] == [422, 422, 429]
    assert sign_in(Client()) == 302


@BOTH
def test_unknown_links_of_another_time_neither(settings: Settings, anna: Account, jump: timedelta) -> None:
    settings.UNKNOWN_TOKENS = settings.UNKNOWN_TOKENS | {"login_link": 1}
    with wrong(jump):
        assert [Client().get("/login-link/invented/").status_code for _ in range(2)] == [410, 429]
    assert Client().get("/login-link/invented/").status_code == 410


# --- Login links ------------------------------------------------------------------------------------------------------


def opens(token: str) -> bool:
    return Client().post(f"/login-link/{token}/").status_code == 302


@pytest.mark.promise("clock")
def test_a_link_of_tomorrow_does_not_open_for_days(anna: Account) -> None:
    """Regression: the link worked for three days and an hour."""
    with wrong(AHEAD):
        token = create_login_link(anna)
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        assert not opens(token)
        assert Client().get(f"/login-link/{token}/").status_code == 410
        assert not LoginLink.objects.get().is_open
        assert opens(create_login_link(anna))


def test_nor_is_it_open_when_that_day_has_come_and_the_password_is_another_one(anna: Account) -> None:
    with wrong(AHEAD):
        token = create_login_link(anna)
    change_password(anna, "kreuz bube sticht")
    with wrong(AHEAD):
        assert not opens(token)


def test_a_link_that_was_voided_tomorrow_does_not_open_then(anna: Account) -> None:
    """The link must not work again when the correct clock reaches that moment."""
    with wrong(AHEAD):
        token = create_login_link(anna)
        change_password(anna, "kreuz bube sticht")
    with time_machine.travel(timezone.now() + AHEAD - timedelta(minutes=30)):
        assert not opens(token)


def test_a_link_made_too_early_is_made_anew(anna: Account) -> None:
    with wrong(BEHIND):
        token = create_login_link(anna)
    assert not opens(token)
    assert opens(create_login_link(anna))
