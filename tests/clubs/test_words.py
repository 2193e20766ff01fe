"""Every key of scoring has a text, and every text a key."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from django.utils import translation

from dokoclub.clubs.texts import games
from dokoclub.clubs.texts import rules as words
from dokoclub.clubs.texts.rulebook import CHAPTERS, get_source
from scoring.contract import reckoning_text
from scoring.game.game import Outcome
from scoring.game.kind import SIDES
from scoring.game.score import BANDS
from scoring.game.value import judge_outcome
from scoring.game.verdict import reason_for
from scoring.rules.parameters import BOCK_PARAMETERS, PARAMETERS
from scoring.rules.presets import HAUSRUNDE, PRESETS
from scoring.rules.values import AnyOf, OneOf, Values, Whole
from scoring.terms import ABSAGE_KEYS, Call, Party

ALL: dict[str, Values | None] = {
    **{key: parameter.values for key, parameter in PARAMETERS.items()},
    **{f"bock.{key}": parameter.values for key, parameter in BOCK_PARAMETERS.items()},
}


def test_every_parameter_has_a_label_and_a_sentence() -> None:
    assert set(words.PARAMETERS) == set(ALL)


def test_every_parameter_stands_in_one_chapter() -> None:
    told = [key for chapter in CHAPTERS for key in chapter.parameters]
    assert sorted(told) == sorted(ALL)


@pytest.mark.parametrize("key", ALL)
def test_every_value_has_a_word(key: str) -> None:
    values = ALL[key]
    match values:
        case OneOf(words=known):
            assert list(words.VALUES[key]) == [str(word) for word in known]
        case AnyOf(words=known):
            assert set(words.VALUES[key]) == {str(word) for word in known}
        case Whole(word=str() as word):
            assert list(words.VALUES[key]) == [word]
        case Whole(nullable=True):
            assert key in words.NOTHING
        case _:
            assert key not in words.VALUES


def test_every_source_is_spelled_out() -> None:
    cited = {part.split()[0] for key in ALL for part in get_source(key).split("; ")}
    assert cited <= set(words.SOURCES)
    assert {preset.cited_as for preset in PRESETS.values() if preset.cited_as} <= set(words.SOURCES)


def test_every_absage_has_a_word() -> None:
    assert set(games.ABSAGEN) == set(ABSAGE_KEYS.values())


def test_every_line_of_a_reckoning_has_words() -> None:
    outcomes = [
        Outcome(low, no_tricks, re, kontra, side)
        for (low, _high, no_tricks), re, kontra, side in product(BANDS, Call, Call, SIDES)
    ]
    keys, factors, reasons = set(), set(), set()
    of_houses = [
        replace(PRESETS["ddv"].rules, raises=1, by_kind={"normal": {"points": 1}, "armut": {"points": 1}}),
        replace(PRESETS["forum"].rules, raises=1, ansage="double_game"),
        replace(PRESETS["ddv"].rules, by_kind={"hochzeit": {"points": 1}, "solo": {"fixed": (1, 1)}}, at_120="double"),
        replace(PRESETS["forum"].rules, raises=1),
    ]
    outcomes += [one._replace(raises=1) for one in outcomes] + [
        one._replace(side="hochzeit") for one in outcomes if one.side == "normal"
    ]
    for rules in (*(PRESETS[preset].rules for preset in ("ddv", "forum", "parlett")), *of_houses):
        for outcome in outcomes:
            verdict = judge_outcome(rules, outcome)
            keys |= {item.key for item in verdict.items}
            multiplying = (*verdict.if_re, *verdict.if_kontra, *verdict.of_game, *verdict.at_120)
            factors |= {factor.key for factor in multiplying}
            reasons |= {reason_for(rules, outcome, party).key for party in Party}
    assert keys | {"bock", "no_turn"} == set(games.ITEMS)
    assert factors | {"bock", "bock_game", "steps", "written"} == set(reckoning_text.FACTORS)
    assert reasons == set(reckoning_text.NEEDED)


def test_an_own_extra_has_its_own_name() -> None:
    assert games.extra_name("dulle", {"dulle": "Dulle gefangen"}) == "Dulle gefangen"
    assert games.extra_name("dulle", {}) == "dulle"
    assert games.short_extra_name("dulle", {"dulle": "Dulle gefangen"}) == "Dulle gefangen"


def test_an_extra_is_called_shorter_on_a_button() -> None:
    with translation.override("de"):
        assert (games.extra_name("fuchs", {}), games.short_extra_name("fuchs", {})) == ("Fuchs gefangen", "Fuchs")
        assert games.short_extra_name("karlchen", {}) == "Karlchen"


def test_with_the_queen_of_clubs_karlchen_is_lieschen_mueller() -> None:
    queen = replace(HAUSRUNDE, karlchen_card="queen", extra_names={"karlchen": "Karl", "dulle": "Dulle"})
    with translation.override("de"):
        own = games.own_names(queen)
        assert games.own_names(replace(queen, karlchen_card="jack")) == {"dulle": "Dulle"}
        assert games.extra_name("karlchen", own) == "Lieschen Müller"
        assert games.extra_name("karlchen_gefangen", own) == "Lieschen Müller gefangen"
        assert [games.short_extra_name(key, own) for key in ("karlchen", "fuchs", "dulle")] == [
            "Lieschen",
            "Fuchs",
            "Dulle",
        ]
        assert games.item_name("karlchen", queen) == "Lieschen Müller"


def test_against_tells_augen_only_where_they_count() -> None:
    with translation.override("de"):
        assert games.item_name("against_no90", replace(HAUSRUNDE, against="30_over")) == "120 gegen keine 90"
        assert games.item_name("against_no90", replace(HAUSRUNDE, against="per_level")) == "gegen keine 90"
        assert games.item_name("won", replace(HAUSRUNDE, against="per_level")) == "gewonnen"
        assert games.item_name("dulle", replace(HAUSRUNDE, extra_names={"dulle": "Dulle"})) == "Dulle"


@pytest.mark.parametrize(("language", "name"), [("de", "Hausrunde"), ("en", "House rules")])
def test_presets_are_called_by_their_language(language: str, name: str) -> None:
    with translation.override(language):
        assert dict(words.preset_choices())["hausrunde"] == name
