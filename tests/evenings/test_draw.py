"""Tables of four and five for everybody present."""

import pytest

from dokoclub.evenings.forms import seats
from scoring.tournament.sizes import table_sizes


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (4, [4]),
        (5, [5]),
        (6, [6]),
        (7, [7]),
        (8, [4, 4]),
        (9, [5, 4]),
        (10, [5, 5]),
        (11, [6, 5]),
        (12, [4, 4, 4]),
        (15, [5, 5, 5]),
        (23, [5, 5, 5, 4, 4]),
        (35, [5, 5, 5, 4, 4, 4, 4, 4]),
    ],
)
def test_how_large_the_tables_are(people: int, sizes: list[int]) -> None:
    assert table_sizes(people) == sizes


@pytest.mark.parametrize("people", range(12, 60))
def test_only_fours_and_fives_for_twelve_and_more(people: int) -> None:
    assert set(table_sizes(people)) <= {4, 5}
    assert sum(table_sizes(people)) == people


def test_three_are_too_few() -> None:
    with pytest.raises(ValueError, match="3"):
        table_sizes(3)


def test_by_lot_everybody_sits_once_and_the_seed_decides() -> None:
    people = list("ABCDEFGHI")
    drawn = seats.by_lot(people, 1)

    assert [len(table) for table in drawn] == [5, 4]
    assert sorted(player for table in drawn for player in table) == people
    assert seats.by_lot(people, 1) == drawn
    assert any(seats.by_lot(people, seed) != drawn for seed in range(2, 5))
    assert people == list("ABCDEFGHI")


def test_by_the_standing_the_best_sit_together() -> None:
    assert seats.by_standing(list("ABCDEFGHI")) == [list("ABCDE"), list("FGHI")]
