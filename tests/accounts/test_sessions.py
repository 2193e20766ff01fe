"""Session lifetime: 90 days from the last use, with one write a day, until the user signs out everywhere."""

from datetime import timedelta

import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.erasure import erase_account
from tests.accounts.people import text


def signed_in_after(client: Client, **later: float) -> bool:
    with time_machine.travel(timezone.now() + timedelta(**later)):
        return client.get("/account/sign-in/").status_code == 200


def test_it_ends_90_days_after_the_last_use(phone: Client) -> None:
    assert phone.get("/account/sign-in/").status_code == 200
    assert not signed_in_after(phone, days=90, minutes=1)


def test_use_renews_it(phone: Client) -> None:
    assert all(signed_in_after(phone, days=days) for days in (80, 160, 240))
    assert not signed_in_after(phone, days=331)


def test_the_cookie_is_renewed_too(phone: Client) -> None:
    phone.get("/account/sign-in/")
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        cookie = phone.get("/account/sign-in/").cookies[settings.SESSION_COOKIE_NAME]
    assert cookie["max-age"] == 90 * 24 * 60 * 60


def test_it_is_written_once_a_day(phone: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    phone.get("/account/sign-in/")
    assert settings.SESSION_COOKIE_NAME not in phone.get("/account/sign-in/").cookies
    with django_assert_num_queries(7):  # session, account, passkeys, codes, login links, devices, membership
        phone.get("/account/sign-in/")
    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        assert settings.SESSION_COOKIE_NAME in phone.get("/account/sign-in/").cookies
        assert settings.SESSION_COOKIE_NAME not in phone.get("/account/sign-in/").cookies


def test_sign_out_everywhere_keeps_the_device_at_hand(phone: Client, anna: Account) -> None:
    other = Client()
    other.force_login(anna)
    response = phone.post("/account/sign-out-everywhere/", follow=True)
    assert "Alle anderen Geräte sind abgemeldet." in text(response)
    assert phone.get("/account/sign-in/").status_code == 200
    assert other.get("/account/sign-in/").status_code == 302
    assert phone.get("/account/sign-out-everywhere/").status_code == 405


def test_an_erased_account_is_signed_out(old_phone: Client, anna: Account) -> None:
    erase_account(anna)
    assert old_phone.get("/account/sign-in/").status_code == 302
