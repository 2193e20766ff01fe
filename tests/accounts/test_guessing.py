"""Guessing passwords or recovery codes takes longer and longer, and slows down only strangers."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.access.devices import COOKIE
from dokoclub.accounts.access.throttling import ThrottleKey, unknown_tokens
from dokoclub.accounts.models import Account, FailedTries
from dokoclub.accounts.services import sign_ins
from dokoclub.accounts.services.sign_ins import (
    FORGOTTEN_AFTER,
    HeldUp,
    count_guess,
    create_login_link,
    delay_after,
    give_back,
)
from tests.accounts.people import PASSWORD, text
from tests.accounts.softkey import SoftKey
from tests.accounts.test_passkey_sign_in import add
from tests.accounts.test_passkey_sign_in import sign_in as sign_in_by_passkey
from tests.processes import run_at_once

URL = "/account/login/"
RECOVER = "/account/recover/"
ANNA = ThrottleKey("password name anna")
PUB = ThrottleKey("password address 203.0.113.1", free=30, shared=True)


def sign_in(client: Client, password: str = PASSWORD, name: str = "anna") -> int:
    return client.post(URL, {"login": name, "password": password}).status_code


def stranger(number: int = 1) -> Client:
    return Client(REMOTE_ADDR=f"203.0.113.{number}")


def guess(times: int, name: str = "anna") -> list[int]:
    """Send each guess from another address."""
    return [sign_in(stranger(number), "wrong wrong", name) for number in range(times)]


@contextmanager
def later(**time: float) -> Iterator[None]:
    with time_machine.travel(timezone.now() + timedelta(**time)):
        yield


# --- Names ------------------------------------------------------------------------------------------------------------


@pytest.mark.promise("guessing")
def test_after_five_wrong_passwords_one_waits_and_is_told_how_long(client: Client, anna: Account) -> None:
    assert guess(6) == [422] * 5 + [429]
    page = client.post(URL, {"login": "anna", "password": PASSWORD})
    assert page.status_code == 429
    assert 55 <= int(page["Retry-After"]) <= 60
    assert "Zu viele Fehlversuche. Warte noch 1 Minute." in text(page)
    with later(seconds=61):
        assert sign_in(client) == 302


@pytest.mark.promise("guessing")
def test_the_wait_grows_to_a_quarter_of_an_hour_and_no_further() -> None:
    minutes = [delay_after(count, 5).total_seconds() / 60 for count in (0, 4, 5, 6, 7, 8, 9, 10, 1000)]
    assert minutes == [0, 0, 1, 2, 4, 8, 15, 15, 15]


def test_it_says_minutes(client: Client, anna: Account) -> None:
    guess(5)
    with later(minutes=2):
        guess(1)
        page = client.post(URL, {"login": "anna", "password": PASSWORD})
        assert "Warte noch 2 Minuten." in text(page)


def test_who_waits_is_not_counted_on(anna: Account) -> None:
    guess(5)
    guess(20)
    assert max(FailedTries.objects.values_list("count", flat=True)) == 5


def test_a_name_that_nobody_has_looks_the_same(client: Client, anna: Account) -> None:
    assert guess(6, "anna") == guess(6, "nobody")
    pages = [client.post(URL, {"login": name, "password": PASSWORD}) for name in ("anna", "nobody")]
    assert text(pages[0]) == text(pages[1])
    assert pages[0].status_code == pages[1].status_code == 429


def test_other_names_are_free(client: Client, anna: Account, ben: Account) -> None:
    guess(5)
    assert sign_in(client, name="ben") == 302


def test_the_right_password_begins_anew(anna: Account) -> None:
    guess(4)
    assert sign_in(stranger()) == 302
    assert guess(5) == [422] * 5


def test_a_day_later_it_is_forgotten_and_removed(anna: Account) -> None:
    guess(5)
    with later(days=1, minutes=1):
        assert guess(5) == [422] * 5
    with later(days=2, minutes=2):
        call_command("purge", verbosity=0)
        assert not FailedTries.objects.exists()


def test_a_clock_that_was_set_back_holds_nobody_up_for_days(client: Client, anna: Account) -> None:
    with later(days=3):
        guess(5)
    assert sign_in(client) == 302


def test_neither_name_nor_address_is_kept_in_clear(anna: Account) -> None:
    guess(2)
    kept = "".join(str(vars(row)) for row in FailedTries.objects.all())
    assert "anna" not in kept
    assert "203.0.113" not in kept


# --- Addresses --------------------------------------------------------------------------------------------------------


def test_one_address_may_not_try_all_names(anna: Account) -> None:
    assert [sign_in(stranger(), "wrong wrong", f"name{number}") for number in range(31)] == [422] * 30 + [429]
    assert sign_in(stranger()) == 429
    assert sign_in(stranger(2)) == 302


def test_an_account_of_ones_own_does_not_wash_the_guesses_at_an_address_away(anna: Account, ben: Account) -> None:
    for number in range(30):
        sign_in(stranger(), "wrong wrong", f"name{number}")
        if number < 29:
            assert sign_in(stranger(), name="ben") == 302
    assert sign_in(stranger(), name="ben") == 429


def test_a_right_guess_after_the_wait_does_not_make_the_others_wait_again(anna: Account, ben: Account) -> None:
    for number in range(30):
        sign_in(stranger(), "wrong wrong", f"name{number}")
    with later(minutes=2):
        assert [sign_in(stranger()), sign_in(stranger(), name="ben")] == [302, 302]


# --- Never throttled --------------------------------------------------------------------------------------------------


@pytest.mark.promise("not-held-up")
def test_a_device_that_was_signed_in_before_is_not_held_up(phone: Client, anna: Account) -> None:
    phone.post("/account/logout/")
    guess(6)
    for number in range(30):
        sign_in(Client(), "wrong wrong", f"name{number}")  # from the phone's address
    assert sign_in(phone) == 302


def test_its_own_guesses_are_counted(phone: Client, anna: Account) -> None:
    phone.post("/account/logout/")
    assert [sign_in(phone, "wrong wrong") for _ in range(6)] == [422] * 5 + [429]
    assert sign_in(stranger()) == 302


def test_a_device_is_known_for_its_own_accounts_alone(phone: Client, anna: Account, ben: Account) -> None:
    phone.post("/account/logout/")
    guess(5, "ben")
    assert sign_in(phone, name="ben") == 429


def test_the_cookie_of_a_device_says_nothing_and_cannot_be_made_up(phone: Client, anna: Account) -> None:
    cookie = phone.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/account/")
    assert cookie["max-age"] == 400 * 24 * 60 * 60
    assert "anna" not in cookie.value
    assert "127.0.0.1" not in cookie.value
    guess(5)
    forger = stranger(99)
    forger.cookies[COOKIE] = f"{cookie.value}x"
    assert sign_in(forger) == 429


@pytest.mark.promise("not-held-up")
def test_a_passkey_and_a_login_link_open_meanwhile(phone: Client, anna: Account) -> None:
    key = SoftKey()
    add(phone, key)
    guess(6)
    assert sign_in_by_passkey(stranger(98), key) == "/"
    assert stranger(99).post(f"/login-link/{create_login_link(anna)}/").status_code == 302


@pytest.mark.promise("not-held-up")
def test_who_is_signed_in_can_prove_himself_while_others_guess(old_phone: Client, anna: Account) -> None:
    guess(6)
    assert old_phone.post("/account/prove/", {"password": PASSWORD}).status_code == 302


# --- Everywhere -------------------------------------------------------------------------------------------------------


def test_recovery_codes_are_counted_in_the_same_way(client: Client, anna: Account) -> None:
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]
    forms = [{"username": "anna", "code": "00000000"}] * 5 + [{"username": "anna", "code": code}]
    assert [stranger(number).post(RECOVER, form).status_code for number, form in enumerate(forms)] == [422] * 5 + [429]
    page = client.post(RECOVER, forms[-1])
    assert "Warte noch 1 Minute." in text(page)
    assert page["Retry-After"]
    with later(minutes=2):
        assert client.post(RECOVER, forms[-1]).status_code == 302


def test_forgotten_passwords_do_not_hold_up_the_recovery_code(client: Client, anna: Account) -> None:
    guess(6)
    code = RecoveryCodes.activate(anna).get_unused_codes()[0]
    assert client.post(RECOVER, {"username": "anna", "code": code}).status_code == 302


@pytest.mark.parametrize(
    ("page", "wrong"),
    [("/account/prove/", {"password": "wrong wrong"}), ("/account/prove/code/", {"code": "00000000"})],
)
def test_so_are_proofs_on_a_phone_that_lies_about(
    old_phone: Client, anna: Account, page: str, wrong: dict[str, str]
) -> None:
    RecoveryCodes.activate(anna)
    answers = [old_phone.post(page, wrong) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [422] * 5 + [429]
    assert "Warte noch 1 Minute." in text(answers[-1])
    old_phone.post("/account/sign-out-everywhere/")  # a session of another number
    assert old_phone.post(page, wrong).status_code == 429


@pytest.mark.promise("guessing")
def test_a_lost_cache_and_invented_links_change_nothing(client: Client, anna: Account) -> None:
    """Enough invented links to flush every cache of 300 entries."""
    guess(4)
    for number in range(360):
        client.get(f"/e/{number}-{'x' * 43}/")
    for counts in (cache, unknown_tokens):
        counts.clear()
    assert guess(2) == [422, 429]


# --- The counting itself ----------------------------------------------------------------------------------------------


def test_invented_tokens_write_nothing(anna: Account) -> None:
    count_guess([ANNA, PUB])
    before = list(FailedTries.objects.order_by("pk").values())
    for address in ("/login-link/{}/", "/invitation/{}/", "/e/{}/", "/l/{}/", "/pen/{}/"):
        stranger().get(address.format("1-invented"))
    assert list(FailedTries.objects.order_by("pk").values()) == before


def test_it_costs_few_queries(anna: Account, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(6):  # select; savepoint, rows, lock them, count, savepoint
        counted = count_guess([ANNA, PUB])
    give_back(counted)
    for _ in range(5):
        count_guess([ANNA])
    with django_assert_num_queries(1), pytest.raises(HeldUp):
        count_guess([ANNA, PUB])


@pytest.mark.promise("guessing")
@pytest.mark.django_db(transaction=True)
def test_two_guesses_at_once_count_two() -> None:
    """Of eight guesses at once five are free and the others wait, on both databases."""

    def guess() -> bool:
        try:
            count_guess([ANNA, PUB])
        except HeldUp:
            return False
        return True

    assert run_at_once(*[guess] * 8).count(True) == 5
    assert list(FailedTries.objects.values_list("count", flat=True)) == [5, 5]


def test_what_is_forgotten_is_longer_than_what_holds_up() -> None:
    assert FORGOTTEN_AFTER > sign_ins.LONGEST
