"""A form of rules from nothing but parameters and their texts."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django import forms
from django.http import QueryDict

from dokoclub.ui import rules_form
from dokoclub.ui.rules_form import Words
from scoring.league import rules as standings_rules
from scoring.money import rules as settlement_rules
from scoring.rules.stored import Known
from scoring.rules.values import AnyOf, Cents, Flag, OneOf, PointsByKey, Whole
from scoring.terms import Problem
from tests.house.arrows import ROOT

PARAMETERS: Final[Known] = {
    "ranking": OneOf(("all", "best", "struck"), needs={"best": ("evenings",), "struck": ("evenings", "missed")}),
    "evenings": Whole(1, 9),
    "missed": Flag(),
    "length": Whole(1, 60, word="round"),
    "limit": Whole(0, 20, nullable=True),
    "fee": Cents(0, 5000),
    "price": Cents(1, 5000),
    "ties": AnyOf((1, 2)),
    "extras": PointsByKey(),
}
WORDS: Final = {
    **{key: Words(key.capitalize()) for key in PARAMETERS},
    "ranking": Words("Ranking", "Who is first?", {"all": "all", "best": "the best", "struck": "all but the worst"}),
    "ties": Words("Ties", values={"1": "first", "2": "second"}),
}
BEFORE: Final = {"ranking": "best", "evenings": 5, "missed": False}
SENT: Final = "ranking=all&evenings=3&length=&limit=&fee=&price=1,50&ties=2&ties=1"


class RulesForm(forms.Form):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields |= rules_form.make_fields(PARAMETERS, WORDS, "of_")

    def clean(self) -> dict[str, Any]:
        rules_form.forget_unasked(self, PARAMETERS, BEFORE, "of_")
        return self.cleaned_data


def sent(query: str) -> RulesForm:
    return RulesForm(QueryDict("&".join(f"of_{pair}" for pair in query.split("&"))))


def read(query: str) -> dict[str, Any]:
    form = sent(query)
    assert form.is_valid(), form.errors
    return rules_form.read_parameters(PARAMETERS, form.cleaned_data, "of_")


def test_every_parameter_has_a_field_but_those_that_need_a_table() -> None:
    assert list(RulesForm().fields) == [f"of_{key}" for key in PARAMETERS if key != "extras"]
    assert "Who is first?" in str(RulesForm()["of_ranking"].as_field_group())


def test_what_is_typed_becomes_what_a_parameter_takes() -> None:
    assert read(SENT.replace("all", "struck")) == {
        "ranking": "struck",
        "evenings": 3,
        "missed": False,
        "length": "round",
        "limit": None,
        "fee": 0,
        "price": 150,
        "ties": [1, 2],
        "extras": None,
    }


@pytest.mark.parametrize("typed", ["3", "x", "", "99"])
def test_what_is_not_asked_is_as_before_and_never_wrong(typed: str) -> None:
    given = read(SENT.replace("evenings=3", f"evenings={typed}&missed=on"))
    assert (given["evenings"], given["missed"]) == (5, True)


def test_what_is_asked_is_found_wrong() -> None:
    assert list(sent("ranking=best&evenings=x&length=&limit=21&fee=-1&price=0").errors) == [
        f"of_{name}" for name in ("evenings", "limit", "fee", "price")
    ]


def test_the_fields_show_what_is_set() -> None:
    values = {"ranking": "best", "evenings": 5, "missed": True, "length": "round", "limit": None, "fee": 0}
    shown = rules_form.initial_values(PARAMETERS, {**values, "price": 1250, "ties": [1], "extras": {}}, "of_")
    form = RulesForm(initial=shown)
    assert shown["of_length"] is None
    assert [form[f"of_{name}"].value() for name in ("fee", "price")] == ["", "12,50"]


def test_a_problem_stands_at_its_field_or_above_all() -> None:
    form = sent(SENT)
    rules_form.refuse_problems(
        form, [Problem("limit", "Not {what}.", {"what": "so"}), Problem("extras", "Never.")], "of_"
    )
    assert form.errors == {"of_limit": ["Not so."], "__all__": ["Never."]}


def attributes(name: str) -> list[str]:
    return re.findall(r'data-\w+="[^"]*"', str(RulesForm()[f"of_{name}"]))


def test_the_style_sheet_can_tell_what_is_not_asked() -> None:
    assert attributes("ranking") == ['data-word="1"', 'data-word="2"', 'data-word="3"']
    assert (attributes("evenings"), attributes("missed")) == (['data-unless="1"'], ['data-unless="1 2"'])
    assert attributes("limit") == attributes("ties") == []


@pytest.mark.parametrize("parameters", [settlement_rules.PARAMETERS, standings_rules.PARAMETERS])
def test_the_style_sheet_knows_as_many_words_as_there_are(parameters: Known) -> None:
    css = (ROOT / "static/css/look.css").read_text(encoding="utf-8")
    known = re.findall(r'\[data-word="(\d+)"\]:checked\) \.field:has\(\[data-unless~="\1"\]\)', css)
    choosing = [values for values in parameters.values() if isinstance(values, OneOf) and values.needs]

    assert known == [str(number) for number in range(1, len(known) + 1)]
    assert sum(len(values.words) for values in choosing) <= len(known)


@pytest.mark.parametrize("parameters", [settlement_rules.PARAMETERS, standings_rules.PARAMETERS])
def test_words_need_parameters_that_there_are(parameters: Known) -> None:
    for values in parameters.values():
        if isinstance(values, OneOf) and values.needs:
            assert set(values.needs) == set(values.words)
            assert {name for needed in values.needs.values() for name in needed} < set(parameters)
