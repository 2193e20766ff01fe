"""/clubs/…/rules/edit/questions/: twelve questions set up the rules; each can be left out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.http import QueryDict
from django.test import Client

from dokoclub.clubs.forms.twelve_questions import ASKED, TwelveForm
from dokoclub.clubs.texts.rulebook import find_nearest_preset
from scoring.rules.presets import FORUM, HAUSRUNDE
from scoring.rules.rules import Rules
from tests.cast import Cast
from tests.pages import seen


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/rules/edit/questions/"


def answered(**answers: Any) -> TwelveForm:
    data = QueryDict(mutable=True)
    for key, value in {"key": str(uuid4()), "expected": "1", **answers}.items():
        data.setlist(key, value if isinstance(value, list) else [value])
    return TwelveForm(data)


def rules(**answers: Any) -> Rules:
    form = answered(**answers)
    assert form.is_valid(), form.errors
    assert form.rules is not None
    return form.rules


def test_there_are_twelve_and_all_can_be_left_out() -> None:
    assert [asked.number for asked in ASKED if asked.number] == list(range(1, 13))
    assert rules() == HAUSRUNDE


@pytest.mark.parametrize(
    "key_and_answer", [(asked.key, answer) for asked in ASKED for answer in asked.answers], ids="-".join
)
def test_every_answer_alone_gives_rules(key_and_answer: tuple[str, str]) -> None:
    key, answer = key_and_answer
    several = next(asked.several for asked in ASKED if asked.key == key)
    assert isinstance(rules(**{key: [answer] if several else answer}), Rules)


@pytest.mark.parametrize(
    ("answers", "changed"),
    [
        ({"redeals": ["never"]}, {"redeals": ()}),
        ({"redeals": ["nines", "weak"]}, {"redeals": ("nines", "no_high_trump", "few_trumps")}),
        ({"ansage": "game", "more": ["raises"]}, {"ansage": "double_game", "raises": 4}),
        (
            {"notation": "minus_only", "solo_factor_for": "soloist"},
            {"notation": "minus_only", "solo_factor_for": "soloist"},
        ),
        ({"karlchen": "no"}, {"extras": {"fuchs": 1, "doppelkopf": 1}}),
        ({"needs": "always"}, {"re_needs_120": "never", "kontra_needs_121": "never"}),
        ({"marks": "yes"}, {"marks": {"schweine": "Schweine"}}),
        ({"wrong_card": "alone"}, {"offender_pays": True}),
        ({"bock": "no"}, {"bock": None}),
        ({"bock": "yes", "triggers": ["solo_lost"]}, {"bock": replace(HAUSRUNDE.bock, triggers=("solo_lost",))}),  # type: ignore[type-var]
        ({"hochzeit": "winner"}, {"by_kind": {"hochzeit": {"points": 1}}}),
        (
            {"deck": "without"},
            {"deck": 40, "call_cards": (9, 8, 7, 6, 5), "redeals": ("kings", "armut_refused", "double_armut")},
        ),
        (
            {"deck": "without", "deadline": "kontra", "redeals": ["kings"]},
            {"deck": 40, "call_cards": (9, 8, 7, 6, 5), "call_cards_kontra": (10, 9, 8, 7, 6), "redeals": ("kings",)},
        ),
        (
            {"leads": "meatless", "hochzeit": "winner"},
            {"by_kind": {"fleischlos": {"leads": True}, "hochzeit": {"points": 1}}},
        ),
    ],
)
def test_an_answer_sets_its_parameters_and_no_other(answers: dict[str, Any], changed: dict[str, Any]) -> None:
    assert rules(**answers) == replace(HAUSRUNDE, **changed)


@pytest.mark.parametrize(
    ("answers", "field", "problem"),
    [
        ({"redeals": ["never", "kings"]}, "redeals", "Nie, oder einer der Gründe."),
        ({"bock": "no", "triggers": ["120_120"]}, "triggers", "Oben steht: kein Bock."),
        ({"ansage": "game", "more": ["steps"]}, "more", ""),
        ({"deck": "without", "redeals": ["nines"]}, "redeals", ""),
        ({"ansage": "Unsinn"}, "ansage", ""),
    ],
)
def test_what_contradicts_is_refused_at_its_question(answers: dict[str, Any], field: str, problem: str) -> None:
    form = answered(**answers)
    assert not form.is_valid()
    assert set(form.errors) == {field}
    assert problem in " ".join(map(str, form.errors[field]))


def test_saved_they_are_told_as_differences_from_the_nearest_preset(anna: Client, url: str, cast: Cast) -> None:
    sent = {"key": uuid4(), "expected": 1, "deck": "without", "bock": "no"}
    page = anna.post(url, sent, follow=True)
    version = cast.club.rules_versions.latest("number")
    assert (version.preset, version.parsed.deck, version.parsed.bock) == ("hausrunde", 40, None)
    assert "Am nächsten an: Hausrunde. Stimmt etwas nicht? Sucht die Regel." in page.content.decode()
    assert "Karten 40, ohne Neunen" in seen(page)
    again = anna.post(url, sent)
    assert (again.status_code, cast.club.rules_versions.count()) == (302, 2)


def test_the_nearest_preset_is_found_by_its_rules() -> None:
    assert find_nearest_preset(replace(FORUM, raises=4)) == "forum"
    assert find_nearest_preset(HAUSRUNDE) == "hausrunde"


def test_what_was_answered_is_kept_when_something_contradicts(anna: Client, url: str, cast: Cast) -> None:
    sent = {"key": uuid4(), "expected": 1, "redeals": ["never", "kings"], "deck": "without"}
    page = anna.post(url, sent)
    assert page.status_code == 422
    assert "Nie, oder einer der Gründe." in seen(page)
    assert page.context["form"]["deck"].value() == "without"
    assert cast.club.rules_versions.count() == 1


def test_somebody_else_was_faster(anna: Client, url: str, cast: Cast) -> None:
    anna.post(url, {"key": uuid4(), "expected": 1, "bock": "no"})
    page = anna.post(url, {"key": uuid4(), "expected": 1, "deck": "without"})
    assert page.status_code == 422
    assert "(Fassung 2)" in seen(page)
    assert "Eure jetzigen Regeln werden ersetzt." in seen(page)


def test_a_new_club_is_led_to_them(anna: Client, url: str, cast: Cast) -> None:
    assert f'href="{url}"' in anna.get(f"/clubs/{cast.club.pk}/rules/edit/").content.decode()
    assert "Eure jetzigen Regeln werden ersetzt." not in seen(anna.get(url))
