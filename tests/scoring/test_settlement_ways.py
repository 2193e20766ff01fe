"""Settlement by rank, by lost game and solo, fractions of a cent, a cap and rounding: by hand, and against an
oracle.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.money.methods import METHODS, MoneyRules, Total
from scoring.money.reasons import REASONS, THEN
from scoring.money.settlement import settle_tables
from scoring.money.shares import Listing
from scoring.money.transfers import KITTY, net_amounts
from tests.scoring import money_oracle
from tests.scoring.money_paper import amounts, check, laws, party, player, settled

LINDE = """
    Anna  +31
    Ben    +8
    Cem   -12
    Dora  -27
"""


def lost(paper: str, **rules: Any) -> dict[str, int]:
    """Return players from lines `NAME POINTS LOST [SOLOS]`, of 24 games each."""
    words = [line.split() for line in paper.splitlines() if line.strip()]
    totals = [
        Total(player(who), int(points), 24, lost=int(games), solos_lost=int(solos[0]) if solos else 0)
        for who, points, games, *solos in words
    ]
    (evening,) = settle_tables([totals], MoneyRules(**rules)).lists
    return amounts(evening)


# --- by_place: "Der Zweite zahlt 0,50, der Dritte 1,00, der Vierte 1,50."


def test_each_place_has_its_price() -> None:
    (evening,) = settled(LINDE, method="by_place", places=(0, 50, 100, 150)).lists
    check(evening, "Ben pays box 0.50 \n Cem pays box 1.00 \n Dora pays box 1.50")


def test_the_last_price_holds_for_all_further_places() -> None:
    (evening,) = settled(LINDE, method="by_place", places=(0, 50)).lists
    assert amounts(evening) == {"Ben": -50, "Cem": -50, "Dora": -50, "box": 150}


def test_places_may_be_counted_from_the_last() -> None:
    """With any number of players the last pays two euros, the second to last one, the others nothing."""
    (evening,) = settled(LINDE, method="by_place", places=(200, 100, 0), places_from="last").lists
    assert amounts(evening) == {"Dora": -200, "Cem": -100, "box": 300}


def test_who_shares_places_shares_what_they_cost() -> None:
    """Second to fourth: 0.50 + 1.00 + 1.50, a third each."""
    (evening,) = settled("Anna +9 \n Ben -3 \n Cem -3 \n Dora -3", method="by_place").lists
    assert amounts(evening) == {"Ben": -100, "Cem": -100, "Dora": -100, "box": 300}
    (evening,) = settled("Anna +9 \n Ben -4 \n Cem -4 \n Dora -1", method="by_place", places=(0, 50, 75, 100)).lists
    assert amounts(evening) == {"Ben": -88, "Cem": -88, "Dora": -50, "box": 226}  # 87.5 each, half a cent up


def test_who_played_no_game_has_no_place() -> None:
    (evening,) = settled("Anna +9 \n Ben -9 \n Cem 0 0", method="by_place", places=(0, 100)).lists
    assert amounts(evening) == {"Ben": -100, "box": 100}


def test_the_best_may_get_it() -> None:
    (evening,) = settled(LINDE, method="by_place", pot="best").lists
    check(evening, "Ben pays Anna 0.50 \n Cem pays Anna 1.00 \n Dora pays Anna 1.50")


def test_those_who_share_the_first_place_share_what_is_paid() -> None:
    (evening,) = settled("Anna +5 \n Ben +5 \n Cem -10", method="by_place", places=(0, 0, 75), pot="best").lists
    assert amounts(evening) == {"Anna": 38, "Ben": 37, "Cem": -75}


# --- per_game: "Jedes Spiel: 10 Cent je Minuspunkt, die Hälfte in die Kasse, der Rest nach Pluspunkten." (H8)


def by_game(paper: str, **rules: Any) -> Listing:
    """Lines are `NAME MINUS PLUS`, all games added up."""
    words = [line.split() for line in paper.splitlines() if line.strip()]
    totals = [Total(player(who), int(plus) - int(minus), 24, minus=int(minus)) for who, minus, plus in words]
    (evening,) = settle_tables([totals], MoneyRules(method="per_game", **rules)).lists
    return evening


HAMBURG = """
    Anna  4  3
    Ben   6  2
    Cem   2  9
    Dora  8  6
"""


def test_who_lost_four_and_won_three_pays_forty_and_gets_fifteen() -> None:
    """20 minus points at 10 cents are 2.00, half of it for the winners of 20 plus points: 5 cents each."""
    evening = by_game(HAMBURG, stake=10, cash_box_share=50)
    assert amounts(evening) == {"Anna": 15 - 40, "Ben": 10 - 60, "Cem": 45 - 20, "Dora": 30 - 80, "box": 100}


def test_where_no_game_brought_anything_the_kitty_gets_all() -> None:
    assert amounts(by_game("Anna 3 0 \n Ben 1 0", stake=10, cash_box_share=0)) == {"Anna": -30, "Ben": -10, "box": 40}


def test_the_same_player_at_two_tables_has_one_sum() -> None:
    tables = [[Total(1, -4, 9, minus=4), Total(2, 4, 9)], [Total(1, 3, 9, minus=1), Total(2, -3, 9, minus=3)]]
    (evening,) = settle_tables(tables, MoneyRules(method="per_game", stake=10, cash_box_share=0)).lists
    assert amounts(evening) == {"Anna": 40 - 50, "Ben": 40 - 30}


def test_the_higher_stake_begins_at_the_points_of_the_evening() -> None:
    assert amounts(by_game(HAMBURG, stake=10, stake_beyond=6, stake_then=20))["Anna"] == 30 - 80


def test_the_sum_of_each_player_is_told() -> None:
    (anna, *_, box) = by_game(HAMBURG, stake=10, cash_box_share=50).shares
    assert REASONS[anna.reason.key].format(**dict(anna.reason.numbers)) == (
        "4 minus points × 10 per point; plus points: 3 of 20, so this part of 100"
    )
    assert box.reason.key == "cash_box_share"


# --- lost_games: "0,50 für das erste bis dritte verlorene Spiel, 1,00 für das vierte und fünfte, dann 2,00."

STEPS = (50, 50, 50, 100, 100, 200)


@pytest.mark.parametrize(("games", "cents"), [(0, 0), (1, 50), (3, 150), (4, 250), (5, 350), (6, 550), (8, 950)])
def test_lost_games_cost_by_steps(games: int, cents: int) -> None:
    found = lost(f"Anna +4 0 \n Ben -4 {games}", method="lost_games", game_steps=STEPS)
    assert found.get("Ben", 0) == -cents


def test_lost_solos_cost_by_steps() -> None:
    found = lost("Anna +9 9 0 \n Ben -3 9 1 \n Cem -6 9 3", method="lost_solos", solo_steps=(100, 150))
    assert found == {"Ben": -100, "Cem": -400, "box": 500}


def test_what_lost_games_cost_may_go_by_plus_points() -> None:
    """The player with the best points has lost games, too: they pay for them and get their part."""
    found = lost("Anna +6 2 \n Ben +3 3 \n Cem -9 5", method="lost_games", game_steps=STEPS, pot="plus")
    assert found == {"Anna": -100 + 400, "Ben": -150 + 200, "Cem": -350}


# Fractions of a cent, cap, rounding, and the rest: in this order


def test_two_and_a_half_cents_a_point() -> None:
    """77.5, 20, −30 and −67.5 cents: the loser of half a cent pays it, and 98 are shared as 77.9 to 20.1."""
    (evening,) = settled(LINDE, stake="2.5").lists
    assert amounts(evening) == {"Anna": 78, "Ben": 20, "Cem": -30, "Dora": -68}


def test_half_a_cent_a_point_into_the_kitty() -> None:
    (evening,) = settled(LINDE, method="per_point_loss", stake="0.5").lists
    assert amounts(evening) == {"Cem": -6, "Dora": -14, "box": 20}


def test_nobody_pays_more_than_the_cap_and_the_winners_get_less() -> None:
    """Dora owes 1.35 and pays 1.00: 1.60 instead of 1.95, of which Anna had 1.55 and Ben 0.40."""
    (evening,) = settled(LINDE, stake=5, cap=100).lists
    assert amounts(evening) == {"Anna": 127, "Ben": 33, "Cem": -60, "Dora": -100}


def test_amounts_are_rounded_and_the_rest_is_shared_out() -> None:
    """1.55, 0.40, −0.60, −1.35 to ten cents: 2.00 are paid in, for claims of 1.59 and 0.41."""
    (evening,) = settled(LINDE, stake=5, rounding=10).lists
    assert amounts(evening) == {"Anna": 160, "Ben": 40, "Cem": -60, "Dora": -140}


def test_the_rest_may_go_to_the_kitty() -> None:
    (evening,) = settled(LINDE, stake=5, rounding=10, rest="box").lists
    assert amounts(evening) == {"Anna": 150, "Ben": 40, "Cem": -60, "Dora": -140, "box": 10}


def test_equal_points_cost_the_same() -> None:
    (evening,) = settled("Anna +9 \n Ben -3 \n Cem -3 \n Dora -3", stake="2.5", rounding=5).lists
    assert amounts(evening) == {"Anna": 30, "Ben": -10, "Cem": -10, "Dora": -10}


def test_the_cap_comes_before_the_rounding() -> None:
    (evening,) = settled(LINDE, method="per_point_loss", stake=5, cap=130, rounding=10).lists
    assert amounts(evening) == {"Cem": -60, "Dora": -130, "box": 190}


def test_the_kitty_rounds_its_share_up_to_a_unit() -> None:
    """1.95 are 2.00 to ten cents, and the box takes 33 percent: 0.70."""
    (evening,) = settled(LINDE, method="split", stake=5, cash_box_share=33, rounding=10).lists
    assert amounts(evening) == {"Anna": 100, "Ben": 30, "Cem": -60, "Dora": -140, "box": 70}


def test_amounts_can_be_rounded_down_to_whole_euros() -> None:
    """35 points at 50 cents are 17.50, and 17 are paid. House rules, section 3."""
    (evening,) = settled("Anna +35 \n Ben -35", stake=50, rounding=100, rounding_way="down").lists
    assert amounts(evening) == {"Anna": 1700, "Ben": -1700}
    (nearest,) = settled("Anna +35 \n Ben -35", stake=50, rounding=100).lists
    assert amounts(nearest) == {"Anna": 1800, "Ben": -1800}


@pytest.mark.parametrize(("most", "pays"), [(100, 1750), (101, 3500)])
def test_a_higher_stake_holds_for_all_where_somebody_is_beyond(most: int, pays: int) -> None:
    """+100 is not beyond 100. House rules, section 3."""
    paper = f"Anna +{most} \n Ben -35 \n Cem -{most - 35}"
    (evening,) = settled(paper, stake=50, stake_beyond=100, stake_then=100).lists
    assert amounts(evening)["Ben"] == -pays
    (below,) = settled("Anna -101 \n Ben -35 \n Cem +136", stake=50, stake_beyond=136, stake_then=100).lists
    assert amounts(below)["Ben"] == -1750


# The reasons


def told(paper: str, who: str, **rules: Any) -> str:
    (evening,) = settled(paper, **rules).lists
    (share,) = [share for share in evening.shares if share.party == party(who)]
    numbers = dict(share.reason.numbers)
    texts = [REASONS[share.reason.key], *(text for key, text in THEN.items() if key in numbers)]
    return ", ".join(text.format(**numbers) for text in texts)


@pytest.mark.parametrize(
    ("who", "rules", "expected"),
    [
        ("Dora", {"stake": 5, "cap": 100}, "-27 × 5 per point, at most 100 per evening"),
        ("Anna", {"stake": 5, "cap": 100}, "31 × 5 per point, as a part of 160 paid in"),
        ("Dora", {"stake": 5, "rounding": 10}, "-27 × 5 per point, rounded to 10"),
        ("Cem", {"stake": 5, "rounding": 10}, "-12 × 5 per point"),
        ("Dora", {"stake": "2.5"}, "-27 × 2 per point, rounded to 1"),
        ("box", {"stake": 5, "rounding": 10, "rest": "box"}, "the rounding remainder"),
        ("Ben", {"method": "by_place"}, "rank 2"),
        ("Ben", {"method": "by_place", "places_from": "last"}, "rank 3 from the last"),
        ("Anna", {"method": "by_place", "pot": "best"}, "rank 1, and gets 300 of 300"),
        ("Dora", {"method": "by_place", "cap": 120}, "rank 4, at most 120 per evening"),
        ("box", {"method": "by_place"}, "all payments in"),
        ("Dora", {"method": "lost_games"}, "games lost: 0"),
        ("Dora", {"method": "lost_solos"}, "solos lost: 0"),
        ("Anna", {"method": "split", "rounding": 10}, "plus points: 31 of 39, so this part of 100"),
    ],
)
def test_what_happened_to_an_amount_is_said(who: str, rules: dict[str, Any], expected: str) -> None:
    assert told(LINDE, who, **rules) == expected


def test_shared_places_are_named() -> None:
    paper = "Anna +9 \n Ben -4 \n Cem -4 \n Dora -1"
    assert told(paper, "Ben", method="by_place") == "ranks 3 to 4, shared by 2"
    assert told(paper, "Ben", method="by_place", places_from="last") == "ranks 1 to 2 from the last, shared by 2"


# Against the oracle

STEP_LISTS = st.lists(st.sampled_from([0, 25, 50, 75, 100, 333]), min_size=1, max_size=6).map(tuple)


@st.composite
def evenings(draw: st.DrawFn) -> list[Total]:
    """Return a table or a hall with points that add up to 0 or less."""
    points = draw(st.lists(st.integers(-60, 60), min_size=1, max_size=12))
    points[-1] -= max(0, sum(points))
    found = []
    for place, number in enumerate(points, start=1):
        games = draw(st.integers(0, 24))
        beaten = draw(st.integers(0, games))
        minus = max(0, -number) + draw(st.integers(0, 40))
        found.append(Total(place, number, games, lost=beaten, solos_lost=draw(st.integers(0, beaten)), minus=minus))
    return found


@st.composite
def all_rules(draw: st.DrawFn) -> MoneyRules:
    unit = draw(st.sampled_from([1, 5, 10, 50, 100]))
    return MoneyRules(
        method=draw(st.sampled_from(list(METHODS))),
        stake=draw(st.one_of(st.integers(1, 20), st.sampled_from(["0.5", "2.5", "0.25", "1.33", "0.01"]))),
        cash_box_share=draw(st.integers(0, 100)),
        places=draw(STEP_LISTS),
        places_from=draw(st.sampled_from(["first", "last"])),
        game_steps=draw(STEP_LISTS),
        solo_steps=draw(STEP_LISTS),
        pot=draw(st.sampled_from(["box", "best", "plus"])),
        cap=draw(st.integers(0, 60)) * unit,
        rounding=unit,
        rounding_way=draw(st.sampled_from(["half", "down"])),
        stake_beyond=draw(st.none() | st.integers(1, 60)),
        stake_then=draw(st.one_of(st.integers(10, 100), st.just("2.5"))),
        rest=draw(st.sampled_from(["players", "box"])),
    )


@laws
@given(evenings(), all_rules())
def test_every_amount_is_what_the_oracle_says(totals: list[Total], rules: MoneyRules) -> None:
    (evening,) = settle_tables([totals], rules).lists
    found = {share.party: share.cents for share in evening.shares}
    expected = money_oracle.settle([(*total,) for total in totals], asdict(rules))
    assert {who: cents for who, cents in found.items() if cents} == {who: c for who, c in expected.items() if c}


@laws
@given(evenings(), all_rules())
def test_an_evening_comes_to_nothing_in_whole_units_and_within_the_cap(totals: list[Total], rules: MoneyRules) -> None:
    (evening,) = settle_tables([totals], rules).lists
    assert sum(share.cents for share in evening.shares) == 0
    if "rounding" in METHODS[rules.method].needs:
        assert all(share.cents % rules.rounding == 0 for share in evening.shares)
        assert not rules.cap or all(share.cents >= -rules.cap for share in evening.shares if share.party is not KITTY)
    paid = net_amounts(evening.transfers)
    assert paid.get(KITTY, 0) >= 0


@laws
@given(evenings(), all_rules())
def test_every_reason_can_be_said(totals: list[Total], rules: MoneyRules) -> None:
    (evening,) = settle_tables([totals], rules).lists
    for share in evening.shares:
        numbers = dict(share.reason.numbers)
        for text in (REASONS[share.reason.key], *(text for key, text in THEN.items() if key in numbers)):
            text.format(**numbers)
