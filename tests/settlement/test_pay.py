"""Mark as paid, take back, everything at once, and several in one payment."""

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.look.refusals import Reused
from dokoclub.settlement import services
from dokoclub.settlement.models import Payment, Transfer
from dokoclub.settlement.selectors.kept import seen_as
from dokoclub.settlement.selectors.seen import Seen
from dokoclub.settlement.services import Changed
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.purse import a_key, correct, freeze, frozen, pay


def seen(evening: Evening) -> list[Seen]:
    return seen_as(Transfer.objects.open().filter(list__money__evening=evening).select_related("list"))


def test_it_is_paid_once(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    first = pay(cast, "Cleo pays Ben 0.05", evening)
    second = services.pay_transfer(first.transfers.get(), by=cast.anna)

    assert second == first
    assert purse.name(first) == "Cleo pays Ben 0.05"
    assert list(first.settles.all()) == list(first.transfers.all())


def test_it_is_taken_back_once(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    payment = pay(cast, "Cleo pays Ben 0.05", evening)
    first = services.take_back_payment(payment, by=cast.anna)
    second = services.take_back_payment(payment, by=cast.cleo)

    assert first.taken_back_by == second.taken_back_by == cast.anna
    assert first.taken_back_at == second.taken_back_at
    assert frozen(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    assert [purse.name(row) for row in first.settles.all()] == ["Cleo pays Ben 0.05"]


def test_paid_again_it_is_another_payment(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    services.take_back_payment(pay(cast, "Cleo pays Ben 0.05", evening), by=cast.cleo)
    pay(cast, "Cleo pays Ben 0.05", evening)

    assert [payment.stands for payment in Payment.objects.order_by("pk")] == [False, True]


def test_all_at_once_is_a_payment_each(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    pay(cast, "Cleo pays Ben 0.05", evening)
    wanted = seen(evening)

    assert len(services.pay_all(evening, seen=wanted, by=cast.cleo)) == 3
    assert services.pay_all(evening, seen=wanted, by=cast.cleo) == []
    assert not Transfer.objects.open().exists()
    assert Payment.objects.count() == 4


def test_all_is_no_more_than_was_shown(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    wanted = seen(evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    with pytest.raises(Changed):
        services.pay_all(evening, seen=wanted, by=cast.cleo)

    assert not Payment.objects.exists()


def test_taking_back_a_paid_correction_makes_one_list_of_what_is_open(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    payment = pay(cast, "Anna pays Ben 0.10", evening)
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": 0, "Dora": 0})
    services.take_back_payment(payment, by=cast.cleo)

    assert frozen(evening, correction=1) == []
    assert frozen(evening, correction=2) == ["Dora pays Cleo 0.10"]
    assert [purse.name(row) for row in payment.settles.all()] == ["Anna pays Ben 0.10"]


def test_a_transfer_that_a_change_replaced_cannot_be_paid(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    row = Transfer.objects.filter(list__correction=1).select_related("list")[0]
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": -2, "Dora": 2})
    with pytest.raises(Changed):
        services.pay_transfer(row, by=cast.cleo)


@pytest.fixture
def two(cast: Cast) -> list[Evening]:
    """Dora owes Anna 0.15, and Anna owes Dora 0.10."""
    found = [purse.evening(cast), purse.evening(cast, {"Anna": -2, "Ben": 0, "Cleo": 0, "Dora": 2})]
    for evening in found:
        freeze(cast, evening)
    return found


def net(cast: Cast, cents: int = 5, key: object = None) -> Payment:
    dora, anna = cast.players["Dora"], cast.players["Anna"]
    rows = Transfer.objects.open().filter(payer__in=[dora, anna], receiver__in=[dora, anna])
    return services.pay_transfers(
        cast.club,
        list(rows.values_list("pk", flat=True)),
        payer=dora,
        receiver=anna,
        cents=cents,
        key=key or a_key(),  # type: ignore[arg-type]
        by=cast.cleo,
    )


def test_one_payment_settles_several_transfers(cast: Cast, two: list[Evening]) -> None:
    payment = net(cast)

    assert purse.name(payment) == "Dora pays Anna 0.05"
    assert [purse.name(row) for row in payment.transfers.order_by("pk")] == [
        "Dora pays Anna 0.15",
        "Anna pays Dora 0.10",
    ]


def test_taking_it_back_opens_all_of_them(cast: Cast, two: list[Evening]) -> None:
    services.take_back_payment(net(cast), by=cast.cleo)

    assert [frozen(evening) for evening in two] == [
        ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"],
        ["Anna pays Dora 0.10"],
    ]


def test_the_same_key_pays_once(cast: Cast, two: list[Evening]) -> None:
    key = a_key()
    assert net(cast, key=key) == net(cast, key=key)


def test_the_same_key_pays_no_other_amount(cast: Cast, two: list[Evening]) -> None:
    key = a_key()
    net(cast, key=key)
    with pytest.raises(Reused):
        net(cast, cents=6, key=key)


def test_it_is_refused_where_it_does_not_come_to_that(cast: Cast, two: list[Evening]) -> None:
    with pytest.raises(Changed):
        net(cast, cents=6)


def test_it_is_refused_where_one_is_paid_already(cast: Cast, two: list[Evening]) -> None:
    rows = list(Transfer.objects.filter(payer=cast.players["Dora"]).values_list("pk", flat=True))
    pay(cast, "Dora pays Anna 0.15", two[0])
    with pytest.raises(Changed):
        services.pay_transfers(
            cast.club,
            rows,
            payer=cast.players["Dora"],
            receiver=cast.players["Anna"],
            cents=15,
            key=a_key(),
            by=cast.cleo,
        )
