"""Every problem of a line is reported, and reported once. rules.md 6."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.contract.cli import Answer, Desk, as_errors
from scoring.contract.reading import LARGEST

GAME: dict[str, Any] = {"kind": "normal", "re": ["A", "B"], "kontra": ["C", "D"], "re_points": 130}
HAND: dict[str, Any] = {"kind": "manual", "points": {"A": 1, "B": 1, "C": 1, "D": 1}}


def fields(answer: Answer | list[Any]) -> list[str]:
    assert isinstance(answer, list), answer
    return sorted(error["field"] for error in as_errors(answer))


def test_a_type_that_is_no_solo_is_told_once() -> None:
    game = GAME | {"kind": "solo", "re": ["A"], "kontra": ["B", "C", "D"], "solo": "x"}
    assert fields(Desk().score({"preset": "ddv", "game": game})) == ["solo"]


def test_somebody_from_elsewhere_is_told_once_a_list() -> None:
    line = {"preset": "ddv", "players": list("ABCD"), "games": [GAME | {"re": ["X", "X"]}]}
    assert fields(Desk().sheet(line)) == ["games[0].re", "games[0].re"]  # listed twice, and not at the table


@pytest.mark.parametrize(
    ("overrides", "told"),
    [
        ({"against": "x"}, "overrides.against"),
        ({"re_needs_120": "kontra_any"}, "overrides.kontra_needs_121"),
        ({"solo_factor": 5}, "overrides.solo_factor"),
        ({"gegen.x": 1}, "overrides.gegen.x"),
        ({"extras.foo": 1}, "overrides.extras.foo"),
    ],
)
def test_wrong_overrides_do_not_hide_wrong_points(overrides: dict[str, object], told: str) -> None:
    line = {"preset": "ddv", "overrides": overrides, "game": HAND}
    assert fields(Desk().score(line)) == sorted([told, "points"])


def test_a_number_too_large_for_any_answer_is_told_at_its_field() -> None:
    many = {"extras": {"re": {"dulle": LARGEST + 1}}}
    line = {"preset": "ddv", "overrides": {"extras": {"dulle": 20}}, "game": GAME | many}
    assert fields(Desk().score(line)) == ["extras.re.dulle"]


def test_the_largest_number_is_still_answered() -> None:
    many = {"extras": {"re": {"dulle": LARGEST}}}
    line = {"preset": "ddv", "overrides": {"extras": {"dulle": 20}}, "game": GAME | many}
    answer = Desk().score(line)
    assert isinstance(answer, dict)
    assert answer["value"] == 20 * LARGEST + 1


def test_only_the_rules_of_late_are_remembered() -> None:
    """Lines with ever new rules must not fill the memory."""
    desk = Desk()
    for points in range(20):
        desk.score({"preset": "ddv", "overrides": {"ansage_points": points}, "game": GAME})
    assert len(desk._scorers) <= 8
