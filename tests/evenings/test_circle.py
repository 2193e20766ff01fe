"""The seat of a player who comes back."""

import pytest

from scoring.game.seat_order import order_circle, with_returned


@pytest.mark.parametrize(
    ("tables", "order"),
    [
        (["ABCDE"], "ABCDE"),
        (["ABCDE", "ACDE"], "ABCDE"),
        (["ABCDE", "BCDE", "BCDEF"], "ABCDEF"),
        (["ABCDEF", "ADEF"], "ABCDEF"),  # two neighbours left
        (["ABCDE", "DACE"], "DABCE"),  # remaining players changed places: B stays behind A
    ],
)
def test_who_is_gone_keeps_the_place_behind_his_neighbour(tables: list[str], order: str) -> None:
    assert "".join(order_circle(tables)) == order


@pytest.mark.parametrize(
    ("players", "player", "order", "after"),
    [
        ("ACDE", "B", "ABCDE", "ABCDE"),
        ("BCDE", "A", "ABCDE", "ABCDE"),
        ("ABCD", "E", "ABCDE", "ABCDE"),
        ("DEAC", "B", "ABCDE", "DEABC"),
        ("ABCD", "F", "ABCDE", "ABCDF"),  # a newcomer
    ],
)
def test_who_returns_sits_there_again(players: str, player: str, order: str, after: str) -> None:
    assert "".join(with_returned(players, player, order)) == after
