"""The cookie that says to scripts which account owns the phone: as old as the last answer, and no permission."""

from __future__ import annotations

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from dokoclub.accounts.middleware import COOKIE
from tests.cast import Cast
from tests.evenings.pages import phone


def held(client: Client) -> str:
    return client.cookies[COOKIE].value if COOKIE in client.cookies else ""


def test_it_is_the_account_that_is_signed_in(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    ben.get("/")
    assert held(ben) == str(cast.ben.pk)
    assert not ben.cookies[COOKIE]["httponly"]
    ben.force_login(cast.anna)
    ben.get("/sheets/new/")  # the page is the same for everybody
    assert held(ben) == str(cast.anna.pk)


def test_it_is_said_once(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    assert COOKIE in ben.get("/").cookies
    assert COOKIE not in ben.get("/").cookies


@pytest.mark.parametrize("address", ["/account/login/", "/offline/", "/sheets/new/"])
def test_nobody_who_is_a_stranger_gets_one(db: None, address: str) -> None:
    assert COOKIE not in Client().get(address).cookies


def test_it_goes_with_signing_out(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    ben.get("/")
    ben.post("/account/logout/")
    assert held(ben) == ""


def test_it_goes_with_a_session_that_has_ended(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    ben.get("/")
    Session.objects.all().delete()
    ben.get("/offline/")
    assert held(ben) == ""


def test_what_everybody_shares_names_nobody(cast: Cast) -> None:
    assert COOKIE not in phone(cast, "Ben").get("/manifest.webmanifest").cookies


def test_it_opens_nothing(cast: Cast) -> None:
    stranger = Client()
    stranger.cookies[COOKIE] = str(cast.ben.pk)
    assert stranger.get(f"/clubs/{cast.club.pk}/").status_code == 302


def test_signing_out_leads_where_somebody_else_signs_in(cast: Cast) -> None:
    ben = phone(cast, "Ben")
    page = ben.get("/account/logout/?next=/account/login/?next=/offline/").content.decode()
    assert 'data-next="/account/login/?next=/offline/"' in page
    assert 'data-next="/"' in ben.get("/account/logout/?next=https://example.com/").content.decode()
