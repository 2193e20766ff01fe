"""Hochzeit, stille Hochzeit, Armut, solos: rules.md 1.11, and the registries behind the forms."""

import pytest

from scoring.game.extras import EXTRAS
from scoring.game.game import is_rare
from scoring.rules.kinds import ALONE, DUTIES, KINDS, SOLOS
from scoring.rules.presets import PRESETS
from tests.scoring.paper import check, game, problems, score


@pytest.mark.parametrize("preset", PRESETS)
def test_a_hochzeit_with_a_partner_and_an_armut_are_normal_games(preset: str) -> None:
    for line in (
        {"Re": "AC", "Augen": "130", "extras": "re fuchs"},
        {"Re": "AC", "Augen": "110", "Re calls": "re", "Bock": "1"},
        {"Re": "AC", "Augen": "170", "Re calls": "no60", "Kontra calls": "no60", "extras": "kontra doppelkopf"},
    ):
        normal = score(game(line), preset)
        assert score(game({**line, "kind": "hochzeit"}), preset) == normal
        assert score(game({**line, "kind": "armut"}), preset) == normal


@pytest.mark.parametrize("preset", PRESETS)
def test_who_plays_alone_plays_a_solo_whatever_it_is_called(preset: str) -> None:
    for line in (
        {"Re": "B", "Augen": "130", "extras": "re fuchs"},
        {"Re": "B", "Augen": "110", "Re calls": "re", "Bock": "1"},
        {"Re": "B", "Augen": "240 schwarz", "Kontra calls": "kontra"},
    ):
        solo = score(game(line), preset)
        assert score(game({**line, "kind": "stille_hochzeit"}), preset) == solo
        assert score(game({**line, "kind": "hochzeit"}), preset) == solo


def test_nobody_found_the_hochzeit() -> None:
    check("""
    Re | Augen | kind            | extras   | Anna Ben Cleo Dora
    A  |   151 | hochzeit        | re fuchs | +6 -2 -2 -2
    A  |   151 | stille_hochzeit | re fuchs | +6 -2 -2 -2
    AB |   151 | hochzeit        | re fuchs | +3 +3 -3 -3
    """)


@pytest.mark.parametrize("solo", SOLOS)
def test_every_solo_scores_alike(solo: str) -> None:
    written = {**game({"Re": "A", "Augen": "130"}), "solo": solo}
    assert score(written)["balance"] == {"Anna": 3, "Ben": -1, "Cleo": -1, "Dora": -1}


def test_a_karosolo_is_a_trumpfsolo() -> None:
    written = {**game({"Re": "A", "Augen": "130"}), "solo": "karo"}
    assert score(written)["net"] == 1


def test_the_engine_scores_what_a_table_does_not_offer() -> None:
    """`solos` and `armut` only restrict the form; an old or other list is still scored with all its games."""
    check(
        """
        Re | Augen | kind  | value
        AB |   130 | armut | 1
        A  |   130 | solo  | 1
        """,
        armut=False,
        solos=[],
    )


def test_a_duty_changes_no_points() -> None:
    written = game({"Re": "A", "Augen": "130"})
    assert {score({**written, "duty": duty})["net"] for duty in (None, *DUTIES)} == {1}


def test_one_and_239_cannot_be_made_from_the_cards_but_are_scored() -> None:
    assert [augen for augen in range(241) if is_rare(augen)] == [1, 239]
    check("""
    Re | Augen | value
    AB |     1 | 5
    AB |   239 | 4
    """)


def test_a_club_has_solos_of_its_own() -> None:
    own = {"solo_names": {"zehner": "Zehnersolo", "damen": "Frauensolo"}, "solos": ["damen", "zehner"]}
    game = {"kind": "solo", "re": ["A"], "kontra": ["B", "C", "D"], "re_points": 130}
    for solo in ("zehner", "damen", "karo"):
        answer = score({**game, "solo": solo}, "handbook", **own)
        assert answer["scores"] == {"A": 3, "B": -1, "C": -1, "D": -1}
    assert "zehner" in problems({**game, "solo": "neuner"}, "handbook", **own)["solo"]
    assert list(problems({**game, "solo": "zehner"}, "handbook")) == ["solo"]
    assert score({**game, "solo": "zehner"}, "handbook", solo_names={"zehner": "Z"})["value"] == 1


def test_the_key_of_an_own_solo_is_neither_a_kind_nor_offered_without_a_name() -> None:
    solo = {"kind": "solo", "solo": "damen", "re": ["A"], "kontra": ["B", "C", "D"], "re_points": 130}
    assert problems(solo, solo_names={"armut": "Armensolo"}) == {
        "overrides.solo_names.armut": "A kind of game is called that already."
    }
    assert list(problems(solo, solos=["zehner"])) == ["overrides.solos"]
    assert list(problems(solo, solo_names={"zehner": ""}, solos=["zehner"])) == ["overrides.solo_names.zehner"]
    zehner = {**solo, "solo": "zehner"}
    assert list(problems(zehner, solo_names={"zehner": "", "Neuner": "N"}, solos=["zehner"])) == [
        "overrides.solo_names.zehner",
        "overrides.solo_names.Neuner",
    ]
    assert list(problems(zehner, solo_names=[])) == ["overrides.solo_names", "solo"]


def test_the_registries_hold_what_the_rules_name() -> None:
    assert list(KINDS) == ["normal", "hochzeit", "armut", "stille_hochzeit", "solo"]
    assert list(SOLOS) == ["damen", "buben", "koenige", "trumpf", "kreuz", "pik", "herz", "fleischlos"]
    assert list(DUTIES) == ["pflicht", "lust", "forced"]
    assert list(ALONE) == [*SOLOS, "stille_hochzeit"]
    assert {key: extra.most for key, extra in EXTRAS.items()} == {
        "fuchs": 2,
        "karlchen": 1,
        "karlchen_gefangen": 2,
        "doppelkopf": 4,
    }
    for registry in (KINDS, SOLOS, EXTRAS):
        assert all(entry.key == key and entry.source for key, entry in registry.items())
    assert not KINDS.keys() & SOLOS.keys()
