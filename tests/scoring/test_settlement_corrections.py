"""Corrections after money was settled: lists of differences, netting, and clearing a whole year."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.corrections import Netting, OpenTransfer, clear_all, correct_listing, flat_corrections, net_between
from scoring.money.reasons import REASONS
from scoring.money.shares import Reason
from scoring.money.transfers import KITTY, Transfer, net_amounts
from tests.scoring.money_paper import check, laws, party, player, settled, transfers, written

SEATS = [player(who) for who in ("Anna", "Ben", "Cem", "Dora")]
PLAYED = "Anna +24 \n Ben -12 \n Cem 0 \n Dora -12"


# --- Corrections


def test_a_later_change_is_a_list_of_its_own() -> None:
    """Korrektur zum 12. März: Ben zahlt Cem 0,60 €. The frozen list stays as it was paid."""
    (frozen,) = settled(PLAYED, stake=5).lists
    (right,) = settled("Anna +24 \n Ben -24 \n Cem +12 \n Dora -12", stake=5).lists
    check(frozen, "Ben pays Anna 0.60 \n Dora pays Anna 0.60")
    listing = correct_listing(frozen.transfers, right.transfers, SEATS)
    check(listing, "Ben pays Cem 0.60")
    reasons = {share.party: share.reason for share in listing.shares if share.cents}
    payer = reasons[listing.transfers[0].payer]
    assert payer == Reason.of("correction", before=-60, after=-120)
    assert reasons[listing.transfers[0].receiver] == Reason.of("correction", before=0, after=60)
    assert REASONS["correction"].format(**dict(payer.numbers)) == ("-60 until now, -120 after the correction")


def test_the_same_amounts_by_other_payments_need_no_correction() -> None:
    before = transfers("Ben pays Anna 1.00 \n Dora pays Cem 1.00")
    after = transfers("Ben pays Cem 1.00 \n Dora pays Anna 1.00")
    assert correct_listing(before, after, SEATS) == ((), ())


def test_a_second_correction_counts_the_first() -> None:
    before = transfers("Ben pays Anna 0.60 \n Dora pays Anna 0.60 \n Ben pays Cem 0.60")
    check(correct_listing(before, transfers("Ben pays Anna 1.20"), SEATS), "Cem pays Dora 0.60")


def test_a_deleted_evening_gives_back_what_was_paid() -> None:
    paid = transfers("Ben pays Anna 0.60 \n Ben pays box 0.40")
    check(correct_listing(paid, [], SEATS), "Anna pays Ben 0.60 \n box pays Ben 0.40")


def test_the_kitty_can_owe_somebody() -> None:
    check(correct_listing(transfers("Ben pays box 3.00"), transfers("Ben pays box 2.00"), SEATS), "box pays Ben 1.00")


def test_what_another_owes_to_the_kitty_goes_straight_to_who_paid_too_much() -> None:
    before, after = transfers("Ben pays box 3.00"), transfers("Ben pays box 2.00 \n Cem pays box 1.00")
    check(correct_listing(before, after, SEATS), "Cem pays Ben 1.00")


def test_flat_amounts_are_corrected_with_the_kitty_alone() -> None:
    before, after = transfers("Ben pays box 3.00"), transfers("Ben pays box 2.00 \n Cem pays box 2.00")
    listing = flat_corrections(before, after, SEATS)
    check(listing, "box pays Ben 1.00 \n Cem pays box 2.00")
    assert {share.party: share.cents for share in listing.shares} == {2: 100, 3: -200, KITTY: 100}


def test_flat_amounts_that_stayed_need_no_correction() -> None:
    paid = transfers("Ben pays box 3.00")
    assert flat_corrections(paid, paid, SEATS) == ((), ())


def test_ties_go_by_seat_then_by_number() -> None:
    """Emil and Fritz have no seat any more; Dora sits before Cem."""
    before = transfers("Emil pays Dora 1.00 \n Fritz pays Cem 1.00 \n Ben pays Anna 1.00")
    check(correct_listing(before, [], [4, 3, 2]), "Dora pays Ben 1.00 \n Cem pays Emil 1.00 \n Anna pays Fritz 1.00")


def test_who_has_no_seat_any_more_comes_by_number_whatever_the_order() -> None:
    before = transfers("Ida pays Anna 1.00 \n Ben pays Karl 1.00")
    check(correct_listing(before, [], []), "Anna pays Ben 1.00 \n Karl pays Ida 1.00")


def test_a_single_cent_is_corrected() -> None:
    """0 before and one cent after is a difference, and the other way round."""
    one_cent = transfers("Ben pays Anna 0.01")
    there, back = correct_listing([], one_cent, SEATS), correct_listing(one_cent, [], SEATS)
    check(there, "Ben pays Anna 0.01")
    check(back, "Anna pays Ben 0.01")
    assert [share.reason for share in there.shares] == [
        Reason.of("correction", before=0, after=1),
        Reason.of("correction", before=0, after=-1),
    ]
    assert [share.reason for share in back.shares] == [
        Reason.of("correction", before=1, after=0),
        Reason.of("correction", before=-1, after=0),
    ]


# --- Netting two people

YEAR = [
    OpenTransfer(number, transfer)
    for number, transfer in enumerate(
        transfers(
            """
            Ben pays Anna 2.40
            Anna pays Ben 1.00
            Cem pays Anna 5.00
            Ben pays Anna 0.60
            Ben pays box 3.00
            """
        ),
        start=101,
    )
]


def test_two_people_settle_several_evenings_in_one_payment() -> None:
    found = net_between(party("Anna"), party("Ben"), YEAR)
    assert found == Netting(Transfer(2, 1, 200), (101, 102, 104))
    assert net_between(party("Ben"), party("Anna"), YEAR) == found


def test_a_single_cent_is_netted() -> None:
    one_cent = [OpenTransfer(1, Transfer(2, 1, 1))]
    assert net_between(1, 2, one_cent) == net_between(2, 1, one_cent) == Netting(Transfer(2, 1, 1), (1,))


def test_with_the_kitty_too() -> None:
    assert net_between(party("Ben"), KITTY, YEAR) == Netting(Transfer(2, KITTY, 300), (105,))


def test_transfers_that_cancel_out_need_no_payment() -> None:
    even = [OpenTransfer(1, Transfer(1, 2, 50)), OpenTransfer(2, Transfer(2, 1, 50))]
    assert net_between(1, 2, even) == Netting(None, (1, 2))


@pytest.mark.parametrize(("one", "other"), [(3, 4), (1, 1), (KITTY, KITTY)])
def test_who_owes_the_other_nothing_settles_nothing(one: int | None, other: int | None) -> None:
    assert net_between(one, other, YEAR) == Netting(None, ())


# --- Clearing everything


def test_all_that_is_open_in_the_fewest_payments() -> None:
    """Anna +700 cents, Ben −500, Cem −500, the box +300."""
    cleared = clear_all(YEAR, SEATS)
    check(cleared.listing, "Ben pays Anna 5.00 \n Cem pays Anna 2.00 \n Cem pays box 3.00")
    assert cleared.settles == (101, 102, 103, 104, 105)
    assert [share.reason.key for share in cleared.listing.shares] == ["open"] * 4


def test_a_year_of_forty_players_is_cleared_in_less_payments_than_players() -> None:
    chance = random.Random(40)
    year = []
    for number in range(48 * 30):
        payer, receiver = chance.sample(range(1, 41), 2)
        year.append(OpenTransfer(number, Transfer(payer, receiver, chance.randrange(1, 500))))
    cleared = clear_all(year, range(1, 41))
    assert len(cleared.listing.transfers) <= 39


# --- Laws

PARTIES = st.sampled_from([KITTY, 1, 2, 3, 4, 5, 6])
TRANSFERS = st.lists(
    st.builds(Transfer, PARTIES, PARTIES, st.integers(1, 300)).filter(lambda one: one.payer != one.receiver), max_size=8
)


def amounts(paid: list[Transfer]) -> dict[int | None, int]:
    return {who: cents for who, cents in net_amounts(paid).items() if cents}


@laws
@given(TRANSFERS, TRANSFERS)
def test_what_stands_and_its_correction_are_what_is_right(before: list[Transfer], after: list[Transfer]) -> None:
    for corrected in (correct_listing, flat_corrections):
        listing = corrected(before, after, SEATS)
        assert amounts([*before, *listing.transfers]) == amounts(after)
        assert sum(share.cents for share in listing.shares) == 0
    assert correct_listing(after, after, SEATS).transfers == ()


@laws
@given(TRANSFERS, st.randoms(use_true_random=False))
def test_the_order_of_the_transfers_changes_nothing(paid: list[Transfer], chance: random.Random) -> None:
    shuffled = chance.sample(paid, len(paid))
    assert correct_listing(paid, [], SEATS) == correct_listing(shuffled, [], SEATS)


@laws
@given(TRANSFERS)
def test_clearing_leaves_everybody_with_the_same(paid: list[Transfer]) -> None:
    cleared = clear_all([OpenTransfer(number, transfer) for number, transfer in enumerate(paid)], SEATS)
    assert amounts(list(cleared.listing.transfers)) == amounts(paid)
    assert len(written(cleared.listing.transfers)) <= len(paid)
