"""Codes that are guessed: how often somebody may, at one address, on one device and from everywhere."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from dokoclub.accounts.access.throttling import FREE, ThrottleKey
from dokoclub.accounts.models import FailedTries
from dokoclub.accounts.services import sign_ins
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.evenings import revoke_pen
from dokoclub.screens.models import SIGNS
from dokoclub.screens.views.codes import MOST_AN_HOUR, OF_PEOPLE, guessers_of_code
from tests.cast import Cast
from tests.screens import papers
from tests.screens.code_forms import (
    HERE,
    TOO_MANY,
    last_sheet,
    later,
    phone,
    read_code,
    tap,
    type_in,
    write_code,
    wrong,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast: Cast) -> Evening:
    return papers.evening_of(cast, 8)


def test_five_wrong_ones_then_a_wait_that_doubles(cast: Cast, evening: Evening) -> None:
    code = read_code(cast, evening)
    assert [type_in(wrong(code, number))[0] for number in range(1, 6)] == [422] * 5
    status, page = type_in(code)
    assert status == 429
    assert TOO_MANY in page
    assert type_in(code, phone("203.0.113.2"))[0] == 200
    with later(minutes=1, seconds=1):
        assert type_in(wrong(code, 6))[0] == 422
        with later(minutes=1, seconds=1):
            assert type_in(code)[0] == 429
        with later(minutes=2, seconds=1):
            assert type_in(code)[0] == 200


def test_few_wrong_ones_are_forgotten_after_ten_minutes(cast: Cast, evening: Evening) -> None:
    code = read_code(cast, evening)
    assert [type_in(wrong(code, number))[0] for number in range(1, 5)] == [422] * 4
    with later(minutes=10, seconds=1):
        assert [type_in(wrong(code, number))[0] for number in range(5, 9)] == [422] * 4
        assert type_in(code)[0] == 200


def test_right_ones_are_never_held_up(cast: Cast, evening: Evening) -> None:
    """A table of seven stands behind one address."""
    code = read_code(cast, evening)
    assert {type_in(code)[0] for _ in range(8)} == {200}


def test_a_flood_from_everywhere_holds_up_only_where_nothing_right_was_typed(cast: Cast, evening: Evening) -> None:
    code, pub = read_code(cast, evening), phone("203.0.113.50")
    with time_machine.travel(timezone.now(), tick=False):
        assert type_in(code, pub)[0] == 200
        tried = [type_in(wrong(code, n), phone(f"198.51.100.{n}"))[0] for n in range(1, MOST_AN_HOUR + 1)]
        assert set(tried) == {422}
        assert type_in(code, phone("203.0.113.9"))[0] == 429
        assert type_in(code, pub)[0] == 200
    with later(minutes=16):
        assert type_in(code, phone("203.0.113.9"))[0] == 200


def test_addresses_are_stored_as_hashes_only(cast: Cast, evening: Evening) -> None:
    type_in(read_code(cast, evening))
    assert HERE not in str(list(FailedTries.objects.values()))


def test_the_field_is_sent_with_the_token_of_its_form(cast: Cast, evening: Evening) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/c/", {"code": read_code(cast, evening)}).status_code == 403


def test_ten_wrong_ones_on_a_device_are_counted_wherever_it_is(cast: Cast, evening: Evening) -> None:
    code, device = read_code(cast, evening), Client()
    with time_machine.travel(timezone.now(), tick=False):
        device.get("/c/")
        tried = [device.post("/c/", {"code": wrong(code, n)}, REMOTE_ADDR=f"198.51.100.{n}") for n in range(1, 11)]
        assert {answer.status_code for answer in tried} == {422}
        assert device.post("/c/", {"code": code}, REMOTE_ADDR="198.51.100.99").status_code == 429
        assert type_in(code, phone("198.51.100.99"))[0] == 200
    with later(seconds=6):
        assert device.post("/c/", {"code": code}, REMOTE_ADDR="198.51.100.99").status_code == 200
        again = [device.post("/c/", {"code": wrong(code, n)}, REMOTE_ADDR=f"198.51.101.{n}") for n in range(1, 11)]
        assert {answer.status_code for answer in again} == {422}


def test_of_many_guesses_at_once_few_are_looked_at(cast: Cast) -> None:
    """From one address five, and from a thousand together fifty, however fast they come."""
    with time_machine.travel(timezone.now(), tick=False):
        assert looked_at(100, addresses=1) == FREE
    FailedTries.objects.all().delete()
    with time_machine.travel(timezone.now(), tick=False):
        assert looked_at(300, addresses=1_000) == MOST_AN_HOUR


@pytest.mark.parametrize(("addresses", "hours", "most"), [(1, 24, 120), (1_000, 1, 120)])
def test_a_patient_guesser_tries_few_of_all_codes(addresses: int, hours: int, most: int) -> None:
    """Of 481,890,304 codes, with each guess as soon as the wait before it ends: so many in so many hours."""
    looked, place = 0, 0
    with time_machine.travel(timezone.now().replace(minute=0), tick=False) as clock:
        ends = timezone.now() + timedelta(hours=hours)
        while timezone.now() < ends:
            place += 1
            try:
                sign_ins.count_guess(guessers_of(place % addresses))
                looked += 1
            except sign_ins.HeldUp as held_up:
                clock.shift(timedelta(seconds=held_up.seconds))
    assert looked <= most
    assert most * 24 < len(SIGNS) ** 6 / 100_000


def looked_at(guesses: int, *, addresses: int) -> int:
    looked = 0
    for place in range(guesses):
        with suppress(sign_ins.HeldUp):
            sign_ins.count_guess(guessers_of(place % addresses))
            looked += 1
    return looked


def guessers_of(place: int) -> list[ThrottleKey]:
    request = RequestFactory().post("/c/", REMOTE_ADDR=f"10.0.{place // 250}.{place % 250}")
    return guessers_of_code(request, OF_PEOPLE)


def test_wrong_ended_used_and_revoked_cost_the_same(cast: Cast, evening: Evening) -> None:
    """So the time of the answer tells nothing either."""
    code, costs = write_code(cast, evening), []

    def cost(typed: str, client: Client) -> None:
        with CaptureQueriesContext(connection) as queries:
            assert type_in(typed, client)[0] == 422
        costs.append(len(queries))

    cost(wrong(code, 1), phone("198.51.100.1"))
    with later(minutes=11):
        cost(code, phone("198.51.100.2"))
    tap(code, phone("198.51.100.3"))
    cost(code, phone("198.51.100.4"))
    code = write_code(cast, evening)
    revoke_pen(last_sheet(evening))
    cost(code, phone("198.51.100.5"))
    assert len(set(costs)) == 1, costs
