""" "Nothing new on the sheet", by a cheap check that holds as long as everything it rests on still holds."""

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

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Claim, Club, Membership, Player
from dokoclub.clubs.services import members
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, write
from tests.evenings.papers import sheet as new_sheet
from tests.evenings.views import phone, url


def news_url(client: Client, sheet: Sheet) -> str:
    """Return the address that the sheet's page asks for news."""
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
    """The request is then handled without the shortcut: a reader with access gets the answer all the same."""
    ben, dora = phone(cast), phone(cast, "Dora")
    asked = news_url(dora, sheet)
    with statements() as sql:
        assert ben.get(asked).status_code == 204
    assert len(sql) > 2
    assert Client().get(asked).status_code == 302
    assert phone(cast, "Stranger").get(asked).status_code == 404


@pytest.mark.parametrize("reader", ["", "-", "0", "x", "99999999999999999999", "²", "1 ", "Dora"])
def test_no_number_opens_it(cast: Cast, sheet: Sheet, reader: str) -> None:
    number = str(cast.dora.pk) if reader == "Dora" else reader
    asked = f"{url('follow_sheet', sheet)}?{urlencode({'version': sheet.version, 'reader': number})}"
    assert Client().get(asked).status_code == 302
    forged = Client()
    forged.cookies[settings.SESSION_COOKIE_NAME] = "0" * 32
    assert forged.get(asked).status_code == 302
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


# --- People who wait to be confirmed, and confirmed ones --------------------------------------------------------------


def shown_people(html: str) -> tuple[str, str]:
    """Return the people version of the page, and its message to an owner."""
    found = re.search(r'id="people"[^>]* data-people="(\w*)">([^<]*)<', html)
    assert found
    return found[1], unescape(found[2])


def page_of(client: Client, sheet: Sheet) -> tuple[str, str, str]:
    """Return the page's news address, its people version, and its message about people."""
    people, told = shown_people(client.get(url("show_sheet", sheet)).content.decode())
    return f"{news_url(client, sheet)}&people={people}", people, told


def newcomer(cast: Cast) -> Claim:
    """Let Gustav join by an invitation and claim to be Emil, who sits at the table as a guest."""
    account = Account.objects.create_user("Gustav")
    membership = Membership.objects.create(club=cast.club, account=account)
    return members.claim_player(membership, Player.objects.get(name="Emil"))


@pytest.fixture
def with_emil(cast: Cast) -> Sheet:
    cast.guest("Emil")
    return new_sheet(cast, "Anna", "Ben", "Cleo", "Emil")


def test_the_owner_is_told_at_the_sheet_that_somebody_waits(cast: Cast, with_emil: Sheet) -> None:
    anna = phone(cast, "Anna")
    asked, _, told = page_of(anna, with_emil)
    assert told == ""
    with statements() as sql:
        assert anna.get(asked).status_code == 204
    assert len(sql) == 1
    claim = newcomer(cast)
    news = anna.get(asked)
    people, told = shown_people(news.content.decode())
    assert (news.status_code, told) == (200, "gustav wartet auf Bestätigung")
    assert shown_people(anna.get(url("show_sheet", with_emil)).content.decode()) == (people, told)
    asked = page_of(anna, with_emil)[0]
    assert anna.get(asked).status_code == 204
    members.refuse_claim(claim)
    assert shown_people(anna.get(asked).content.decode())[1] == ""


def test_nobody_else_is_told(cast: Cast, with_emil: Sheet) -> None:
    newcomer(cast)
    assert {page_of(phone(cast, name), with_emil)[2] for name in ("Ben", "Cleo", "Dora")} == {""}


def test_the_page_of_who_is_confirmed_is_to_be_loaded_anew(cast: Cast, with_emil: Sheet) -> None:
    claim = newcomer(cast)
    gustav = Client()
    gustav.force_login(claim.membership.account)
    asked = page_of(gustav, with_emil)[0]
    with statements() as sql:
        assert gustav.get(asked).status_code == 204
    assert len(sql) == 1
    members.confirm_claim(claim, by=cast.anna)
    assert gustav.get(asked).status_code == 205
    asked, people, _ = page_of(gustav, with_emil)
    assert (gustav.get(asked).status_code, people[0]) == (204, "w")


def test_who_is_somebody_elsewhere_goes_on_reading(cast: Cast, with_emil: Sheet) -> None:
    """The player is confirmed, but not at this table: one full check, and then the cheap one again."""
    account = Account.objects.create_user("Gustav")
    membership = Membership.objects.create(club=cast.club, account=account)
    claim = members.claim_player(membership, cast.guest("Fritz"))
    gustav = Client()
    gustav.force_login(account)
    asked = page_of(gustav, with_emil)[0]
    members.confirm_claim(claim, by=cast.anna)
    news = gustav.get(asked)
    assert news.status_code == 200
    asked = f"{news_url(gustav, with_emil)}&people={shown_people(news.content.decode())[0]}"
    with statements() as sql:
        assert gustav.get(asked).status_code == 204
    assert len(sql) == 1


def test_the_pen_until_it_is_revoked(cast: Cast, sheet: Sheet) -> None:
    pen = evenings.create_scoring_link(sheet)
    asked = f"/pen/{pen}/follow/?version={Sheet.objects.get(pk=sheet.pk).version}"
    with statements() as sql:
        assert Client().get(asked).status_code == 204
    assert len(sql) <= 2
    evenings.revoke_pen(sheet)
    assert Client().get(asked).status_code == 404
