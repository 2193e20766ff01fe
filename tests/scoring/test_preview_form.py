"""The preview of a game's value, from the fields of the form alone, with the reasons in phrases."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dokoclub.ui.texts import format_phrase
from scoring.contract import phone
from scoring.rules.presets import PRESETS
from scoring.rules.rules import Rules, override_rules, store_rules

FOUR = ["Anna", "Ben", "Cleo", "Dora"]


def preview(rules: str, fields: dict[str, str], level: int = 0, **overrides: Any) -> dict[str, Any]:
    read = override_rules(PRESETS[rules].rules, overrides)
    assert isinstance(read, Rules), read
    sheet = phone.open_sheet({"rules": store_rules(read), "players": FOUR, "first_dealer": "Anna"})
    assert isinstance(sheet, phone.Opened), sheet
    return phone.preview_form(sheet, fields, level)


def game(augen: int, **more: str) -> dict[str, str]:
    """Return a game with Anna and Ben as Re."""
    return {"kind": "normal", "re_party": "Anna Ben", "playing": " ".join(FOUR), "re_augen": str(augen), **more}


def points(**by_player: int) -> dict[str, str]:
    written = {f"points_{player.title()}": str(number) for player, number in by_player.items()}
    return {"kind": "more", "more": "manual", "playing": " ".join(FOUR), **written}


def problems(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["field"], one["problem"]) for one in told["problems"]]


def test_a_game_at_its_level_of_bock() -> None:
    told = preview("hausrunde", game(155, re_call="1", re_fuchs="1"), level=2)
    assert (told["winner"], told["value"]) == ("re", 20)
    assert told["scores"] == {"Anna": 20, "Ben": 20, "Cleo": -20, "Dora": -20}
    assert (told["starts"], told["rare"], told["missing"]) == (False, False, [])
    reckoning = told["reckoning"]
    assert format_phrase(reckoning["headline"]) == "Re gewinnt mit 155 Augen"
    assert [(format_phrase(one["text"]), one["points"]) for one in reckoning["items"]] == [
        ("gewonnen", 1),
        ("unter 90 gespielt", 1),
        ("Re angesagt", 2),
        ("Fuchs gefangen (Re)", 1),
    ]
    assert (reckoning["sum"], reckoning["value"]) == (5, 20)
    assert [(format_phrase(one["text"]), one["points"]) for one in reckoning["times"]] == [("Bock ×4", 20)]


def test_what_it_starts_and_what_cannot_be_made_of_the_cards() -> None:
    assert preview("hausrunde", game(100, re_call="1"))["starts"]
    assert preview("ddv", game(239))["rare"]
    assert not preview("ddv", game(0, step="kontra:211"))["rare"]


def test_points_by_hand_that_no_game_gives() -> None:
    """Under plus-only or minus-only rules the sign shows it at once; otherwise the sum must be zero."""
    no_game = [("points", "No game gives these points: enter winners and value.")]
    assert problems(preview("ddv", points(anna=3, ben=2, cleo=0, dora=0), notation="plus_only")) == no_game
    assert problems(preview("ddv", points(anna=-3, ben=-2, cleo=0, dora=0), notation="minus_only")) == no_game
    assert preview("ddv", points(anna=3, ben=3, cleo=0, dora=0), notation="plus_only")["scores"]["Ben"] == 3
    assert problems(preview("ddv", points(anna=3, ben=0, cleo=0, dora=0))) == [
        ("points", "A game's points must add up to 0.")
    ]


def test_rows_that_are_no_games() -> None:
    won = {"kind": "more", "more": "manual", "playing": " ".join(FOUR), "winners": "Anna Cleo", "value": "3"}
    assert preview("ddv", won)["scores"] == {"Anna": 3, "Cleo": 3, "Ben": -3, "Dora": -3}
    assert preview("ddv", won)["value"] == 3
    penalty = {"kind": "more", "more": "penalty", "points_Ben": "-5"}
    assert (preview("ddv", penalty)["value"], preview("ddv", penalty)["scores"]) == (None, {"Ben": -5})
    assert preview("ddv", {"kind": "more", "more": "redeal"})["scores"] == {}


def test_what_is_missing_and_what_cannot_be() -> None:
    assert problems(preview("ddv", game(155, re_augen=""))) == [("re_points", "Enter the card points.")]
    assert problems(preview("ddv", game(30, re_doppelkopf="1"))) == [
        ("extras.re.doppelkopf", "Each Doppelkopf has at least 40 card points; {party} has only {augen}.")
    ]


@pytest.mark.parametrize(
    ("mark", "by", "called", "hints"),
    [
        ("schweine", "Anna", {}, ["Schweine: Re fehlt"]),
        ("schweine", "Anna", {"kontra_call": "1"}, ["Schweine: Re fehlt"]),
        ("schweine", "Cleo", {"re_call": "2"}, ["Schweine: Kontra fehlt"]),
        ("schweine", "Anna", {"re_call": "2"}, []),
        ("hyperschweine", "Anna", {}, []),
    ],
)
def test_it_hints_at_the_ansage_that_a_mark_forces(
    mark: str, by: str, called: dict[str, str], hints: list[str]
) -> None:
    told = preview("forum", game(155, attribution=json.dumps({"marks": [{"key": mark, "by": by}]}), **called))
    assert [format_phrase(one) for one in told["missing"]] == hints
