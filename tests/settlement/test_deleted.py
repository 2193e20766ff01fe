"""A deleted evening: its unpaid transfers disappear, and paid ones are to be paid back."""

from datetime import timedelta

import time_machine
from django.core.management import call_command
from django.utils import timezone

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.services import payments
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.purse import delete, freeze, frozen, pay


def purge() -> None:
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        call_command("purge", verbosity=0)


def test_unpaid_ones_go_with_it_and_come_back(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    delete(cast, evening)
    assert frozen(evening) == []

    evenings_evenings.take_back_evening(evening, by=cast.anna)
    assert frozen(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    assert frozen(evening, correction=1) == []


def test_paid_ones_are_paid_back(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    pay(cast, "Dora pays Anna 0.15", evening)
    delete(cast, evening)

    assert frozen(evening) == ["Dora pays Anna 0.15 paid"]
    assert frozen(evening, correction=1) == ["Anna pays Dora 0.15"]


def test_taken_back_before_anything_was_paid_back_all_is_as_before(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    pay(cast, "Dora pays Anna 0.15", evening)
    delete(cast, evening)
    evenings_evenings.take_back_evening(evening, by=cast.anna)

    assert frozen(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15 paid"]
    assert frozen(evening, correction=1) == []


def test_taken_back_after_that_it_is_owed_again(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    pay(cast, "Dora pays Anna 0.15", evening)
    delete(cast, evening)
    pay(cast, "Anna pays Dora 0.15", evening)
    evenings_evenings.take_back_evening(evening, by=cast.anna)

    assert frozen(evening, correction=1) == ["Anna pays Dora 0.15 paid"]
    assert frozen(evening, correction=2) == ["Dora pays Anna 0.15"]


def test_what_was_never_paid_after_all_needs_no_paying_back(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    payment = pay(cast, "Dora pays Anna 0.15", evening)
    delete(cast, evening)
    payments.take_back_payments([payment], by=cast.cleo)

    assert frozen(evening) == frozen(evening, correction=1) == []


def test_deleted_for_good_money_that_moved_is_still_known(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    pay(cast, "Dora pays Anna 0.15", evening)
    delete(cast, evening)
    purge()

    money = EveningMoney.objects.get()
    assert (money.evening, money.day) == (None, evening.date)
    assert [purse.name(row) for row in Transfer.objects.open()] == ["Anna pays Dora 0.15"]
    payments.take_back_payments([Payment.objects.get()], by=cast.cleo)
    assert not Transfer.objects.open().exists()


def test_deleted_for_good_nothing_is_left_of_what_nobody_paid(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    delete(cast, evening)
    purge()

    assert not EveningMoney.objects.exists()
    assert not Transfer.objects.exists()


def test_a_club_deleted_for_good_takes_its_money_along(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    pay(cast, "Dora pays Anna 0.15", evening)
    cast.club.deleted_at = timezone.now()
    cast.club.save()
    assert not Transfer.objects.not_deleted().exists()
    purge()

    assert not EveningMoney.objects.exists()
    assert not Payment.objects.exists()
