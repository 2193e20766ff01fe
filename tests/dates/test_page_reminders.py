"""The reminder switch: off by default, for the user's own account only, and gone on sign-out."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings as present
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.accounts.models import SignIn
from dokoclub.accounts.services.registration import demo_visitor
from dokoclub.clubs.services.players import let_leave
from dokoclub.dates.models import Subscription
from dokoclub.dates.services.reminders import MOST
from dokoclub.exports.selectors import exports
from dokoclub.webpush import unpack_text
from tests.accounts.people import PASSWORD
from tests.cast import Cast, signed_in
from tests.dates.browsers import at, own_key, remind, subscription_of, switch_on
from tests.dates.papers import plan
from tests.pages import seen
from tests.webpush.service import PushService, TestBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("push_on")]
PAGE, HERE = "/reminders/", "/reminders/here/"
ENDPOINT = "https://push.example.org/box/1"


def told(**other: str) -> dict[str, str]:
    """Return what the script of the page sends."""
    return {"endpoint": ENDPOINT, **TestBrowser().keys, **other}


def phone_of(cast: Cast, name: str = "Dora") -> Client:
    """Sign in as a person does, with a row in the session table."""
    account, client = cast.accounts[name], Client()
    account.set_password(PASSWORD)
    account.save()
    client.post("/account/login/", {"login": account.username, "password": PASSWORD})
    return client


def test_off_until_somebody_switches_it_on(cast: Cast) -> None:
    dora = signed_in(cast.dora)
    page = dora.get(PAGE)
    assert "Auf diesem Gerät erinnern" in seen(page)
    assert f'data-key="{own_key()}"' in page.content.decode()
    assert len(unpack_text(own_key())) == 65
    assert not Subscription.objects.exists()


def test_switched_on_it_stands_there_and_on_the_account_page(cast: Cast) -> None:
    dora = phone_of(cast)
    assert "Erinnerungen aus" in seen(dora.get("/account/", follow=True))
    assert dora.post(HERE, told()).status_code == 204
    assert "Erinnerungen an" in seen(dora.get(PAGE))
    assert "Erinnerungen auf 1 Gerät" in seen(dora.get("/account/", follow=True))
    kept = subscription_of(cast.dora)
    assert (kept.endpoint, kept.language, kept.key) == (ENDPOINT, "de", own_key())


def test_its_page_does_not_tell_the_address_of_the_push_service(cast: Cast) -> None:
    dora = phone_of(cast)
    dora.post(HERE, told())
    assert "push.example.org" not in dora.get(PAGE).content.decode()


def test_switched_off_it_is_gone(cast: Cast) -> None:
    dora = phone_of(cast)
    dora.post(HERE, told())
    page = dora.post(f"/reminders/{subscription_of(cast.dora).pk}/end/", follow=True)
    assert "Dort wirst du nicht mehr erinnert." in page.content.decode()
    assert not Subscription.objects.exists()


def test_the_same_browser_twice_is_one(cast: Cast) -> None:
    dora = phone_of(cast)
    for _ in range(2):
        assert dora.post(HERE, told()).status_code == 204
    assert dora.post(HERE, told(endpoint=f"{ENDPOINT}0")).status_code == 204  # its push service moved it
    assert subscription_of(cast.dora).endpoint == f"{ENDPOINT}0"


def test_a_browser_belongs_to_who_switched_it_on_last(cast: Cast) -> None:
    phone_of(cast, "Dora").post(HERE, told())
    phone_of(cast, "Ben").post(HERE, told())
    assert Subscription.objects.get().account == cast.ben


def test_of_too_many_browsers_the_oldest_goes(cast: Cast, push_service: PushService) -> None:
    for number in range(MOST + 2):
        switch_on(cast.dora, push_service, f"/box/{number}")
    kept = [one.endpoint.rpartition("/")[2] for one in Subscription.objects.order_by("pk")]
    assert kept == [str(number) for number in range(2, MOST + 2)]


def test_other_devices_are_listed_and_can_be_switched_off(cast: Cast, push_service: PushService) -> None:
    switch_on(cast.dora, push_service)
    dora = phone_of(cast)
    assert "Andere Geräte Firefox auf Android" in seen(dora.get(PAGE))
    dora.post(f"/reminders/{subscription_of(cast.dora).pk}/end/")
    assert "Andere Geräte" not in seen(dora.get(PAGE))


def test_nobody_switches_off_another(cast: Cast, push_service: PushService) -> None:
    switch_on(cast.dora, push_service)
    number = subscription_of(cast.dora).pk
    for name in ("Anna", "Stranger"):
        assert signed_in(cast.accounts[name]).post(f"/reminders/{number}/end/").status_code == 404
    assert Client().post(f"/reminders/{number}/end/").status_code == 401
    assert Subscription.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": ""},
        {"endpoint": "http://push.example.org/box"},
        {"endpoint": "https://127.0.0.1/box"},
        {"endpoint": "https://localhost/box"},
        {"endpoint": "https://[::1]/box"},
        {"endpoint": "https://push.example.org:8443/box"},
        {"endpoint": "https://push.example.org/" + "x" * 1000},
        {"endpoint": "https://push.example.org/\x00"},
        {"p256dh": ""},
        {"p256dh": "coffee"},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "x" * 500},
        {"auth": ""},
        {"auth": "AA"},
        {"auth": "ä" * 22},
    ],
    ids=range(15),
)
def test_what_is_no_browser_is_refused(cast: Cast, wrong: dict[str, str]) -> None:
    answer = signed_in(cast.dora).post(HERE, told(**wrong))
    assert (answer.status_code, answer.content.decode()) == (
        422,
        "Dieser Browser hat keinen brauchbaren Push-Dienst: Nimm einen anderen.",
    )
    assert not Subscription.objects.exists()


def test_nothing_at_all_is_refused(cast: Cast) -> None:
    assert signed_in(cast.dora).post(HERE).status_code == 422


def test_who_plays_nowhere_is_told_so(cast: Cast) -> None:
    let_leave(cast.players["Dora"], by=cast.anna)
    dora = signed_in(cast.dora)
    assert "Du spielst in keinem Club mit" in seen(dora.get(PAGE))
    assert "Auf diesem Gerät erinnern" not in seen(dora.get(PAGE))
    assert dora.post(HERE, told()).status_code == 422


def test_signing_out_ends_it(cast: Cast) -> None:
    dora = phone_of(cast)
    dora.post(HERE, told())
    assert SignIn.objects.filter(account=cast.dora).count() == 1
    dora.post("/account/logout/")
    assert not Subscription.objects.exists()
    assert not SignIn.objects.filter(account=cast.dora).exists()


def test_signing_out_on_one_device_leaves_the_other(cast: Cast, push_service: PushService) -> None:
    switch_on(cast.dora, push_service)
    phone_of(cast).post("/account/logout/")
    assert Subscription.objects.count() == 1


def test_a_session_that_began_before_sessions_had_rows_can_switch_it_on(cast: Cast) -> None:
    dora = signed_in(cast.dora)
    assert dora.post(HERE, told()).status_code == 204
    assert "Erinnerungen an" in seen(dora.get(PAGE))
    assert "Andere Geräte" not in seen(dora.get(PAGE))


def test_a_page_in_another_language_or_with_another_key_tells_the_server_anew(cast: Cast) -> None:
    dora = phone_of(cast)
    dora.post(HERE, told())
    assert 'data-state="on"' in dora.get(PAGE).content.decode()
    assert 'data-state="stale"' in dora.get(PAGE, headers={"Accept-Language": "en"}).content.decode()
    dora.post(HERE, told(), headers={"Accept-Language": "en"})
    assert subscription_of(cast.dora).language == "en"
    Subscription.objects.update(key="BOther")
    assert 'data-state="stale"' in dora.get(PAGE, headers={"Accept-Language": "en"}).content.decode()


def test_where_the_install_sends_none_there_is_no_page(cast: Cast, settings: Settings) -> None:
    settings.PUSH_CONTACT = ""
    dora = signed_in(cast.dora)
    answers = [dora.get(PAGE), dora.post(HERE, told()), dora.post("/reminders/1/end/")]
    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert "Erinnerungen" not in seen(dora.get("/account/", follow=True))
    assert "/reminders/" not in dora.get(f"/clubs/{cast.club.pk}/dates/").content.decode()


def test_it_leads_back_to_the_account(cast: Cast) -> None:
    assert "Zugang" in seen(signed_in(cast.dora).get(PAGE))


def test_the_dates_lead_there(cast: Cast) -> None:
    plan(cast)
    assert 'href="/reminders/"' in signed_in(cast.dora).get(f"/clubs/{cast.club.pk}/dates/").content.decode()


def test_the_visitor_has_none(cast: Cast, settings: Settings) -> None:
    settings.DEMO = True
    visitor = signed_in(demo_visitor())
    assert (visitor.get(PAGE).status_code, visitor.post(HERE, told()).status_code) == (403, 403)


def test_it_is_no_part_of_the_club_file(cast: Cast, push_service: PushService) -> None:
    before = exports.digest_file(cast.club.pk)
    one = plan(cast)
    planned = exports.digest_file(cast.club.pk)
    switch_on(cast.dora, push_service)
    remind(at(one, 1))
    assert (len(push_service.sent), before == planned) == (1, False)
    assert exports.digest_file(cast.club.pk) == planned


def test_what_is_stored_names_the_push_service_and_no_secret(cast: Cast, push_service: PushService) -> None:
    browser = switch_on(cast.dora, push_service)
    stored: Any = signed_in(cast.dora).get("/account/stored/").content.decode()
    assert "push.example.org" in stored
    assert "/box/1" not in stored
    assert browser.keys["auth"] not in stored


def test_a_page_asks_as_often_for_many_as_for_one(
    cast: Cast, push_service: PushService, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    dora = phone_of(cast)
    dora.get(PAGE)
    with django_assert_num_queries(6):  # session, account, wishes, browsers, players, own membership
        dora.get(PAGE)
    for number in range(3):
        switch_on(cast.dora, push_service, f"/box/{number}")
    with django_assert_num_queries(6):
        dora.get(PAGE)


@pytest.mark.parametrize(("script", "address"), [("push_subscription", "/sw.js"), ("renew_reminders", PAGE)])
def test_scripts_name_the_addresses_that_there_are(script: str, address: str) -> None:
    assert f'"{address}"' in (present.BASE_DIR / f"static/js/pages/{script}.js").read_text("utf-8")


def test_somebody_without_a_password_is_told_how_to_get_in_again(cast: Cast) -> None:
    """The app on an iPhone's home screen begins signed out."""
    way = "hier vorher gesetzt, oder mit einem Code von einem Inhaber"
    cast.dora.set_unusable_password()
    cast.dora.save()
    assert way in seen(signed_in(cast.dora).get(PAGE))
    cast.dora.set_password(PASSWORD)
    cast.dora.save()
    assert way not in seen(signed_in(cast.dora).get(PAGE))
