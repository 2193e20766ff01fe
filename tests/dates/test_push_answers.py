"""Reminders and the answers of push services: gone browsers, refusals, tries, and processes that end meanwhile."""

from __future__ import annotations

from datetime import timedelta

import pytest

from dokoclub import webpush
from dokoclub.dates.models import Reminder, Subscription
from dokoclub.dates.selectors.reminders import list_due
from dokoclub.dates.services import reminders
from tests.cast import Cast
from tests.dates.browsers import at, own_key, remind, subscription_of, switch_on
from tests.dates.papers import later, plan
from tests.webpush.service import PushService, TestBrowser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("push_on")]


@pytest.fixture
def dora(cast: Cast, push_service: PushService) -> TestBrowser:
    """Return Dora's browser with reminders switched on."""
    return switch_on(cast.dora, push_service)


@pytest.mark.parametrize("status", [404, 410])
def test_dead_browsers_are_removed(cast: Cast, push_service: PushService, dora: TestBrowser, status: int) -> None:
    push_service.answers["/box/1"] = status
    assert remind(at(plan(cast), 1)) == "Reminders sent: 0, not delivered: 1"
    assert not Subscription.objects.exists()


def test_one_dead_browser_keeps_the_message_from_no_other(
    cast: Cast, push_service: PushService, dora: TestBrowser
) -> None:
    switch_on(cast.dora, push_service, "/box/2")
    push_service.answers["/box/1"] = 410
    assert remind(at(plan(cast), 1)) == "Reminders sent: 1, not delivered: 0"
    assert subscription_of(cast.dora).endpoint.endswith("/box/2")


@pytest.mark.parametrize("status", [301, 400, 401, 403, 413, 429, 500, 503])
def test_what_was_not_taken_is_tried_again_later(
    cast: Cast, push_service: PushService, dora: TestBrowser, status: int
) -> None:
    one = plan(cast)
    push_service.answers["/box/1"] = status
    tried = [remind(at(one, 1, clock))[-1] for clock in ("12:00", "12:05", "12:11", "12:20", "12:32")]
    assert tried == ["1", "0", "1", "0", "1"]
    del push_service.answers["/box/1"]
    assert remind(at(one, 1, "15:00")) == "Reminders sent: 1, not delivered: 0"
    assert remind(at(one, 1, "18:00")) == "Reminders sent: 0, not delivered: 0"
    assert len(push_service.sent) == 4


def test_it_is_given_up_in_the_end(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = plan(cast)
    push_service.answers["/box/1"] = 500
    moment = at(one, 2, "19:31")
    while moment < one.start:
        remind(moment)
        moment += timedelta(minutes=30)
    assert len(push_service.sent) == reminders.MOST_TRIES


def test_who_is_killed_while_he_sends_sends_rather_none_than_two(
    cast: Cast, push_service: PushService, dora: TestBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = plan(cast)

    class Killed(BaseException):
        """A stand-in for the end of the process."""

    def kill(*_about: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(reminders, "post_message", kill)
        with pytest.raises(Killed):
            remind(at(one, 1))
    remind(at(one, 1, "15:00"))
    assert push_service.sent == []


def test_what_another_process_has_taken_is_left_to_it(cast: Cast, push_service: PushService, dora: TestBrowser) -> None:
    one = plan(cast)
    with later(at(one, 1)):
        (due,) = list_due(at(one, 1), own_key())
        Reminder.objects.create(date=one, account=cast.dora)
        assert reminders._claim(due) is None


def test_whose_key_is_another_is_not_written_to(cast: Cast, push_service: PushService) -> None:
    switch_on(cast.dora, push_service, key="BOther")
    remind(at(plan(cast), 1))
    assert push_service.sent == []


def test_an_address_inside_gets_nothing(
    cast: Cast, push_service: PushService, dora: TestBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webpush, "is_public", lambda _address: False)
    assert remind(at(plan(cast), 1)) == "Reminders sent: 0, not delivered: 1"
    assert push_service.sent == []
