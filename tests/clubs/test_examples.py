"""The examples on the rules page agree with rules.md 3."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from dokoclub.clubs.texts.examples import EXAMPLES, TABLE, format_results
from dokoclub.clubs.texts.rulebook import CHAPTERS, write_examples
from scoring.rules.presets import DDV, HAUSRUNDE, PRESETS
from tests.scoring.game_problems import find_problems

# The examples of rules.md 3 that show the same situations.
PAPER = """
120_re          | Kontra +4           | Kontra +4           | Kontra +4           | Kontra +4
120_kontra      | Re +3               | Re +3               | Re +3               | Kontra +4
120_both        | Kontra +6           | Kontra +6           | Re +5               | Kontra +8
no90_lost       | Kontra +5           | Kontra +5           | Kontra +6           | Kontra +6
no60_kontra     | Kontra +8           | Kontra +8           | Kontra +10          | Kontra +16
240_trick       | Re +4               | Re +5               | Re +4               | Re +4
solo_lost       | Kontra +1 · Re −3   | Kontra +2 · Re −6   | Kontra +1 · Re −3   | Kontra +9
solo_doppelkopf | Re +3 · Kontra −1   | Re +6 · Kontra −2   | Re +6 · Kontra −2   | Re +9
solo_re         | Re +12 · Kontra −4  | Re +12 · Kontra −4  | Re +12 · Kontra −4  | Re +18
re_won          | 0                   | 0                   | 0                   | Kontra +2
"""
LINES = [[cell.strip() for cell in line.split("|")] for line in PAPER.strip().splitlines()]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line[0])
def test_they_say_what_the_rule_books_say(line: list[str]) -> None:
    key, *expected = line
    assert [format_results(PRESETS[preset].rules)[key] for preset in ("ddv", "ham", "parlett", "forum")] == expected


def test_nobody_wins_is_said() -> None:
    with translation.override("de"):
        assert format_results(DDV)["both_no60"] == "keiner gewinnt, Re +3"


def test_bock_is_told_by_levels() -> None:
    with translation.override("de"):
        told = format_results(HAUSRUNDE)
        assert told["bock_lost"] == "Bock: 4 Spiele ×2"
        assert told["bock_in_bock"] == "Bock: 3 Spiele ×4, 1 Spiel ×2"
        assert told["bock_solo"] == "Bock: 4 Spiele ×2"
        assert format_results(DDV)["bock_lost"] == "kein Bock"
        assert (told["bock_game"], format_results(DDV)["bock_game"]) == ("Re +4", "Re +2")


def test_a_solo_in_a_bock_game_can_count_as_ever() -> None:
    assert HAUSRUNDE.bock is not None
    plain = replace(HAUSRUNDE, bock=replace(HAUSRUNDE.bock, in_solo=False))
    assert [format_results(rules)["bock_game_solo"] for rules in (HAUSRUNDE, plain)] == [
        "Re +6 · Kontra −2",
        "Re +3 · Kontra −1",
    ]
    assert format_results(plain)["bock_game"] == format_results(HAUSRUNDE)["bock_game"]


def test_the_list_is_told() -> None:
    with translation.override("de"):
        assert format_results(DDV)["dealer"] == "dann gibt Anna"
        assert format_results(replace(DDV, dealer_after_solo="next"))["dealer"] == "dann gibt Ben"
        assert format_results(DDV)["duty"] == "ein Pflichtsolo schulden noch Anna, Cleo, Dora, Vorführung ab Spiel 22"
        assert (
            format_results(replace(DDV, games_per_list=None))["duty"]
            == "ein Pflichtsolo schulden noch Anna, Cleo, Dora"
        )
        assert format_results(HAUSRUNDE)["duty"] == "niemand schuldet ein Solo"


def test_the_sheet_is_told_with_both_parties() -> None:
    assert format_results(DDV)["written"] == "Re +4 · Kontra −4"
    assert format_results(replace(DDV, notation="plus_only"))["written"] == "Re +4 · Kontra ±0"
    assert format_results(replace(DDV, notation="minus_only"))["written"] == "Re ±0 · Kontra −4"


def test_each_is_a_game_that_can_have_happened() -> None:
    for example in EXAMPLES:
        for game in example.games:
            assert find_problems(game, HAUSRUNDE) == []
            assert set(game.players) == set(TABLE)


def test_every_chapter_that_changes_points_has_examples() -> None:
    assert {example.chapter for example in EXAMPLES} == {chapter.key for chapter in CHAPTERS} - {"table"}
    assert len({example.key for example in EXAMPLES}) == len(EXAMPLES)


def test_what_comes_out_differently_says_how_it_was() -> None:
    told = {one.key: one for one in write_examples(PRESETS["parlett"].rules, DDV)["calls"]}
    assert (told["no90_lost"].result, told["no90_lost"].until_now) == ("Kontra +6", "Kontra +5")
    assert told["re_won"].until_now == ""


CHANGES: dict[str, Any] = {
    "re_needs_120": "never",
    "kontra_needs_121": "kontra_any",
    "schwarz": "zero_points",
    "ansage": "double",
    "ansage_points": 3,
    "absage_points": 2,
    "against": "none",
    "no_winner_keeps": (),
    "extras": {},
    "extras_solo": {"doppelkopf": 1},
    "karlchen_cap": 1,
    "gegen_die_alten": 2,
    "gegen_die_alten_solo": True,
    "gegen_die_alten_armut": False,
    "solo_points": 1,
    "notation": "plus_only",
    "bock": None,
    "pflichtsolo": True,
    "dealer_after_solo": "next",
}


@pytest.mark.parametrize("key", CHANGES)
def test_a_change_shows_in_the_examples_of_its_chapter(key: str) -> None:
    [chapter] = [chapter.key for chapter in CHAPTERS if key in chapter.parameters]
    changed = replace(HAUSRUNDE, **{key: CHANGES[key]})
    assert any(one.until_now for one in write_examples(changed, HAUSRUNDE)[chapter])
