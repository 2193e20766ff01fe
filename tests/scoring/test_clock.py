"""When the time of a round is up: one game was in progress, open Pflichtsoli are played, nothing else begins."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.contract import phone
from scoring.game.clock import TIME_IS_UP
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules

NORMAL = {"kind": "normal", "re": ["A", "B"], "kontra": ["C", "D"], "re_points": 131}
SOLO = {"kind": "solo", "solo": "damen", "re": ["A"], "kontra": ["B", "C", "D"], "re_points": 131}
PENALTY = {"kind": "penalty", "points": {"A": -3}, "reason": "Zu spät"}
REDEAL = {"kind": "redeal"}


def write(rows: list[Any], facts: dict[str, Any], *, late: bool) -> dict[str, Any]:
    opened = phone.open_sheet(
        {"rules": store_rules(PRESETS["ddv"].rules), "players": ["A", "B", "C", "D"], "first_dealer": "A"}
    )
    change = {"at": len(rows), "is_new": True, "row": {"facts": facts, "attribution": {}, "note": ""}, "late": late}
    return phone.change_row(opened, rows, change)  # type: ignore[arg-type]


def after(*games: tuple[dict[str, Any], bool]) -> list[Any]:
    rows: list[Any] = []
    for facts, late in games:
        rows = write(rows, facts, late=late)["rows"]
    return rows


def problems(told: dict[str, Any]) -> list[str]:
    return [problem["problem"] for problem in told.get("problems", [])]


def test_the_game_in_progress_is_the_last() -> None:
    rows = after((NORMAL, False), (NORMAL, True))
    assert problems(write(rows, NORMAL, late=True)) == [TIME_IS_UP]
    assert problems(write(rows, NORMAL, late=False)) == [], "recorded in time, and sent later"


@pytest.mark.parametrize("facts", [SOLO, PENALTY, REDEAL], ids=["Pflichtsolo", "penalty", "dealt again"])
def test_what_is_no_game_begun_too_late(facts: dict[str, Any]) -> None:
    rows = after((NORMAL, True))
    assert problems(write(rows, facts, late=True)) == []
    assert problems(write(after((facts, True)), NORMAL, late=True)) == [], "it is not the game in progress"


def test_a_second_solo_is_no_open_pflichtsolo() -> None:
    rows = after((NORMAL, True), (SOLO, True))
    assert problems(write(rows, SOLO, late=True)) == [TIME_IS_UP]


def test_corrections_go_on() -> None:
    rows = after((NORMAL, False), (NORMAL, True))
    opened = phone.open_sheet(
        {"rules": store_rules(PRESETS["ddv"].rules), "players": ["A", "B", "C", "D"], "first_dealer": "A"}
    )
    row = {"facts": {**NORMAL, "re_points": 97}, "attribution": {}, "note": ""}
    for at, late in ((0, False), (1, True)):
        change = {"at": at, "is_new": False, "row": row, "late": late}
        assert problems(phone.change_row(opened, rows, change)) == []  # type: ignore[arg-type]
    struck = phone.change_row(opened, rows, {"at": 1, "is_new": False, "row": None})  # type: ignore[arg-type]
    assert problems(write(struck["rows"], NORMAL, late=True)) == [], "the other one was taken back"
