"""Two treasurers who tap at the same moment pay once."""

from __future__ import annotations

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.selectors.open_transfers import TransferKey
from dokoclub.settlement.services import payments
from tests.cast import Cast
from tests.clubs.test_at_once import at_once
from tests.once import Once
from tests.settlement.purse import freeze

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(kept_cast: Once[Cast], transactional_db: None) -> Cast:
    return kept_cast.anew()


@pytest.mark.promise("money-once")
def test_the_first_tap_freezes_and_both_are_one_payment(cast: Cast, evening: Evening) -> None:
    seen = TransferKey("points", 0, 0, cast.players["Dora"].pk, cast.players["Anna"].pk, 15)
    payers = [cast.accounts[name] for name in ("Anna", "Cleo", "Anna", "Cleo")]
    answers = at_once(*(lambda by=by: payments.pay_some(evening, seen=[seen], by=by) for by in payers))

    assert len([payment for some in answers for payment in some]) == 1
    assert (EveningMoney.objects.count(), Payment.objects.count(), Transfer.objects.count()) == (1, 1, 2)


@pytest.mark.promise("money-once")
def test_taken_back_by_both_it_is_taken_back_once(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    row = Transfer.objects.select_related("list").first()
    assert row is not None
    payment = payments.pay_transfer(row, by=cast.cleo)
    answers = at_once(
        *(lambda by=cast.accounts[name]: payments.take_back_payments([payment], by=by) for name in ("Anna", "Cleo"))
    )

    assert len({one.taken_back_by for (one,) in answers}) == 1
    assert Transfer.objects.open().count() == 2
