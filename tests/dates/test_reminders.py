"""Reminders for players without an answer: once for a date, by day, in their language, and only for invited
players.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import IntegrityError
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.accounts.services.erasure import erase_account
from dokoclub.accounts.services.sign_ins import end_other_sign_ins
from dokoclub.clubs.services.clubs import delete_club, switch_feature
from dokoclub.clubs.services.members import end_membership, erase_player
from dokoclub.clubs.services.players import change_player, let_leave
from dokoclub.dates.models import Reminder, Subscription
from dokoclub.dates.selectors.reminders import list_due
from dokoclub.dates.services import answering, planning, reminders
from dokoclub.evenings.services.people import merge_players
from dokoclub.webpush import MOST
from tests.cast import Cast, make_club
from tests.dates.browsers import at, own_key, remind, switch_on
from tests.dates.papers import MAYBE, NO, YES, in_days, later, plan, say, wanted
from tests.webpush.service import PushService, TestBrowser
from tests.webpush.test_signing import check

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("push_on")]


@pytest.fixture
def dora(cast: Cast, push_service: PushService) -> TestBrowser:
    """Return Dora's browser with reminders switched on."""
    return switch_on(cast.dora, push_service)


# --- Recipients, content and time -------------------------------------------------------------------------------------


def test_who_has_not_answered_gets_one_message(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = plan(cast, answer_days=2)
    assert remind(at(one, 3)) == "Reminders sent: 1, not delivered: 0"
    (message,) = push_service.read(dora)
    assert message["title"].startswith("Kommst du am ")
    assert message["body"].startswith("Linde · ")
    assert "19:30 · Gasthaus\nAntwort bis " in message["body"]
    assert (message["data"], message["tag"], message["lang"]) == (f"/dates/{one.pk}/", f"date-{one.pk}", "de")
    assert message["icon"].endswith("icon-192.png")


def test_the_message_names_nobody_and_no_money(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = plan(cast)
    say(cast, one, "Ben", YES, "Nele", remark="bringt 5 € mit")
    remind(at(one, 1))
    (message,) = push_service.read(dora)
    assert not any(word in str(message) for word in ("Ben", "Nele", "Dora", "€"))


@pytest.mark.parametrize("answer", [YES, MAYBE, NO])
def test_who_has_answered_gets_none(cast: Cast, push_service: PushService, dora: TestBrowser, answer: str) -> None:
    one = plan(cast)
    say(cast, one, "Dora", answer)  # type: ignore[arg-type]
    remind(at(one, 1))
    assert push_service.sent == []


def test_once_and_never_again(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = plan(cast)
    for hour in ("09:00", "09:10", "15:00", "20:50"):
        remind(at(one, 1, hour))
    remind(at(one, 0))
    assert len(push_service.sent) == 1
    with pytest.raises(IntegrityError):
        Reminder.objects.create(date=one, account=cast.dora)


def test_for_each_date_one(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    dates = [plan(cast, in_days(days)) for days in (7, 8)]
    remind(at(dates[1], 2, "19:45"))
    assert [message["data"] for message in push_service.read(dora)] == [f"/dates/{one.pk}/" for one in dates]


@pytest.mark.parametrize(
    ("days", "clock", "sent"),
    [(5, "12:00", 0), (4, "19:25", 0), (4, "19:35", 1), (3, "12:00", 1), (0, "19:25", 1), (0, "19:35", 0)],
    ids=["long before", "just before", "two days before the last moment", "later", "late", "begun"],
)
def test_from_two_days_before_the_last_moment_until_it_begins(
    cast: Cast, push_service: PushService, dora: TestBrowser, days: int, clock: str, sent: int
) -> None:
    one = plan(cast, answer_days=2)
    remind(at(one, days, clock))
    assert len(push_service.sent) == sent


@pytest.mark.parametrize(
    ("clock", "sent"),
    [("21:00", 0), ("23:59", 0), ("00:00", 0), ("04:30", 0), ("08:59", 0), ("09:00", 1), ("20:59", 1)],
)
def test_nobody_is_woken(cast: Cast, push_service: PushService, dora: TestBrowser, clock: str, sent: int) -> None:
    one = plan(cast)
    moment = at(one, 1, clock)
    with later(moment):
        assert reminders.is_anybody_waiting() is bool(sent)
    remind(moment)
    assert len(push_service.sent) == sent


def test_the_quiet_hours_are_those_of_the_wall(cast: Cast) -> None:
    """The quiet hours follow local time on the days before and after the clocks change."""
    for day in ((2026, 10, 24), (2026, 10, 25), (2027, 3, 27), (2027, 3, 28)):
        summer = day in ((2026, 10, 24), (2027, 3, 28))
        nine = datetime(*day, 7 if summer else 8, 0, tzinfo=UTC)
        assert not reminders.is_quiet(nine)
        assert reminders.is_quiet(nine - timedelta(seconds=1))
        assert not reminders.is_quiet(nine + timedelta(hours=12, seconds=-1))
        assert reminders.is_quiet(nine + timedelta(hours=12))


def test_of_a_cancelled_date_nobody_is_reminded(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = planning.cancel_date(plan(cast), by=cast.ben)
    remind(at(one, 1))
    assert push_service.sent == []
    planning.renew_date(one, by=cast.ben)
    remind(at(one, 1))
    assert len(push_service.sent) == 1


def test_a_club_without_dates_reminds_nobody(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = plan(cast)
    switch_feature(cast.club, "dates", on=False, by=cast.anna)
    remind(at(one, 1))
    assert push_service.sent == []
    switch_feature(cast.club, "dates", on=True, by=cast.anna)
    remind(at(one, 1))
    assert len(push_service.sent) == 1


def test_a_moved_date_asks_again(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = plan(cast)
    say(cast, one, "Dora", YES)
    one = planning.change_date(one, wanted(in_days(8)), by=cast.ben)
    remind(at(one, 1))
    (message,) = push_service.read(dora)
    assert "Der Termin ist verschoben. Kommst du noch?" in message["body"]


def test_a_moved_date_is_still_the_same(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    """Each person gets one message for a date; after that the question is on the pages."""
    one = plan(cast)
    remind(at(one, 1))
    one = planning.change_date(one, wanted(in_days(9)), by=cast.ben)
    remind(at(one, 1))
    assert len(push_service.sent) == 1


def test_each_browser_is_told_in_its_language(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    english = switch_on(cast.dora, push_service, "/box/2", language="en")
    one = plan(cast)
    assert remind(at(one, 1)) == "Reminders sent: 1, not delivered: 0"
    assert [sent.path for sent in push_service.sent] == ["/box/1", "/box/2"]
    assert push_service.sent[0].body != push_service.sent[1].body
    assert b"Are you coming on" in english.open(push_service.sent[1].body)
    assert b"Kommst du am" in dora.open(push_service.sent[0].body)


def test_the_request_says_who_sends_it_and_how_long_it_is_worth_anything(
    cast: Cast, push_service: PushService, dora: TestBrowser
) -> None:
    one = plan(cast)
    remind(at(one, 1, "19:30"))
    (sent,) = push_service.sent
    said = check(sent.headers["Authorization"])
    assert said["aud"] == push_service.address("")
    assert said["sub"] == "mailto:doko@example.org"
    assert sent.headers["Authorization"].endswith(f"k={own_key()}")
    assert 0 <= 24 * 60 * 60 - int(sent.headers["TTL"]) < 60
    assert (sent.headers["Content-Encoding"], sent.headers["Topic"]) == ("aes128gcm", f"date-{one.pk}")


def test_the_longest_message_fits(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    cast.club.name = "🂡" * 60
    cast.club.save()
    one = plan(cast, place="🂡" * 60, answer_days=2)
    with later(at(one, 3)):
        (due,) = list_due(at(one, 3), own_key())
        assert len(reminders.write_message(reminders.show_reminder(due), "de")) < MOST / 2
    remind(at(one, 3))
    assert len(push_service.sent) == 1


# --- Players who are not asked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "gone",
    [
        lambda cast: let_leave(cast.players["Dora"], by=cast.anna),
        lambda cast: end_membership(cast.member(cast.dora), by=cast.anna),
        lambda cast: erase_player(cast.players["Dora"], by=cast.anna),
        lambda cast: erase_account(cast.dora),
        lambda cast: delete_club(cast.club, typed=cast.club.name, by=cast.anna),
        lambda cast: end_other_sign_ins(cast.dora, None),
        lambda _cast: Session.objects.all().delete(),
        lambda cast: type(cast.dora).objects.filter(pk=cast.dora.pk).update(is_active=False),
    ],
    ids=["left", "no member", "erased", "account erased", "club deleted", "signed out", "session over", "barred"],
)
def test_who_is_gone_gets_nothing(cast: Cast, push_service: PushService, dora: TestBrowser, gone: object) -> None:
    one = plan(cast)
    gone(cast)  # type: ignore[operator]
    remind(at(one, 1))
    assert push_service.sent == []


@pytest.mark.parametrize("facts", [{"active": False}, {"guest": True}], ids=["resting", "guest"])
def test_who_is_not_expected_gets_nothing(
    cast: Cast, push_service: PushService, dora: TestBrowser, facts: dict[str, bool]
) -> None:
    player = cast.players["Dora"]
    usual = {"name": "Dora", "short_name": "", "guest": False, "active": True, "notes": ""}
    change_player(player, **usual | facts, by=cast.anna)  # type: ignore[arg-type]
    remind(at(plan(cast), 1))
    assert push_service.sent == []


def test_who_plays_as_another_has_answered_as_that_one(
    cast: Cast, push_service: PushService, dora: TestBrowser
) -> None:
    isa = cast.guest("Isa")
    one = plan(cast)
    answering.answer_date(one, isa, YES, by=cast.anna)
    merge_players(cast.players["Dora"], isa, by=cast.anna)
    remind(at(one, 1))
    assert push_service.sent == []


def test_nobody_is_asked_for_another_club(cast: Cast, push_service: PushService) -> None:
    switch_on(cast.stranger, push_service)
    remind(at(plan(cast), 1))
    assert push_service.sent == []


def test_browsers_go_with_who_leaves(cast: Cast, dora: TestBrowser) -> None:
    let_leave(cast.players["Dora"], by=cast.anna)
    remind(at(plan(cast), 1))
    assert not Subscription.objects.exists()


def test_browsers_stay_for_another_club(cast: Cast, dora: TestBrowser) -> None:
    make_club("Kastanie", cast.dora, player_name="Dora")
    erase_player(cast.players["Dora"], by=cast.anna)
    assert Subscription.objects.filter(account=cast.dora).exists()


@pytest.mark.parametrize(
    "erase",
    [lambda cast: erase_account(cast.dora), lambda cast: erase_player(cast.players["Dora"], by=cast.anna)],
    ids=["account", "player"],
)
def test_erasing_leaves_neither_browsers_nor_what_was_sent(cast: Cast, dora: TestBrowser, erase: object) -> None:
    remind(at(plan(cast), 1))
    assert Reminder.objects.filter(account=cast.dora).exists()
    erase(cast)  # type: ignore[operator]
    assert not Subscription.objects.exists()
    assert not Reminder.objects.exists()


def test_purging_forgets_what_is_over(cast: Cast, dora: TestBrowser) -> None:
    one = plan(cast)
    remind(at(one, 1))
    with later(one.end - timedelta(minutes=1)):
        assert reminders.purge_reminders() == 0
    with later(one.end + timedelta(minutes=1)):
        assert reminders.purge_reminders() == 1


# --- The switch of the install ----------------------------------------------------------------------------------------


def test_off_unless_whoever_runs_it_wants_it(
    cast: Cast, push_service: PushService, dora: TestBrowser, settings: Settings
) -> None:
    settings.PUSH_CONTACT = ""
    one = plan(cast)
    assert remind(at(one, 1)) == "Reminders are off: PUSH_CONTACT is not set."
    with later(at(one, 1)):
        assert not reminders.is_anybody_waiting()
    assert push_service.sent == []


def test_a_key_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "vapid_key").write_text("coffee")
    with pytest.raises(CommandError, match="vapid_key holds no key"):
        call_command("remind")


def test_it_asks_as_often_for_many_as_for_one(
    cast: Cast, push_service: PushService, dora: TestBrowser, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one, key = plan(cast), own_key()
    moment = at(one, 1, "20:00")
    with later(moment):
        with django_assert_num_queries(6):
            assert len(list_due(moment, key)) == 1
        with django_assert_num_queries(1):
            assert reminders.is_anybody_waiting()
    for number, name in enumerate(("Anna", "Ben", "Cleo"), start=2):
        switch_on(cast.accounts[name], push_service, f"/box/{number}")
    plan(cast, in_days(8), begins=time(18, 0))
    with later(moment), django_assert_num_queries(6):
        assert len(list_due(moment, key)) == 8


def test_with_nothing_planned_it_asks_once(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    moment, key = at(plan(cast), 6), own_key()
    with later(moment), django_assert_num_queries(1):
        assert list_due(moment, key) == []
