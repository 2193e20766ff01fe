"""The text of a payment that was taken back stays, so that an old statement of the kitty reads as before."""

from __future__ import annotations

import pytest
from django.utils import timezone

from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.services import freezing, payments
from dokoclub.settlement.services.checks import check_money
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.settlement import purse
from tests.settlement.purse import correct, freeze, frozen, pay
from tests.settlement.test_deleted import purge


@pytest.fixture
def taken_back(cast: Cast) -> Payment:
    """Return a mistaken payment from Dora to the kitty, taken back."""
    purse.rules(cast, method="per_point_loss")
    evening = purse.evening(cast)
    freeze(cast, evening)
    payment = pay(cast, "Dora pays box 0.15", evening)
    [taken_back] = payments.take_back_payments([payment], by=cast.cleo)
    return taken_back


def statement(cast: Cast) -> str:
    return (
        phone(cast, "Cleo").get(f"/clubs/{cast.club.pk}/cash-box/{timezone.localdate().year}/csv/").getvalue().decode()
    )


def test_it_stays_when_the_evening_is_let_go(cast: Cast, taken_back: Payment) -> None:
    before = statement(cast)
    evening = Evening.objects.get()
    freezing.unfreeze_evening(evening, by=cast.cleo)

    assert statement(cast) == before
    assert frozen(evening) == []
    freeze(cast, evening)
    assert frozen(evening) == ["Cleo pays box 0.05", "Dora pays box 0.15"]
    correct(cast, evening, {"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": -1})
    assert frozen(evening) == ["Cleo pays box 0.05", "Dora pays box 0.15"]
    assert frozen(evening, correction=1) == ["Dora pays box 0.05"]
    assert list(check_money()) == []
    assert statement(cast) == before


def test_it_stays_when_another_correction_takes_its_place(cast: Cast, taken_back: Payment) -> None:
    evening = Evening.objects.get()
    correct(cast, evening, {"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": -1})
    payment = pay(cast, "Dora pays box 0.05", evening)
    payments.take_back_payments([payment], by=cast.cleo)
    before = statement(cast)
    correct(cast, evening, {"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": -1})

    assert statement(cast) == before
    assert frozen(evening, correction=2) == ["Dora pays box 0.10"]
    correct(cast, evening, {"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": -1})
    assert frozen(evening, correction=1) == []
    assert frozen(evening, correction=2) == ["Dora pays box 0.15"]
    assert list(check_money()) == []


def test_it_stays_when_the_evening_is_deleted_for_good(cast: Cast, taken_back: Payment) -> None:
    before = statement(cast)
    purse.delete(cast, Evening.objects.get())
    purge()

    assert statement(cast) == before
    assert EveningMoney.objects.get().evening is None
    assert not Transfer.objects.open().exists()
