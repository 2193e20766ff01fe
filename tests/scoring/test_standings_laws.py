"""Laws for every league, with any games."""

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scoring.league.records import Record, evenings_by_player
from scoring.league.rules import StandingsRules
from scoring.league.standings import Correction, Number, Row, Standing, rank_players
from tests.scoring.league_paper import CORRECTIONS, RECORDS, RULES, laws


@laws
@given(RECORDS, RULES, CORRECTIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_records_changes_nothing(
    paper: list[Record], rules: StandingsRules, corrections: list[Correction], chance: random.Random
) -> None:
    shuffled = chance.sample(paper, len(paper))
    one = rank_players(paper, rules, corrections=corrections, guests={5})
    assert rank_players(shuffled, rules, corrections=corrections, guests={5}) == one


@laws
@given(RECORDS, RULES, CORRECTIONS)
def test_ranks_are_shared_by_equals_alone_and_count_who_is_before(
    paper: list[Record], rules: StandingsRules, corrections: list[Correction]
) -> None:
    rows = rank_players(paper, rules, corrections=corrections, guests={5}).rows
    ranked = [row for row in rows if row.rank is not None]
    assert list(rows[: len(ranked)]) == ranked

    def level(row: Row) -> tuple[bool, Number]:
        assert row.score is not None
        return row.standing is not Standing.LAST, row.score

    unknown = {level(row) for row in ranked if row.total.unknown_games}

    def merit(row: Row) -> tuple[bool, Number, int, int]:
        """Return the sort key; games won are ignored where some are not known."""
        return (*level(row), *((0, 0) if level(row) in unknown else (row.total.won, row.total.solos_won)))

    for row in ranked:
        assert row.rank == 1 + sum(merit(other) > merit(row) for other in ranked)


@laws
@given(RECORDS, st.integers(1, 4))
def test_the_best_n_are_the_best_choice_of_n(paper: list[Record], best: int) -> None:
    """They are compared with every choice of N attended evenings."""
    ranked = rank_players(paper, StandingsRules(counting="best", counting_evenings=best))
    for row in ranked.rows:
        attended = [one.counts.scores for one in row.evenings if one.attended]
        always = sum(one.counts.scores for one in row.evenings if not one.attended)
        choices = combinations(attended, min(best, len(attended)))
        assert row.score == max(map(sum, choices)) + always


@laws
@given(RECORDS)
def test_nothing_is_lost_between_records_and_rows(paper: list[Record]) -> None:
    rows = rank_players(paper, StandingsRules()).rows
    assert sum(row.points for row in rows) == sum(record.counts.scores for record in paper)
    assert sum(row.total.games for row in rows) == sum(record.counts.games for record in paper)
    assert {row.player for row in rows} == evenings_by_player(paper).keys()
