"""The rules on one sheet of paper: short, made from the rules, nothing that is not played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from dokoclub.clubs.texts.rule_summaries import MOST_DIFFERENT, write_paper
from dokoclub.settlement.models import ClubMoney
from scoring.money.methods import MoneyRules
from scoring.money.rules import store_money_rules
from scoring.rules.presets import DDV, FORUM, HAUSRUNDE, PRESETS
from scoring.rules.rules import Rules
from tests.cast import Cast
from tests.clubs.rules_form import founded_with
from tests.pages import seen

MOST_TERMS = 9
MOST_WORDS = 185  # with five differences from another preset; without any about 124


def paper(rules: Rules, preset: Rules = HAUSRUNDE, *money: str) -> dict[str, str]:
    with translation.override("de"):
        return {term.label: term.text or " | ".join(term.lines) for term in write_paper(rules, preset, money)}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_it_is_short_for_every_preset_in_both_languages(preset: str, language: str) -> None:
    with translation.override(language):
        terms = write_paper(PRESETS[preset].rules, PRESETS["parlett"].rules, ["5 Cent pro Punkt"])
    words = " ".join(" ".join([term.label, term.text, *term.lines]) for term in terms).split()
    assert len(terms) <= MOST_TERMS
    assert len(words) <= MOST_WORDS
    own = write_paper(PRESETS[preset].rules, PRESETS[preset].rules, ["5 Cent pro Punkt"])
    assert sum(len(f"{term.label} {term.text}".split()) for term in own) <= 130


def test_differences_stand_first_and_are_few() -> None:
    told = paper(replace(HAUSRUNDE, gegen_die_alten=2))
    assert next(iter(told)) == "Anders"
    assert told["Anders"] == "Gegen die Alten: 2"
    assert "Anders" not in paper(HAUSRUNDE)
    many = paper(FORUM, DDV)["Anders"].split(" | ")
    assert len(many) == MOST_DIFFERENT + 1
    assert many[-1].startswith("und ")


def test_what_is_not_played_is_left_out() -> None:
    told = paper(DDV, DDV)
    assert list(told) == ["Gewinnen", "Ansagen", "Sonderpunkte", "Solo", "Hochzeit"]
    assert {"Bock", "Armut", "Geld"} <= set(paper(HAUSRUNDE, HAUSRUNDE, "5 Cent pro Punkt"))


@pytest.mark.parametrize(
    ("changed", "term", "said"),
    [
        ({}, "Gewinnen", "Re ab 121 Augen, Kontra ab 120: 1 Punkt. Nur Kontra angesagt: umgekehrt."),
        ({"gegen_die_alten": 0, "limits": ("no60", "schwarz")}, "Gewinnen", "umgekehrt. Unter 60, schwarz: je 1."),
        ({}, "Ansagen", "Re oder Kontra 2, jede Absage 1. Mit 11 Karten, jede Absage eine Karte später."),
        ({"deck": 40}, "Ansagen", "Mit 9 Karten, jede Absage eine Karte später."),
        ({"call_cards": (12, 10, 9, 8, 7)}, "Ansagen", "Mit 12, 10, 9, 8, 7 Karten auf der Hand."),
        ({"ansage": "double", "call_cards": None}, "Ansagen", "Re oder Kontra verdoppelt, jede Absage 1."),
        (
            {"extras": {"fuchs": 1, "karlchen": 2}, "extras_solo": {"fuchs": 1}},
            "Sonderpunkte",
            "im Solo Fuchs gefangen.",
        ),
        ({"extras": {}}, "Sonderpunkte", "keine"),
        ({"pflichtsolo": True, "solo_leads": "soloist"}, "Solo", "Für jeden ein Pflichtsolo. Der Solist kommt raus."),
        ({}, "Bock", "Zählt doppelt, höchstens vierfach, so viele Spiele wie Spieler. Nach verlorenem Re oder Kontra"),
        ({"by_kind": {"hochzeit": {"points": 1}}}, "Hochzeit", "sonst Solo. 1 Punkt mehr."),
        ({"redeals": ()}, "Armut", "beide sind Re."),
    ],
)
def test_each_sentence_follows_the_rules(changed: dict[str, Any], term: str, said: str) -> None:
    assert said in paper(replace(HAUSRUNDE, **changed))[term]


def test_the_page_begins_with_it_and_folds_the_rest(dora: Client, cast: Cast) -> None:
    founded_with(cast.club, "ddv")
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    sheet, _fold, details = page.partition("Alle Einzelheiten")
    assert "Re ab 121 Augen" in sheet
    assert "Geld" not in sheet
    assert "Turnier-Spielregeln" in details


def test_money_stands_on_it_once_the_club_has_chosen(dora: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/rules/"
    assert "pro Punkt" not in seen(dora.get(url)).partition("Alle Einzelheiten")[0]
    ClubMoney.objects.create(club=cast.club, rules=store_money_rules(MoneyRules()))
    assert "pro Punkt" in seen(dora.get(url)).partition("Alle Einzelheiten")[0]
