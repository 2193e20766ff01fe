"""The locks of a settlement, in one order until it ends: club, evening, its money, payments, transfers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.evening import evening_settlement
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services import payments
from dokoclub.settlement.services.kitty import book_cash
from dokoclub.settlement.services.payments import net_two
from tests.cast import Cast
from tests.locks import held
from tests.settlement.purse import a_key, freeze


def pay_some(cast: Cast, evening: Evening) -> list[Payment]:
    return payments.pay_some(evening, seen=[evening_settlement(evening).lines[0].seen], by=cast.cleo)


def net_all(cast: Cast, evening: Evening) -> Payment:
    dora, anna = cast.players["Dora"].pk, cast.players["Anna"].pk
    pair = get_overview(cast.club).between(dora, anna)
    assert pair is not None
    return net_two(cast.club, dora, anna, stamp=pair.stamp, key=a_key(), by=cast.cleo)


def book_cake(cast: Cast, evening: Evening) -> object:
    return book_cash(cast.club, cents=500, purpose="Kuchen", day=date(2025, 1, 1), key=a_key(), by=cast.cleo)


WRITING: dict[str, tuple[Callable[[Cast, Evening], object], list[str]]] = {
    "freeze": (freeze, ["Evening", "EveningMoney"]),
    "pay_some": (pay_some, ["Evening", "EveningMoney", "Transfer"]),
    "net_two": (net_all, ["Club", "Evening", "EveningMoney", "Transfer"]),
    "book": (book_cake, ["Club"]),
}


@pytest.mark.promise("locks")
@pytest.mark.parametrize("name", WRITING)
def test_it_is_held(name: str, cast: Cast, evening: Evening) -> None:
    write, models = WRITING[name]
    with held() as found:
        write(cast, evening)

    assert found == models


def test_a_transfer_and_its_payment_are_held(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    with held() as paying:
        payment = payments.pay_transfer(Transfer.objects.all()[0], by=cast.cleo)
    with held() as taking_back:
        payments.take_back_payments([payment], by=cast.cleo)

    assert paying == ["EveningMoney", "Transfer"]
    assert taking_back == ["Club", "EveningMoney", "Payment", "Transfer"]
