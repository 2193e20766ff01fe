"""The rules page marks where a preset interprets its source text, and scores the examples printed in the text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.utils import translation

from dokoclub.clubs.texts.examples import write_published
from dokoclub.clubs.texts.rulebook import CHAPTERS, write_pages
from scoring.contract.published import PUBLISHED
from scoring.rules.presets import FORUM, HAM, PRESETS, WIKIPEDIA2010
from scoring.rules.readings import READINGS
from tests.cast import Cast
from tests.clubs.rules_form import founded_with
from tests.pages import seen


@pytest.mark.parametrize("key", PRESETS)
def test_every_reading_of_a_preset_stands_with_its_parameter(key: str) -> None:
    preset = PRESETS[key]
    with translation.override("en"):
        told = [
            reading for page in write_pages(preset.rules, preset) for line in page.lines for reading in line.readings
        ]
    assert sorted(told) == sorted(reading.why for reading in READINGS if reading.preset == key)
    parameters = {parameter for chapter in CHAPTERS for parameter in chapter.parameters}
    assert {reading.parameter for reading in READINGS} <= parameters


def test_a_club_that_plays_otherwise_is_told_no_reading() -> None:
    changed = replace(HAM, kontra_needs_121="any_call", re_needs_120="never")
    with translation.override("en"):
        lines = [line for page in write_pages(changed, PRESETS["ham"]) for line in page.lines]
    assert [line.readings for line in lines if line.label == "Kontra needs 121"] == [[]]


def test_the_page_says_what_does_not_follow_the_text(dora: Client, cast: Cast) -> None:
    founded_with(cast.club, "ham")
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    assert "Unsere Lesart: Anders als der Text: Er verlangt nach jeder Ansage 121 Augen vom Sieger" in page
    founded_with(cast.club, "forum")
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    assert "Der Rang der Soli: Trumpfsolo, Farbsolo, Damensolo, Bubensolo, Fleischloser." in page
    assert "Schweine: beide Karo-Asse auf einer Hand, wenn angesagt; sie zwingen zu Re oder Kontra. Hyper" in page
    assert "dann zwingen 30 Augen in diesem Stich keinen von beiden" in page


@pytest.mark.parametrize(("preset", "number"), [("ham", 4), ("parlett", 6), ("wikipedia2010", 5), ("ddv", 5)])
def test_the_page_folds_the_examples_of_the_text(dora: Client, cast: Cast, preset: str, number: int) -> None:
    founded_with(cast.club, preset)
    page = dora.get(f"/clubs/{cast.club.pk}/rules/")
    assert f"{number} Beispiele aus dem Text" in seen(page)
    assert re.search(r"<details class=\"more published\">", page.content.decode())


def test_a_text_without_examples_has_no_fold(dora: Client, cast: Cast) -> None:
    founded_with(cast.club, "forum")
    assert "aus dem Text" not in seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))


def test_an_example_is_recorded_and_reckoned() -> None:
    with translation.override("de"):
        *_others, solo = write_published("wikipedia2010", WIKIPEDIA2010, WIKIPEDIA2010)
        assert solo._asdict() == {
            "situation": "Ein Solist hat Re, keine 90 angesagt und hat 87",
            "recorded": "Trumpfsolo · 87:153 · Re: keine 90",
            "items": [
                "gewonnen 1",
                "unter 90 gespielt 1",
                "Re angesagt 2",
                "keine 90 abgesagt (Re) 1",
                "gegen keine 90 1",
                "gegen die Alten 1",
            ],
            "result": "Kontra +7 · Re −21",
            "is_printed": True,
            "here": "",
        }
        first, *_others = write_published("ham", HAM, FORUM)
        assert (first.result, first.here) == ("Re +5 · Kontra −5", "Re +6 · Kontra ±0")


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_reckoned_sums_to_what_the_text_prints(language: str) -> None:
    with translation.override(language):
        for key, preset in PRESETS.items():
            examples = [example for example in PUBLISHED.values() if example.preset == key]
            for example, worked in zip(examples, write_published(key, preset.rules, preset.rules), strict=True):
                points = [int(item.rpartition(" ")[2].replace("−", "-")) for item in worked.items]
                assert sum(points) == example.expect["value"], example.key
