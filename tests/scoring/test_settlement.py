"""Every method of settling an evening, by clubs' written rules worked by hand."""

import pytest

from scoring.money.methods import METHODS, MoneyRules
from scoring.money.reasons import CENTS, REASONS, THEN
from scoring.money.settlement import settle_tables
from scoring.money.shares import Reason, Share
from scoring.money.transfers import KITTY, Party, Transfer
from tests.scoring.money_paper import amounts, check, party, settled

LINDE = """
    Anna  +63
    Ben   +25
    Cem   +17
    Dora -105
"""


# --- players: "Jeder Punkt fünf Cent; abgerechnet wird untereinander."


def test_who_lost_pays_who_won() -> None:
    (evening,) = settled(LINDE, method="players", stake=5).lists
    assert amounts(evening) == {"Anna": 315, "Ben": 125, "Cem": 85, "Dora": -525}
    check(
        evening,
        """
        Dora pays Anna 3.15
        Dora pays Ben 1.25
        Dora pays Cem 0.85
        """,
    )


def test_two_who_cancel_out_pay_each_other() -> None:
    """Matching the largest debt with the largest claim alone would need three payments."""
    (evening,) = settled("Anna +50 \n Ben -30 \n Cem +30 \n Dora -50", stake=1).lists
    check(evening, "Ben pays Cem 0.30 \n Dora pays Anna 0.50")


def test_the_shortfall_of_a_penalty_goes_to_the_kitty() -> None:
    """TSR 9.6: Dora's 12 points are deducted and given to nobody."""
    (evening,) = settled("Anna +10 \n Ben +2 \n Cem -8 \n Dora -16", stake=10).lists
    assert amounts(evening) == {"Anna": 100, "Ben": 20, "Cem": -80, "Dora": -160, "box": 120}
    check(
        evening,
        """
        Cem pays Anna 0.60
        Cem pays Ben 0.20
        Dora pays Anna 0.40
        Dora pays box 1.20
        """,
    )


def test_nothing_is_paid_where_nobody_won() -> None:
    (evening,) = settled("Anna 0 \n Ben 0 \n Cem 0 \n Dora 0").lists
    assert (amounts(evening), evening.transfers) == ({}, ())


# --- per_point_loss: "Pro Minuspunkt am Ende des Abends zwei Cent in die Kasse."


def test_losers_pay_into_the_kitty_and_winners_get_nothing() -> None:
    (evening,) = settled("Anna +40 \n Ben -15 \n Cem 0 \n Dora -25", method="per_point_loss", stake=2).lists
    assert amounts(evening) == {"Ben": -30, "Dora": -50, "box": 80}
    check(evening, "Ben pays box 0.30 \n Dora pays box 0.50")


# --- gap_to_winner: "Jeder zahlt seinen Abstand zum Tagessieger, einen Cent je Punkt."


def test_everybody_pays_the_gap_to_the_winner() -> None:
    (evening,) = settled(LINDE, method="gap_to_winner", stake=1).lists
    assert amounts(evening) == {"Ben": -38, "Cem": -46, "Dora": -168, "box": 252}
    check(evening, "Ben pays box 0.38 \n Cem pays box 0.46 \n Dora pays box 1.68")


def test_who_played_less_than_half_neither_wins_nor_pays() -> None:
    """Emil led after eleven games and went home; Dora came for exactly half."""
    paper = """
        Anna  +30 24
        Ben   -20 24
        Dora  -40 12
        Emil  +50 11
        Fritz -20 11
    """
    (evening,) = settled(paper, method="gap_to_winner", stake=10).lists
    assert amounts(evening) == {"Ben": -500, "Dora": -700, "box": 1200}


def test_half_of_an_odd_number_of_games_is_more_than_its_whole_half() -> None:
    (evening,) = settled("Anna +9 25 \n Ben -4 12 \n Cem -5 13", method="gap_to_winner", stake=1).lists
    assert amounts(evening) == {"Cem": -14, "box": 14}


# --- split: "Verlierer zahlen; die Hälfte behält die Kasse, den Rest die Gewinner nach Pluspunkten."


def test_the_part_of_one_point() -> None:
    (evening,) = settled("Anna -2 \n Ben +1 \n Cem +1", method="split", stake=1).lists
    assert amounts(evening) == {"Anna": -2, "Ben": 1, "box": 1}


def test_the_kitty_takes_half_and_the_winners_the_rest() -> None:
    """105 points at 5 cents: 5.25; the box rounds up to 2.63. Of 2.62: 157.2, 62.38, 42.41 cents."""
    (evening,) = settled(LINDE, method="split", stake=5).lists
    assert amounts(evening) == {"Anna": 157, "Ben": 62, "Cem": 43, "Dora": -525, "box": 263}
    check(
        evening,
        """
        Dora pays Anna 1.57
        Dora pays Ben 0.62
        Dora pays Cem 0.43
        Dora pays box 2.63
        """,
    )


def test_equal_remainders_go_to_the_earlier_seat() -> None:
    """3 points at 1 cent, a third to the box: 2 cents for three winners of 1 point each."""
    (evening,) = settled("Anna -3 \n Ben +1 \n Cem +1 \n Dora +1", method="split", stake=1, cash_box_share=33).lists
    assert amounts(evening) == {"Anna": -3, "Ben": 1, "Cem": 1, "box": 1}


@pytest.mark.parametrize(("share", "box"), [(0, 0), (1, 2), (50, 53), (99, 104), (100, 105)])
def test_the_share_of_the_kitty_is_rounded_up(share: int, box: int) -> None:
    (evening,) = settled(LINDE, method="split", stake=1, cash_box_share=share).lists
    assert amounts(evening).get("box", 0) == box
    assert sum(cents for cents in amounts(evening).values() if cents > 0) == 105


def test_where_nobody_won_the_kitty_gets_all() -> None:
    (evening,) = settled("Anna -6 \n Ben -6 \n Cem 0", method="split", stake=1, cash_box_share=0).lists
    assert amounts(evening) == {"Anna": -6, "Ben": -6, "box": 12}


# --- flat: "Wer da ist, zahlt zwei Euro; wer unentschuldigt fehlt, drei."


def test_those_present_and_those_absent_pay_a_fixed_amount() -> None:
    settlement = settled(LINDE, ["Emil", "Fritz"], method="flat", present=200, absent=300)
    assert [listing.transfers for listing in settlement.lists] == [()]
    check(
        settlement.flat,
        """
        Anna pays box 2.00
        Ben pays box 2.00
        Cem pays box 2.00
        Dora pays box 2.00
        Emil pays box 3.00
        Fritz pays box 3.00
        """,
    )
    assert amounts(settlement.flat)["box"] == 1400


def test_flat_amounts_stand_apart_from_the_points() -> None:
    """Anna gets 3 Euro for her points and pays 1 into the box: two lines, never one of 2 Euro."""
    settlement = settled("Anna +30 \n Ben -30", ["Cem"], method="players", stake=10, present=100, absent=150)
    check(settlement.lists[0], "Ben pays Anna 3.00")
    check(settlement.flat, "Anna pays box 1.00 \n Ben pays box 1.00 \n Cem pays box 1.50")


def test_only_those_absent_pay() -> None:
    check(settled(LINDE, ["Emil"], method="flat", absent=300).flat, "Emil pays box 3.00")


def test_only_those_present_pay() -> None:
    check(settled("Anna 0", ["Emil"], method="flat", present=50).flat, "Anna pays box 0.50")


def test_who_has_a_seat_is_not_absent_and_nobody_pays_twice() -> None:
    settlement = settled("Anna +1 \n --- \n Anna -1", ["Anna", "Ben", "Ben"], present=100, absent=300)
    check(settlement.flat, "Anna pays box 1.00 \n Ben pays box 3.00")


# --- none


def test_no_money_is_played_for() -> None:
    settlement = settled(LINDE, ["Emil"], method="none", present=200, absent=300)
    assert [listing.transfers for listing in settlement.lists] == [()]
    assert (settlement.flat.shares, settlement.flat.transfers) == ((), ())


# --- By table or for the whole evening

TWO_TABLES = """
    Anna +20
    Ben  -20
    ---
    Cem  +30
    Anna -10
    Dora -20
"""


def test_the_whole_evening_is_one_list() -> None:
    (evening,) = settled(TWO_TABLES, stake=1).lists
    assert amounts(evening) == {"Anna": 10, "Ben": -20, "Cem": 30, "Dora": -20}
    check(evening, "Ben pays Cem 0.20 \n Dora pays Anna 0.10 \n Dora pays Cem 0.10")


def test_each_table_is_a_list_of_its_own() -> None:
    first, second = settled(TWO_TABLES, stake=1, scope="table").lists
    check(first, "Ben pays Anna 0.20")
    check(second, "Anna pays Cem 0.10 \n Dora pays Cem 0.20")


def test_games_add_up_over_the_tables() -> None:
    """Ben played 8 + 8 of 24 games, so he takes part; Cem with 11 does not."""
    paper = "Anna +9 24 \n Ben -1 8 \n Cem -8 11 \n --- \n Ben 0 8"
    (evening,) = settled(paper, method="gap_to_winner", stake=1).lists
    assert amounts(evening) == {"Ben": -10, "box": 10}


def test_an_evening_without_a_table() -> None:
    settlement = settle_tables([], MoneyRules(method="gap_to_winner", absent=100), [5])
    assert [listing.shares for listing in settlement.lists] == [()]
    assert settlement.flat.transfers == (Transfer(5, KITTY, 100),)


# --- Our own bugs


def test_points_that_nobody_lost_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 0 or less, not 1"):
        settled("Anna +1")


# The reasons


def test_a_share_says_which_points_made_it() -> None:
    (evening,) = settled(LINDE, stake=5).lists
    assert Share(party("Dora"), -525, Reason.of("stake", points=-105, stake=5)) in evening.shares
    assert Share(party("Ben"), 125, Reason.of("stake", points=25, stake=5)) in evening.shares


def reasons(paper: str, method: str, **rules: int) -> dict[Party, str]:
    settlement = settled(paper, ["Emil"], method=method, **rules)
    shares = [share for listing in (*settlement.lists, settlement.flat) for share in listing.shares]
    return {share.party: REASONS[share.reason.key].format(**dict(share.reason.numbers)) for share in shares}


@pytest.mark.parametrize(
    ("method", "who", "expected"),
    [
        ("players", "Anna", "12 × 5 per point"),
        ("players", "box", "1 × 5 per point: penalty, to nobody"),
        ("per_point_loss", "Anna", "12: no loss, nothing to pay"),
        ("per_point_loss", "Ben", "-9 × 5 per point"),
        ("per_point_loss", "Dora", "0: no loss, nothing to pay"),
        ("per_point_loss", "box", "all payments in"),
        ("gap_to_winner", "Anna", "0 × 5 per point: the gap from 12 to the best, 12"),
        ("gap_to_winner", "Ben", "21 × 5 per point: the gap from -9 to the best, 12"),
        ("gap_to_winner", "Cem", "games: 2, under half of the most (24): left out"),
        ("gap_to_winner", "box", "all payments in"),
        ("split", "Anna", "plus points: 12 of 12, so this part of 32"),
        ("split", "Cem", "-4 × 5 per point"),
        ("split", "Dora", "plus points: 0 of 12, so this part of 32"),
        ("split", "box", "50 percent of the losers' payments, rounded up; everything if nobody won"),
        ("none", "Anna", "12: points cost nothing"),
    ],
)
def test_every_share_has_a_reason(method: str, who: str, expected: str) -> None:
    assert reasons("Anna +12 \n Ben -9 \n Cem -4 2 \n Dora 0", method)[party(who)] == expected


def test_flat_lines_have_a_reason() -> None:
    assert reasons("Anna 0", "flat", present=200, absent=300) == {
        party("Anna"): "200 for being there",
        party("Emil"): "300 absence fee",
        KITTY: "all flat fees",
    }


def test_amounts_in_reasons_are_known() -> None:
    texts = (*REASONS.values(), *THEN.values())
    assert {gap for gap in CENTS if not any(f"{{{gap}}}" in text for text in texts)} == set()


# --- The registry


def test_the_methods() -> None:
    assert list(METHODS) == [
        "players", "per_point_loss", "gap_to_winner", "split", "per_game", "by_place", "lost_games", "lost_solos", "flat", "none",
    ]  # fmt: skip
    for key, method in METHODS.items():
        assert method.key == key
        assert method.sentence
        assert method.to_kitty in REASONS
        assert set(method.needs) <= set(MoneyRules.__dataclass_fields__)
