"""Laws for every settled evening, with any games and any method."""

import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring.money.methods import METHODS, MoneyRules, Total
from scoring.money.settlement import settle_tables
from scoring.money.transfers import KITTY, Party, Transfer, net_amounts
from tests.scoring.money_paper import laws

POINTS = st.lists(st.integers(-60, 60), min_size=1, max_size=10)
ABSENT = st.lists(st.integers(1, 20), max_size=3)
RULES = st.builds(
    MoneyRules,
    method=st.sampled_from(list(METHODS)),
    stake=st.integers(1, 20),
    scope=st.sampled_from(["evening", "table"]),
    cash_box_share=st.integers(0, 100),
    present=st.sampled_from([0, 200]),
    absent=st.sampled_from([0, 300]),
)


@st.composite
def evenings(draw: st.DrawFn) -> list[list[Total]]:
    """Return one to three tables with points that each add up to 0 or less; players may sit at several."""
    found = []
    for _ in range(draw(st.integers(1, 3))):
        points = draw(POINTS)
        players = draw(st.permutations(range(1, 13)))[: len(points)]
        games = draw(st.lists(st.integers(0, 24), min_size=len(points), max_size=len(points)))
        points[-1] -= max(0, sum(points))
        minus = [max(0, -number) + draw(st.integers(0, 30)) for number in points]
        seats = zip(players, points, games, minus, strict=True)
        found.append([Total(player, number, count, minus=lost) for player, number, count, lost in seats])
    return found


@laws
@given(evenings(), RULES, ABSENT)
def test_payments_are_debts_to_the_cent(tables: list[list[Total]], rules: MoneyRules, absent: list[int]) -> None:
    settlement = settle_tables(tables, rules, absent)
    for listing in (*settlement.lists, settlement.flat):
        assert sum(share.cents for share in listing.shares) == 0
        paid = net_amounts(listing.transfers)
        assert {party: cents for party, cents in paid.items() if cents} == {
            share.party: share.cents for share in listing.shares if share.cents
        }
        assert all(transfer.cents > 0 for transfer in listing.transfers)


@laws
@given(evenings(), RULES, ABSENT)
def test_nobody_both_pays_and_gets_within_a_list(
    tables: list[list[Total]], rules: MoneyRules, absent: list[int]
) -> None:
    settlement = settle_tables(tables, rules, absent)
    for listing in (*settlement.lists, settlement.flat):
        payers = {transfer.payer for transfer in listing.transfers}
        assert payers.isdisjoint(transfer.receiver for transfer in listing.transfers)
        assert KITTY not in payers


@laws
@given(evenings(), RULES, ABSENT, st.randoms(use_true_random=False))
def test_exchanging_names_exchanges_names_alone(
    tables: list[list[Total]], rules: MoneyRules, absent: list[int], chance: random.Random
) -> None:
    numbers = list(range(1, 21))
    other = dict(zip(numbers, chance.sample(numbers, 20), strict=True))
    renamed = [[seat._replace(player=other[seat.player]) for seat in table] for table in tables]
    one, two = settle_tables(tables, rules, absent), settle_tables(renamed, rules, [other[who] for who in absent])
    names: dict[Party, Party] = {KITTY: KITTY, **dict[Party, Party](other.items())}
    for before, after in zip((*one.lists, one.flat), (*two.lists, two.flat), strict=True):
        assert tuple(
            Transfer(names[payer], names[receiver], cents) for payer, receiver, cents in before.transfers
        ) == tuple(after.transfers)
        assert [share._replace(party=names[share.party]) for share in before.shares] == list(after.shares)


@laws
@given(evenings())
def test_between_players_everybody_gets_points_times_stake(tables: list[list[Total]]) -> None:
    (evening,) = settle_tables(tables, MoneyRules(stake=7)).lists
    for share in evening.shares:
        if share.party is not KITTY:
            assert share.cents == 7 * sum(
                seat.points for table in tables for seat in table if seat.player == share.party
            )


@laws
@given(evenings(), st.integers(0, 100))
def test_a_better_winner_never_gets_less(tables: list[list[Total]], share: int) -> None:
    (evening,) = settle_tables(tables, MoneyRules(method="split", stake=3, cash_box_share=share)).lists
    won = sorted(
        (dict(one.reason.numbers)["points"], one.cents) for one in evening.shares if one.reason.key == "part_of_pot"
    )
    for (fewer, less), (more, gets) in pairwise(won):
        assert less <= gets
        assert fewer < more or gets - less <= 1
