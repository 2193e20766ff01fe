"""The rules at the table: asked in the form, and shown on the rules page in players' words."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.utils import translation

from dokoclub.clubs.forms.rule_fields import MOST_ROWS
from dokoclub.clubs.forms.rules import RulesForm, initial_of_rules
from dokoclub.clubs.texts.rule_summaries import format_calls, format_table
from dokoclub.clubs.texts.rulebook import compare_rules
from scoring.rules.parameters import OF_THE_TABLE
from scoring.rules.presets import DDV, FORUM, HAM, HAUSRUNDE, PRESETS
from scoring.rules.rules import Rules, restore_rules
from tests.cast import Cast
from tests.clubs.rules_form import founded_with, put, sent
from tests.pages import seen

NAMES_TYPED = ("", "Schweine", "schweine", "Damensolo", "Hochzeit", "fünf Neunen", "Fuchs 1; Quatsch 2", "x" * 60)
STEPS = ("ansage", "no90", "no60", "no30", "schwarz")
LATE = {f"call_cards__{step}": number for step, number in zip(("ansage", "no90", "no60", "no30"), "9876", strict=True)}


def read(rules: Rules, **changes: Any) -> Rules:
    form = RulesForm(sent(rules, **changes))
    assert form.is_valid(), form.errors
    assert form.rules is not None
    return form.rules


def errors(rules: Rules, **changes: Any) -> dict[str, list[str]]:
    form = RulesForm(sent(rules, **changes))
    assert not form.is_valid()
    return {field: [str(problem) for problem in found] for field, found in form.errors.items()}


# --- The form ---------------------------------------------------------------------------------------------------------


def test_cards_in_hand_are_asked_for_each_step() -> None:
    assert read(DDV, **LATE, call_cards__schwarz="5").call_cards == (9, 8, 7, 6, 5)
    assert read(HAM, **{f"call_cards_hochzeit__{step}": "" for step in STEPS}).call_cards_hochzeit is None


def test_some_steps_alone_are_not_enough() -> None:
    with translation.override("de"):
        wrong = errors(DDV, call_cards__no60="", call_cards__schwarz="", call_cards__ansage="13")
        assert wrong == {
            "call_cards.ansage": ["Höchstens 12."],
            "call_cards.no60": ["Alle fünf oder keine."],
        }


def test_deadlines_and_reasons_that_were_left_alone_follow_the_deck() -> None:
    form = RulesForm(sent(FORUM, preset="forum", deck="40"), in_force=FORUM)
    assert form.is_valid(), form.errors
    assert form.rules is not None
    assert form.rules.call_cards == (9, 8, 7, 6, 5)
    assert form.rules.redeals == ("kings", "armut_refused", "double_armut")
    again = RulesForm(sent(form.rules, preset="forum", call_cards__schwarz="4"), in_force=form.rules)
    assert again.is_valid(), again.errors
    assert again.rules == replace(form.rules, call_cards=(9, 8, 7, 6, 4))
    begun_with_a_preset = RulesForm(sent(HAM, preset="ham", deck="40"), in_force=FORUM)
    assert begun_with_a_preset.is_valid(), begun_with_a_preset.errors
    assert begun_with_a_preset.rules is not None
    assert begun_with_a_preset.rules.call_cards_hochzeit == (7, 6, 5, 4, 3)


def test_what_nobody_can_follow_at_the_table_is_told_at_its_field() -> None:
    with translation.override("de"):
        assert errors(FORUM, deck="40", call_cards__ansage="12") == {
            "call_cards.ansage": ["Eine Hand hat 10 Karten: Mit 12 auf der Hand kann niemand ansagen."],
            "redeals": ["Ohne Neunen hat niemand fünf davon. Nimm stattdessen fünf Könige."],
        }
        assert set(errors(DDV, solos=[])) == {"solos"}
        assert set(errors(HAUSRUNDE, armut=None)) == {"redeals"}
        assert set(errors(DDV, forced_ansage=["marks"])) == {"forced_ansage"}
        assert set(errors(DDV, call_cards__no90="12")) == {"call_cards.ansage"}


def test_a_mark_gets_a_key_that_stays_and_may_force_an_ansage() -> None:
    added = read(DDV, mark__0__name="Frösche", mark__0__forces="on", mark__1__name="Hyperschweine")
    assert added.marks == {"froesche": "Frösche", "hyperschweine": "Hyperschweine"}
    assert added.marks_force_ansage == ("froesche",)
    renamed = read(added, mark__0__name="Große Frösche", mark__0__forces=None)
    assert (dict(renamed.marks)["froesche"], renamed.marks_force_ansage) == ("Große Frösche", ())
    assert read(renamed, mark__0__name="").marks == {"hyperschweine": "Hyperschweine"}


def typed_anyhow(field: forms.Field, chance: random.Random) -> Any:
    """Return something that a browser may send for this field."""
    words = [str(key) for key, _ in getattr(field, "choices", ())]
    if isinstance(field, forms.MultipleChoiceField):
        return chance.sample(words, chance.randint(0, len(words)))
    if words:
        return chance.choice(["skat", *words])
    if isinstance(field, forms.IntegerField):
        return chance.choice(["", "x", *map(str, range(13))])
    return chance.random() < 0.5 if isinstance(field, forms.BooleanField) else chance.choice(NAMES_TYPED)


@pytest.mark.parametrize("seed", range(60))
def test_any_combination_gives_rules_or_a_sentence_at_its_field(seed: int) -> None:
    chance = random.Random(seed)
    preset = chance.choice(list(PRESETS))
    rules = PRESETS[preset].rules
    data = sent(rules, preset=preset)
    for name, field in RulesForm(initial=initial_of_rules(rules)).fields.items():
        if name not in data and not isinstance(field, (forms.BooleanField, forms.MultipleChoiceField)):
            put(data, name, "")  # free rows
    fields = RulesForm(data, in_force=rules).fields
    rows = [
        name for name in fields if seed % 2 or name.startswith(("kind", "own", "payment", "reason", "deck", "armut"))
    ]
    for name in chance.sample(rows, chance.randint(1, 14)):
        if name not in ("key", "expected", "preset"):
            put(data, name, typed_anyhow(fields[name], chance))
    form = RulesForm(data, in_force=rules)
    if form.is_valid():
        assert isinstance(form.rules, Rules)
        return
    assert form.errors
    for field_name, found in form.errors.items():
        assert field_name in form.fields
        assert all(str(problem) and "{" not in str(problem) for problem in found)


def test_two_marks_cannot_have_one_name_and_none_is_lost() -> None:
    assert set(errors(DDV, mark__0__name="Frösche", mark__1__name="frösche")) == {"mark.1.name"}
    assert set(errors(DDV, **{f"mark__{MOST_ROWS}__name": "Frösche"})) == {"__all__"}


def test_solos_stand_in_the_order_of_their_rank() -> None:
    ranked = read(DDV, solos=["damen", "herz", "pik"], rank__herz="1", rank__damen="2", rank__pik="")
    assert ranked.solos == ("herz", "damen", "pik")
    own = read(ranked, own_solo__0__name="Zehnersolo", own_solo__0__rank="1", rank__herz="2", rank__damen="3")
    assert own.solos == ("zehnersolo", "herz", "damen", "pik")
    assert set(errors(DDV, rank__damen="0")) == {"rank.damen"}


def test_the_note_of_a_preset_stays_that_note_in_every_language() -> None:
    for language in ("de", "en"):
        with translation.override(language):
            assert read(FORUM).table_notes == FORUM.table_notes
            assert read(FORUM, table_notes=" Wer gibt,\r\nkocht Kaffee. ").table_notes == "Wer gibt,\nkocht Kaffee."
            assert read(FORUM, table_notes="").table_notes == ""


def test_a_note_has_a_length() -> None:
    assert len(read(DDV, table_notes="ü" * 2000).table_notes) == 2000
    assert set(errors(DDV, table_notes="ü" * 2001)) == {"table_notes"}


# --- The rules page ---------------------------------------------------------------------------------------------------


def test_the_rules_page_has_a_chapter_of_it(dora: Client, cast: Cast) -> None:
    founded_with(cast.club, "forum")
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    chapter = page.partition("Am Tisch Karten")[2]
    assert "48, mit Neunen" in chapter
    assert "Re/Kontra: 11, keine 90: 10, keine 60: 9, keine 30: 8, schwarz: 7" in chapter
    assert "Schweine und Ähnliches Schweine, Hyperschweine" in chapter
    assert "Von zwei Herz-Zehnen (Dullen) sticht die zweite die erste." in chapter
    assert "Trumpfsolo, Kreuzsolo, Piksolo, Herzsolo, Damensolo, Bubensolo, Fleischloser" in page


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"call_cards": None}, "nicht festgelegt"),
        ({"call_cards": (9, 8, 7, 6, 5)}, "Re/Kontra: 9, keine 90: 8, keine 60: 7, keine 30: 6, schwarz: 5"),
        ({"deck": 40}, "40, ohne Neunen"),
        ({"marks": {"schweine": "Schweine"}}, "dazu Schweine"),
        ({"table_notes": "Wer gibt, kocht Kaffee."}, "Wer gibt, kocht Kaffee."),
        (
            {"solos": DDV.solos[::-1]},
            "in dieser Reihenfolge: Fleischloser, Herzsolo, Piksolo, Kreuzsolo, Trumpfsolo, Bubensolo, Damensolo",
        ),
    ],
)
def test_what_differs_from_the_preset_is_told(changed: dict[str, Any], said: str) -> None:
    with translation.override("de"):
        (difference,) = compare_rules(replace(DDV, **changed), DDV)
    assert difference.value == said


def test_when_what_may_be_announced_is_told_in_a_few_lines() -> None:
    with translation.override("de"):
        assert format_calls(HAUSRUNDE) == [
            "Karten auf der Hand: Re/Kontra: 11, keine 90: 10, keine 60: 9, keine 30: 8, schwarz: 7",
            "Bei einer Hochzeit gezählt ab dem Klärungsstich.",
            "Überspring keine Stufe.",
        ]
        assert format_calls(replace(HAM, skip_steps=True))[1:] == [
            "Karten auf der Hand bei einer Hochzeit: Re/Kontra: 9, keine 90: 8, keine 60: 7, keine 30: 6, schwarz: 5",
            "Stufen dürfen übersprungen werden.",
        ]
        assert format_calls(FORUM)[3:] == [
            (
                "Pflichtansagen: nach 30 Augen im ersten Stich, nach drei Farben in den ersten drei Stichen, "
                "durch Schweine und Ähnliches"
            ),
            "Zu Re oder Kontra zwingt: Schweine",
        ]


def test_a_club_that_laid_nothing_down_is_told_nothing() -> None:
    silent = replace(HAUSRUNDE, call_cards=None, redeals=(), table_notes="")
    assert (format_calls(silent), format_table(silent)) == ([], [])


def test_rules_from_before_there_was_anything_to_say_are_not_called_different() -> None:
    old = restore_rules(
        {"version": 2, **{key: value for key, value in FORUM.to_json().items() if key not in OF_THE_TABLE}}
    )
    assert isinstance(old, Rules)
    assert [difference.key for difference in compare_rules(old, FORUM)] == []


def test_a_duty_and_a_rank_are_told_beside_what_was_added() -> None:
    changed = replace(
        FORUM,
        marks={**FORUM.marks, "genscher": "Genscher"},
        marks_force_ansage=("hyperschweine",),
        solos=("damen", *(solo for solo in FORUM.solos if solo != "damen"), "zehner"),
        solo_names={"zehner": "Zehnersolo"},
    )
    with translation.override("de"):
        told = {difference.key: difference.value for difference in compare_rules(changed, FORUM)}
    assert told["marks"] == "dazu Genscher"
    assert told["marks_force_ansage"] == "dazu Hyperschweine; ohne Schweine"
    assert told["solos"].startswith("dazu Zehnersolo; in dieser Reihenfolge: Damensolo, Trumpfsolo, ")


def test_an_own_name_is_not_one_that_everybody_has() -> None:
    with translation.override("de"):
        assert set(errors(DDV, own_solo__0__name="damensolo", own__0__name="Fuchs gefangen")) == {
            "own_solo.0.name",
            "own.0.name",
        }
