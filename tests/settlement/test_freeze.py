"""The first payment, or a request, freezes the lists of an evening; later changes give corrections."""

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import EveningMoney, Payment, SettledShare, Transfer
from dokoclub.settlement.selectors.open_transfers import TransferKey
from dokoclub.settlement.services import freezing, payments
from dokoclub.settlement.services.locks import Changed, StillOpen
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.purse import correct, expected, freeze, frozen, pay


def test_it_keeps_what_the_evening_comes_to(cast: Cast, evening: Evening) -> None:
    money = freeze(cast, evening)

    assert frozen(evening) == expected(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    assert money.frozen_by == cast.cleo
    shares = SettledShare.objects.filter(list__money=money, player=cast.players["Dora"])
    assert [(row.cents, row.reason, row.numbers) for row in shares] == [(-15, "stake", {"points": -3, "stake": 5})]


def test_it_keeps_them_once(cast: Cast, evening: Evening) -> None:
    first, second = freeze(cast, evening), freeze(cast, evening)

    assert (first.pk, first.frozen_at) == (second.pk, second.frozen_at)
    assert Transfer.objects.count() == 2


def test_it_does_not_while_the_evening_is_open(cast: Cast) -> None:
    evening = purse.evening(cast, closed=False)
    with pytest.raises(StillOpen):
        freeze(cast, evening)
    assert not EveningMoney.objects.exists()


def test_the_first_payment_keeps_them(cast: Cast, evening: Evening) -> None:
    cleo, ben = cast.players["Cleo"].pk, cast.players["Ben"].pk
    seen = TransferKey("points", 0, 0, cleo, ben, 5)

    (first,) = payments.pay_some(evening, seen=[seen], by=cast.cleo)
    assert payments.pay_some(evening, seen=[seen], by=cast.anna) == []
    assert first.made_by == cast.cleo
    assert frozen(evening) == ["Cleo pays Ben 0.05 paid", "Dora pays Anna 0.15"]


def test_what_is_not_owed_any_more_cannot_be_paid(cast: Cast, evening: Evening) -> None:
    cleo, ben = cast.players["Cleo"].pk, cast.players["Ben"].pk
    with pytest.raises(Changed):
        payments.pay_some(evening, seen=[TransferKey("points", 0, 0, cleo, ben, 10)], by=cast.cleo)

    assert not EveningMoney.objects.frozen().exists()
    assert not Payment.objects.exists()


def test_a_change_is_a_list_of_its_own(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})

    assert frozen(evening) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]
    assert frozen(evening, correction=1) == ["Anna pays Ben 0.10", "Dora pays Cleo 0.10"]


def test_a_second_change_takes_the_place_of_an_unpaid_correction(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": 0, "Dora": 0})

    assert frozen(evening, correction=1) == ["Dora pays Cleo 0.10"]


def test_a_paid_correction_stays(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    pay(cast, "Anna pays Ben 0.10", evening)
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": 0, "Dora": 0})

    assert frozen(evening, correction=1) == ["Anna pays Ben 0.10 paid"]
    assert frozen(evening, correction=2) == ["Ben pays Anna 0.10", "Dora pays Cleo 0.10"]


def test_a_change_back_leaves_nothing(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    correct(cast, evening, {"Anna": 2, "Ben": -2, "Cleo": -2, "Dora": 2})

    assert frozen(evening, correction=1) == []
    assert evening.money.lists.filter(correction__gte=1).count() == 0


def test_a_change_that_moves_no_money_leaves_the_correction_as_it_was(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})
    before = list(Transfer.objects.filter(list__correction=1).values_list("pk", flat=True))
    evenings_evenings.reopen_evening(evening, by=cast.anna)
    evenings_evenings.close_evening(evening, by=cast.ben)

    assert list(Transfer.objects.filter(list__correction=1).values_list("pk", flat=True)) == before


def test_another_stake_is_a_change(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    evenings_evenings.change_evening(evening, day=evening.date, place="", club_evening=True, stake=10, by=cast.ben)

    assert frozen(evening, correction=1) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]


def test_the_club_changes_its_mind_without_touching_what_is_kept(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    purse.rules(cast, method="per_point_loss", stake=20)
    evenings_evenings.change_evening(evening, day=evening.date, place="Linde", club_evening=True, stake=5, by=cast.ben)

    assert expected(evening) == frozen(evening)
    assert frozen(evening, correction=1) == []


def test_nobody_paid_so_it_can_be_let_go(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    freezing.unfreeze_evening(evening, by=cast.cleo)
    correct(cast, evening, {"Anna": -2, "Ben": 2, "Cleo": 2, "Dora": -2})

    assert not Transfer.objects.exists()
    assert expected(evening) == ["Dora pays Anna 0.05", "Dora pays Ben 0.15", "Dora pays Cleo 0.05"]


def test_once_somebody_paid_it_is_not_let_go(cast: Cast, evening: Evening) -> None:
    freeze(cast, evening)
    pay(cast, "Cleo pays Ben 0.05", evening)
    with pytest.raises(Changed):
        freezing.unfreeze_evening(evening, by=cast.cleo)


def test_the_day_goes_along(cast: Cast, evening: Evening) -> None:
    money = freeze(cast, evening)
    day = evening.date.replace(year=2020)
    evenings_evenings.change_evening(evening, day=day, place="", club_evening=True, stake=5, by=cast.ben)
    money.refresh_from_db()

    assert money.day == day
