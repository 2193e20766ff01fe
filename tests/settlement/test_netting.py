"""Open amounts over several evenings, and the debts of two players in one payment."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import date

import pytest

from dokoclub.core.http import Reused
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import EveningMoney, Payment, Transfer
from dokoclub.settlement.presenters.owing_texts import format_pair
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services import payments
from dokoclub.settlement.services.locks import Changed
from dokoclub.settlement.services.payments import net_two, pay_in_held
from tests.cast import Cast
from tests.settlement import purse
from tests.settlement.owing import net, pair_of, sentences
from tests.settlement.purse import a_key


def test_it_holds_closed_evenings_whether_kept_or_not(cast: Cast, two: tuple[Evening, Evening]) -> None:
    assert sentences(cast) == [
        "Anna zahlt Ben 0,10 €",
        "Cleo zahlt Ben 0,05 €",
        "Cleo zahlt Dora 0,10 €",
        "Dora zahlt Anna 0,15 €",
    ]
    before = get_overview(cast.club)
    purse.freeze(cast, two[0])
    assert [(pair.cents, pair.stamp) for pair in get_overview(cast.club).pairs] == [
        (pair.cents, pair.stamp) for pair in before.pairs
    ]


def test_open_evenings_and_other_clubs_are_not_in_it(cast: Cast, two: tuple[Evening, Evening]) -> None:
    purse.freeze(cast, two[0])
    other = cast.stranger.memberships.get().club
    assert get_overview(other).pairs == ()
    for evening in two:
        purse.delete(cast, evening)
    purse.evening(cast, closed=False)
    purse.evening(cast, stake=0)
    assert get_overview(cast.club).pairs == ()


def test_a_deleted_evening_is_gone_unless_something_was_paid(cast: Cast, two: tuple[Evening, Evening]) -> None:
    first, second = two
    purse.freeze(cast, first)
    purse.pay(cast, "Dora pays Anna 0.15", first)
    purse.delete(cast, first)
    purse.delete(cast, second)
    [pair] = get_overview(cast.club).pairs
    assert (pair.payer, pair.receiver, pair.cents) == (cast.players["Anna"], cast.players["Dora"], 15)
    assert [(line.evening, line.correction) for line in pair.lines] == [(None, 1)]


def test_several_evenings_are_one_payment_that_names_them(cast: Cast, two: tuple[Evening, Evening]) -> None:
    purse.evening(cast, day=date(2025, 3, 26))
    pair = pair_of(cast, "Anna", "Dora")
    assert (pair.payer, pair.cents, len(pair.lines)) == (cast.players["Dora"], 30, 2)
    payment = net(cast, "Anna", "Dora")
    assert purse.name(payment) == "Dora pays Anna 0.30"
    assert sorted(row.list.money.day.isoformat() for row in payment.transfers.all()) == ["2025-03-12", "2025-03-26"]
    assert list(payment.settles.all()) == list(payment.transfers.all())
    assert get_overview(cast.club).between(pair.player.pk, cast.players["Anna"].pk) is None


def test_both_directions_are_set_off(cast: Cast) -> None:
    purse.evening(cast, {"Anna": 3, "Ben": -3, "Cleo": 0, "Dora": 0})
    purse.evening(cast, {"Anna": -5, "Ben": 5, "Cleo": 0, "Dora": 0})
    pair = pair_of(cast, "Ben", "Anna")
    assert [pair.signed(line) for line in pair.lines] in ([-15, 25], [25, -15])
    assert purse.name(net(cast, "Ben", "Anna")) == "Anna pays Ben 0.10"
    assert get_overview(cast.club).pairs == ()


def test_what_cancels_out_is_a_payment_of_nothing(cast: Cast) -> None:
    purse.evening(cast, {"Anna": 3, "Ben": -3, "Cleo": 0, "Dora": 0})
    purse.evening(cast, {"Anna": -3, "Ben": 3, "Cleo": 0, "Dora": 0})
    assert format_pair(pair_of(cast, "Ben", "Anna")).startswith("Ben")
    payment = net(cast, "Ben", "Anna")
    assert (payment.cents, payment.transfers.count()) == (0, 2)
    assert get_overview(cast.club).pairs == ()


def test_taking_it_back_opens_all_of_them_again(cast: Cast, two: tuple[Evening, Evening]) -> None:
    purse.evening(cast, day=date(2025, 3, 26))
    before = sentences(cast)
    payment = net(cast, "Anna", "Dora")
    payments.take_back_payments([payment], by=cast.cleo)
    assert sentences(cast) == before
    assert (payment.transfers.count(), payment.settles.count()) == (0, 2)


def test_only_the_evenings_of_the_two_are_frozen(cast: Cast, two: tuple[Evening, Evening]) -> None:
    net(cast, "Anna", "Dora")
    assert [money.evening for money in EveningMoney.objects.frozen()] == [two[0]]
    assert Transfer.objects.open().count() == 1


def test_the_same_key_pays_nothing_else(cast: Cast, two: tuple[Evening, Evening]) -> None:
    key = a_key()
    net(cast, "Anna", "Dora", key=key)
    purse.evening(cast, day=date(2025, 3, 26))
    with pytest.raises(Reused):
        net(cast, "Anna", "Dora", key=key, stamp=pair_of(cast, "Anna", "Dora").stamp)
    assert Payment.objects.count() == 1


def test_what_was_seen_is_what_is_paid(cast: Cast, two: tuple[Evening, Evening]) -> None:
    stamp = pair_of(cast, "Anna", "Dora").stamp
    purse.evening(cast, day=date(2025, 3, 26))
    with pytest.raises(Changed):
        net(cast, "Anna", "Dora", stamp=stamp)
    with pytest.raises(Changed):
        net(cast, "Anna", "Cleo", stamp=stamp)
    assert not Payment.objects.exists()
    assert not EveningMoney.objects.frozen().exists()


def test_what_is_paid_must_come_to_what_is_settled(cast: Cast, two: tuple[Evening, Evening]) -> None:
    """A transfer can be added between the page and the lock."""
    for one in two:
        purse.freeze(cast, one)
    pair = pair_of(cast, "Anna", "Dora")
    rows = [line.row for line in pair.lines if line.row is not None]
    for cents, problem in ((pair.cents + 1, Changed), (pair.cents - 1, Changed), (pair.cents, None)):
        with pytest.raises(problem) if problem else nullcontext():
            pay_in_held(
                cast.club, rows, payer=pair.payer, receiver=pair.receiver, cents=cents, key=a_key(), by=cast.cleo
            )
        assert Payment.objects.exists() is (problem is None)


def test_a_change_after_netting_is_a_correction(cast: Cast, two: tuple[Evening, Evening]) -> None:
    payment = net(cast, "Anna", "Dora")
    purse.correct(cast, two[0], {"Anna": 2, "Ben": 0, "Cleo": 0, "Dora": -2})
    pair = pair_of(cast, "Anna", "Dora")
    assert (payment.cents, pair.cents, [line.correction for line in pair.lines]) == (15, 10, [1])


def test_the_kitty_is_netted_too(cast: Cast) -> None:
    purse.rules(cast, method="per_point_loss")
    for day in (date(2025, 3, 12), date(2025, 3, 19)):
        purse.evening(cast, day=day)
    pair = get_overview(cast.club).between(cast.players["Dora"].pk, None)
    assert pair is not None
    payment = net_two(cast.club, None, cast.players["Dora"].pk, stamp=pair.stamp, key=a_key(), by=cast.cleo)
    assert purse.name(payment) == "Dora pays box 0.30"
    assert [pair.player.name for pair in get_overview(cast.club).with_kitty] == ["Cleo"]


def test_a_key_of_another_club_is_said_to_be_used(cast: Cast, two: tuple[Evening, Evening]) -> None:
    stranger = cast.stranger.players.get()
    other = Payment.objects.create(club=stranger.club, payer=stranger, receiver=None, cents=1)
    with pytest.raises(Reused):
        net(cast, "Anna", "Dora", key=other.key)
