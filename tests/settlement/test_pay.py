"""Mark as paid, take back, and everything at once. Several in one payment: test_netting.py."""

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.evening import seen_as
from dokoclub.settlement.selectors.open_transfers import TransferKey
from dokoclub.settlement.services import payments
from dokoclub.settlement.services.locks import Changed
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.purse import correct, freeze, frozen, pay


def seen(evening: Evening) -> list[TransferKey]:
    return seen_as(Transfer.objects.open().filter(list__money__evening=evening).select_related("list"))


def test_it_is_paid_once(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    first = pay(cast, "Cleo pays Ben 0.05", evening)
    second = payments.pay_transfer(first.transfers.get(), by=cast.anna)

    assert second == first
    assert purse.name(first) == "Cleo pays Ben 0.05"
    assert list(first.settles.all()) == list(first.transfers.all())


def test_it_is_taken_back_once(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    payment = pay(cast, "Cleo pays Ben 0.05", evening)
    [first] = payments.take_back_payments([payment], by=cast.anna)
    [second] = payments.take_back_payments([payment], by=cast.cleo)

    assert first.taken_back_by == second.taken_back_by == cast.anna
    assert first.taken_back_at == second.taken_back_at
    assert frozen(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    assert [purse.name(row) for row in first.settles.all()] == ["Cleo pays Ben 0.05"]


def test_paid_again_it_is_another_payment(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    payments.take_back_payments([pay(cast, "Cleo pays Ben 0.05", evening)], by=cast.cleo)
    pay(cast, "Cleo pays Ben 0.05", evening)

    assert [payment.stands for payment in Payment.objects.order_by("pk")] == [False, True]


def test_all_at_once_is_a_payment_each(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    pay(cast, "Cleo pays Ben 0.05", evening)
    wanted = seen(evening)

    assert len(payments.pay_all(evening, seen=wanted, by=cast.cleo)) == 3
    assert payments.pay_all(evening, seen=wanted, by=cast.cleo) == []
    assert not Transfer.objects.open().exists()
    assert Payment.objects.count() == 4


def test_all_is_no_more_than_was_shown(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    wanted = seen(evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    with pytest.raises(Changed):
        payments.pay_all(evening, seen=wanted, by=cast.cleo)

    assert not Payment.objects.exists()


def test_taking_back_a_paid_correction_makes_one_list_of_what_is_open(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    payment = pay(cast, "Anna pays Ben 0.10", evening)
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": 0, "Dora": 0})
    payments.take_back_payments([payment], by=cast.cleo)

    assert frozen(evening, correction=1) == []
    assert frozen(evening, correction=2) == ["Dora pays Cleo 0.10"]
    assert [purse.name(row) for row in payment.settles.all()] == ["Anna pays Ben 0.10"]


def test_a_transfer_that_a_change_replaced_cannot_be_paid(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    row = Transfer.objects.filter(list__correction=1).select_related("list")[0]
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": -2, "Dora": 2})
    with pytest.raises(Changed):
        payments.pay_transfer(row, by=cast.cleo)
