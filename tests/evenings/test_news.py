"""Nothing new on the sheet: by a light door, which opens as long as all that it was made for still holds."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from dokoclub.clubs.models import Club, Membership
from dokoclub.evenings import services
from dokoclub.evenings.models import Evening, Sheet
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, write
from tests.evenings.views import phone, url


def news_url(client: Client, sheet: Sheet) -> str:
    """What the page of the sheet asks."""
    page = client.get(url("show_sheet", sheet)).content.decode()
    found = re.search(r'data-follow="([^"]*)"', page)
    assert found
    asked = unescape(found[1])
    return f"{asked}{'&' if '?' in asked else '?'}version={Sheet.objects.get(pk=sheet.pk).version}"


def test_nothing_new_costs_one_statement(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    asked = news_url(dora, sheet)
    with statements() as sql:
        answer = dora.get(asked)
    assert answer.status_code == 204
    assert len(sql) == 1
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_what_is_new_comes_as_ever(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    asked = news_url(dora, sheet)
    write(cast, sheet, anna_ben(cast))
    answer = dora.get(asked)
    assert answer.status_code == 200
    assert "Spiel 1" in answer.content.decode()


def test_another_session_or_sheet_does_not_fit(cast: Cast, sheet: Sheet) -> None:
    """It is then asked as without it: whoever may read gets the answer all the same."""
    ben, dora = phone(cast), phone(cast, "Dora")
    asked = news_url(dora, sheet)
    with statements() as sql:
        assert ben.get(asked).status_code == 204
    assert len(sql) > 2
    assert Client().get(asked).status_code == 302
    assert phone(cast, "Stranger").get(asked).status_code == 404


@pytest.mark.parametrize("seal", ["", "-", "1", "1-", "x-y", "99999999999999999999-a", "²-a", "1-ä", "1-" + "0" * 32])
def test_no_seal_opens_it(cast: Cast, sheet: Sheet, seal: str) -> None:
    asked = f"{url('follow_sheet', sheet)}?{urlencode({'version': sheet.version, 'seal': seal})}"
    assert Client().get(asked).status_code == 302
    assert phone(cast, "Stranger").get(asked).status_code == 404


@pytest.mark.parametrize("address", ["follow_sheet", "show_sheet"])
def test_no_word_opens_it_to_whoever_has_none(sheet: Sheet, address: str) -> None:
    assert Client().get(f"{url(address, sheet)}?version=None").status_code == 302
    assert Client().get("/pen/1-x/follow/?version=None").status_code == 404


def test_who_leaves_the_club_is_refused_at_the_next_question(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    asked = news_url(dora, sheet)
    Membership.objects.filter(account=cast.dora).delete()
    assert dora.get(asked).status_code == 404


def test_who_is_signed_out_is_told_so(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    asked = news_url(dora, sheet)
    cookies = dora.cookies.output()
    dora.post("/account/logout/")
    assert cookies
    assert dora.get(asked, headers={"HX-Request": "true"}).status_code == 401


def test_a_session_that_was_ended_elsewhere_or_is_over(cast: Cast, sheet: Sheet) -> None:
    dora, again = phone(cast, "Dora"), phone(cast, "Dora")
    asked, asked_again = news_url(dora, sheet), news_url(again, sheet)
    Session.objects.filter(session_key=dora.cookies[settings.SESSION_COOKIE_NAME].value).delete()
    assert dora.get(asked).status_code == 401
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert again.get(asked_again).status_code == 401


def test_a_new_password_ends_it(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    asked = news_url(dora, sheet)
    cast.dora.set_password("Ganz-neu-2026!")
    cast.dora.save(update_fields=["password"])
    assert dora.get(asked).status_code == 401


def test_an_account_that_may_no_longer_sign_in(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    asked = news_url(dora, sheet)
    cast.dora.is_active = False
    cast.dora.save(update_fields=["is_active"])
    assert dora.get(asked).status_code == 401


def test_what_was_deleted_is_gone(cast: Cast, sheet: Sheet) -> None:
    dora = phone(cast, "Dora")
    asked = news_url(dora, sheet)
    Evening.objects.update(deleted_at=timezone.now())
    assert dora.get(asked).status_code == 404
    Evening.objects.update(deleted_at=None)
    assert dora.get(asked).status_code == 204
    Club.objects.filter(pk=cast.club.pk).update(deleted_at=timezone.now())
    assert dora.get(asked).status_code == 404


def test_the_pen_until_it_is_revoked(cast: Cast, sheet: Sheet) -> None:
    pen = services.give_pen(sheet)
    asked = f"/pen/{pen}/follow/?version={Sheet.objects.get(pk=sheet.pk).version}"
    with statements() as sql:
        assert Client().get(asked).status_code == 204
    assert len(sql) == 1
    services.revoke_pen(sheet)
    assert Client().get(asked).status_code == 404
