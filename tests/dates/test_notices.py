"""Messages about what happened: only on request, once, by day, and none about what was undone."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from importlib import import_module
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.erasure import erase_account
from dokoclub.clubs.services.members import end_membership
from dokoclub.dates.models import News, Notice, Subscription, Wish
from dokoclub.dates.selectors.feeds import stored_about
from dokoclub.dates.services import reminders
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services.evenings import delete_evening
from dokoclub.settlement.services import freezing, payments
from dokoclub.settlement.services.locks import Changed
from dokoclub.standings.models.periods import PeriodConverter
from dokoclub.standings.services.closings import close_month
from tests.cast import Cast, signed_in
from tests.dates.browsers import at, remind, switch_on
from tests.dates.papers import later, plan
from tests.pages import seen
from tests.settlement import purse
from tests.settlement.purse import pay
from tests.standings.papers import results
from tests.webpush.service import PushService, TestBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("push_on")]
PAGE = "/reminders/"


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """Return an evening of today: Anna +3, Ben +1, Cleo −1, Dora −3 at 5 cents a point."""
    return purse.evening(cast, day=date_of_play())


def wish(account: Account, *kinds: News) -> None:
    reminders.change_wishes(account, kinds)


def waiting() -> list[tuple[str, str]]:
    """Return who is to hear of what."""
    notices = Notice.objects.filter(sent_at=None).select_related("account").order_by("kind", "account")
    return [(notice.kind, str(notice.account)) for notice in notices]


def by_day() -> datetime:
    return timezone.localtime().replace(hour=12, minute=0) + timedelta(days=1)


@pytest.fixture
def dora(cast: Cast, push_service: PushService) -> TestBrowser:
    browser = switch_on(cast.dora, push_service)
    wish(cast.dora, *News)
    return browser


# --- What is wished ---------------------------------------------------------------------------------------------------


def test_nobody_hears_of_anything_at_first(cast: Cast, evening: Evening) -> None:
    freezing.freeze_evening(evening, by=cast.anna)
    assert not Wish.objects.exists()
    assert waiting() == []


def test_a_browser_that_is_switched_on_reminds_of_dates_alone(cast: Cast, push_service: PushService) -> None:
    switch_on(cast.dora, push_service)
    assert list(Wish.objects.values_list("account", "kind")) == [(cast.dora.pk, "answer")]
    for kinds in ([News.PAID], []):
        wish(cast.dora, *kinds)
        switch_on(cast.dora, push_service, "/box/2")
        assert [one.kind for one in Wish.objects.all()] == kinds


def test_who_was_reminded_before_the_upgrade_still_is(cast: Cast, push_service: PushService) -> None:
    for box in ("/box/1", "/box/2"):
        switch_on(cast.dora, push_service, box)
    Wish.objects.all().delete()
    for _ in range(2):
        import_module("dokoclub.dates.migrations.0007_go_on_reminding").wish_reminders(apps, None)
    assert list(Wish.objects.values_list("account", "kind")) == [(cast.dora.pk, "answer")]


def test_each_kind_is_ticked_by_itself(cast: Cast) -> None:
    dora = signed_in(cast.dora)
    page = dora.post(PAGE, {"kinds": ["settled", "closed"]}, follow=True)
    assert "Gespeichert." in seen(page)
    assert sorted(one.kind for one in Wish.objects.filter(account=cast.dora)) == ["closed", "settled"]
    assert page.content.decode().count("checked") == 2
    dora.post(PAGE, {"kinds": ["closed"]})
    assert [one.kind for one in Wish.objects.all()] == ["closed"]
    assert dora.post(PAGE, {"kinds": ["salary"]}).status_code == 422
    dora.post(PAGE, {})
    assert not Wish.objects.exists()


def test_without_the_tick_nobody_is_reminded_of_a_date(
    cast: Cast, push_service: PushService, dora: TestBrowser
) -> None:
    wish(cast.dora, News.SETTLED)
    assert remind(at(plan(cast), 1)) == "Reminders sent: 0, not delivered: 0"


def test_what_is_unticked_is_not_sent_any_more(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    freezing.freeze_evening(evening, by=cast.anna)
    wish(cast.dora, News.PAID)
    assert waiting() == []


# --- What happens -----------------------------------------------------------------------------------------------------


def test_a_settled_evening_is_told_once(
    cast: Cast, evening: Evening, push_service: PushService, dora: TestBrowser
) -> None:
    wish(cast.anna, *News)
    for _ in range(2):
        freezing.freeze_evening(evening, by=cast.anna)  # who does it knows it
    assert waiting() == [("settled", "Dora")]
    assert remind(by_day()) == "Reminders sent: 1, not delivered: 0"
    (message,) = push_service.read(dora)
    assert (message["title"], message["tag"]) == ("Ein Abend ist abgerechnet", f"settled-{evening.pk}")
    assert message["body"].startswith("Linde · ")
    assert message["data"] == f"/evenings/{evening.pk}/settlement/"
    assert signed_in(cast.dora).get(message["data"]).status_code == 200
    assert remind(by_day()) == "Reminders sent: 0, not delivered: 0"
    freezing.unfreeze_evening(evening, by=cast.anna)
    freezing.freeze_evening(evening, by=cast.anna)
    assert waiting() == []


def test_what_was_undone_is_not_told(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    wish(cast.ben, News.PAID)
    freezing.freeze_evening(evening, by=cast.anna)
    freezing.unfreeze_evening(evening, by=cast.anna)
    assert waiting() == []
    freezing.freeze_evening(evening, by=cast.anna)
    payment = pay(cast, "Cleo pays Ben 0.05", evening)
    assert waiting() == [("paid", "Ben"), ("settled", "Dora")]
    payments.take_back_payments([payment], by=cast.anna)
    assert waiting() == [("settled", "Dora")]


def test_a_deleted_evening_is_not_told(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    """Defect: the message led to a page that was not there any more."""
    freezing.freeze_evening(evening, by=cast.anna)
    delete_evening(evening, typed=evening.date, by=cast.anna)
    assert waiting() == []


def test_a_refused_payment_tells_nobody(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    wish(cast.ben, News.PAID)
    with pytest.raises(Changed):
        payments.pay_all(evening, seen=[], by=cast.anna)
    assert waiting() == []


def test_who_is_paid_hears_of_it_without_name_and_amount(
    cast: Cast, evening: Evening, push_service: PushService
) -> None:
    ben = switch_on(cast.ben, push_service, "/box/2")
    wish(cast.ben, News.PAID)
    freezing.freeze_evening(evening, by=cast.anna)
    pay(cast, "Cleo pays Ben 0.05", evening)
    remind(by_day())
    (message,) = push_service.read(ben)
    assert message["title"] == "Eine Zahlung an dich ist eingetragen"
    assert message["data"] == f"/clubs/{cast.club.pk}/money/"
    assert "Cleo" not in str(message)
    assert "0,05" not in str(message)


def test_a_closed_month_is_told_with_its_name(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    last = timezone.localdate().replace(day=1) - timedelta(days=1)
    assert _close(cast, last) == [("closed", "Dora")]
    remind(by_day())
    (message,) = push_service.read(dora)
    assert message["title"] == "Ein Monat ist abgeschlossen"
    assert str(last.year) in message["body"]
    assert message["data"] == f"/clubs/{cast.club.pk}/table/{last:%Y-%m}/"


def test_months_and_evenings_of_long_ago_are_told_to_nobody(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    assert _close(cast, date(2020, 10, 16)) == []
    Evening.objects.filter(pk=evening.pk).update(date=timezone.localdate() - timedelta(days=8))
    freezing.freeze_evening(Evening.objects.get(pk=evening.pk), by=cast.anna)
    assert waiting() == []


def _close(cast: Cast, day: date) -> list[tuple[str, str]]:
    results(cast, day, {"Anna": 30, "Ben": 10, "Cleo": -10, "Dora": -30})
    month = PeriodConverter().to_python(f"{day:%Y-%m}")
    close_month(cast.club, month, key=uuid4(), expected=0, by=cast.anna)
    return waiting()


# --- How it is sent ---------------------------------------------------------------------------------------------------


def test_it_waits_for_the_day(cast: Cast, evening: Evening, push_service: PushService, dora: TestBrowser) -> None:
    freezing.freeze_evening(evening, by=cast.anna)
    with later(by_day().replace(hour=22)):
        assert not reminders.is_anybody_waiting()
        call_command("remind")
    assert push_service.read(dora) == []
    with later(by_day().replace(hour=9)):
        assert reminders.is_anybody_waiting()
        call_command("remind")
        assert not reminders.is_anybody_waiting()
    assert len(push_service.read(dora)) == 1


def test_old_news_are_not_sent(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    freezing.freeze_evening(evening, by=cast.anna)
    assert remind(by_day() + timedelta(days=2)) == "Reminders sent: 0, not delivered: 0"
    with later(by_day() + timedelta(days=31)):
        reminders.purge_reminders()
    assert not Notice.objects.exists()


def test_after_a_failure_it_is_tried_again(
    cast: Cast, evening: Evening, push_service: PushService, dora: TestBrowser
) -> None:
    freezing.freeze_evening(evening, by=cast.anna)
    push_service.answers["/box/1"] = 500
    assert remind(by_day()) == "Reminders sent: 0, not delivered: 1"
    del push_service.answers["/box/1"]
    assert remind(by_day() + timedelta(minutes=5)) == "Reminders sent: 0, not delivered: 0"
    assert remind(by_day() + timedelta(minutes=11)) == "Reminders sent: 1, not delivered: 0"


def test_who_has_left_hears_nothing(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    freezing.freeze_evening(evening, by=cast.anna)
    end_membership(cast.club.memberships.get(account=cast.dora), by=cast.anna)
    assert remind(by_day()) == "Reminders sent: 0, not delivered: 0"


def test_an_erased_account_leaves_nothing(cast: Cast, evening: Evening, dora: TestBrowser) -> None:
    freezing.freeze_evening(evening, by=cast.anna)
    told = stored_about(cast.dora)[1]
    assert told["told_of"] == ["answer", "closed", "paid", "settled"]
    assert [one["kind"] for one in told["notices"]] == ["settled"]
    erase_account(cast.dora)
    assert [model.objects.count() for model in (Wish, Notice, Subscription)] == [0, 0, 0]


def test_it_costs_two_statements_and_none_without_push(
    cast: Cast,
    evening: Evening,
    dora: TestBrowser,
    settings: Settings,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    facts: dict[str, Any] = {"subject": 1, "day": evening.date, "path": "/", "by": None}
    accounts = [account.pk for account in cast.accounts.values()]
    with django_assert_num_queries(2):
        reminders.queue_notices(News.SETTLED, cast.club, accounts, **facts)
    settings.PUSH_CONTACT = ""
    with django_assert_num_queries(0):
        reminders.queue_notices(News.SETTLED, cast.club, accounts, **facts)
