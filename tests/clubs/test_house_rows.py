"""The rules form asks for what a kind of game has of its own, and for payments, in rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from dokoclub.clubs.forms.rules import RulesForm, initial_of_rules
from scoring.rules.presets import DDV
from scoring.rules.rules import Rules
from tests.clubs.rules_form import sent

MARRIED = {"name": "Hochzeit", "points": 1, "with": "each"}
EACH_DIFFERENT = replace(
    DDV,
    extras={**DDV.extras, "stuhl_fall": 1},
    extra_names={"stuhl_fall": "Stuhl, Fall 2"},
    solos=(*DDV.solos, "sau"),
    solo_names={"sau": "Schwarze Sau"},
    by_kind={
        "hochzeit": {"points": 1, "gegen_die_alten": False},
        "fleischlos": {"fixed": (11, 12), "leads": True},
        "trumpf": {"extras": {"fuchs": 1, "stuhl_fall": 2}},
        "buben": {"extras": {}},
        "sau": {"fixed": (10, 0), "announced": True},
    },
    payments={"hochzeit": MARRIED, "karlchen_weg": {"name": "Karlchen weg", "points": -1, "with": "nobody"}},
)


def read(rules: Rules, **changes: Any) -> Rules:
    form = RulesForm(sent(rules, **changes))
    assert form.is_valid(), form.errors
    assert form.rules is not None
    return form.rules


def problems(rules: Rules, **changes: Any) -> dict[str, str]:
    form = RulesForm(sent(rules, **changes))
    assert not form.is_valid()
    return {field: str(errors[0]) for field, errors in form.errors.items()}


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_stands_in_the_rows_comes_back(language: str) -> None:
    with translation.override(language):
        assert read(EACH_DIFFERENT) == EACH_DIFFERENT


def test_a_solo_gets_points_of_its_own() -> None:
    changed = read(DDV, kind__0__of="damen", kind__0__what="points", kind__0__points="2")
    assert changed.by_kind == {"damen": {"points": 2}}


def test_sonderpunkte_are_typed_by_name() -> None:
    kind = {"kind__0__of": "trumpf", "kind__0__what": "extras"}
    assert read(DDV, **kind, kind__0__extras="fuchs gefangen, Doppelkopf 2").by_kind == {
        "trumpf": {"extras": {"fuchs": 1, "doppelkopf": 2}}
    }
    assert problems(DDV, **kind, kind__0__extras="Dulle 1") == {
        "kind.0.extras": "Es gibt keinen Sonderpunkt namens Dulle."
    }


def test_a_row_that_is_emptied_is_gone() -> None:
    rules = replace(DDV, by_kind={"damen": {"points": 2}}, payments={"hochzeit": MARRIED})
    assert read(rules, worth__damen="", payment__0__name="") == DDV
    leading = replace(DDV, by_kind={"damen": {"leads": True}})
    assert read(leading, kind__0__of="", kind__0__what="") == DDV


def test_points_of_solos_and_of_a_hochzeit_need_no_row() -> None:
    changed = read(DDV, worth__buben="1", worth__damen="2", worth__hochzeit="1")
    assert changed.by_kind == {"buben": {"points": 1}, "damen": {"points": 2}, "hochzeit": {"points": 1}}
    form = RulesForm(initial=initial_of_rules(changed))
    assert [row["of"].value() for row in form.kind_rows()] == [None]
    assert form["worth.damen"].value() == 2
    assert problems(DDV, worth__damen="1", kind__0__of="damen", kind__0__what="points", kind__0__points="2") == {
        "kind.0.what": "Eine andere Zeile sagt das schon."
    }
    assert problems(replace(DDV, by_kind={"damen": {"fixed": (3, 4)}}), worth__damen="1") == {
        "worth.damen": "Zu einem Festpreis kommt nichts hinzu."
    }


def test_the_hochzeit_that_everybody_pays_is_one_tick() -> None:
    assert read(DDV, hochzeit_paid="on").payments == {"hochzeit": MARRIED}
    assert read(replace(DDV, payments={"hochzeit": {**MARRIED, "points": 2}}), hochzeit_paid="on").payments == {
        "hochzeit": {**MARRIED, "points": 2}
    }


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"kind__0__of": "damen"}, {"kind.0.what": "Was ist anders?"}),
        ({"kind__0__what": "points"}, {"kind.0.of": "Welche Spielart?"}),
        ({"kind__0__of": "damen", "kind__0__what": "points"}, {"kind.0.points": "Gib eine Zahl ein."}),
        (
            {"kind__0__of": "normal", "kind__0__what": "leads", "kind__0__answer": "yes"},
            {"kind.0.answer": "In dieser Spielart spielt niemand allein."},
        ),
        ({"payment__0__name": "Karlchen weg"}, {"payment.0.points": "Gib eine Zahl ein."}),
        (
            {"payment__0__name": "Karlchen weg", "payment__0__points": "1", "payment__0__with": "nobody"},
            {"payment.0.points": "Bei „niemand“ sind es Punkte unter 0, ein Abzug."},
        ),
    ],
)
def test_what_is_left_open_is_said_at_its_row(changes: dict[str, str], expected: dict[str, str]) -> None:
    assert problems(DDV, **changes) == expected


def test_the_same_is_not_said_twice() -> None:
    twice = {f"kind__{row}__{part}": word for row in (0, 1) for part, word in (("of", "damen"), ("what", "points"))}
    told = problems(DDV, **twice, kind__0__points="1", kind__1__points="2")
    assert told == {"kind.1.what": "Eine andere Zeile sagt das schon."}


def test_a_fixed_price_leaves_no_room_for_points() -> None:
    rules = replace(DDV, by_kind={"damen": {"fixed": (3, 4)}})
    told = problems(rules, kind__1__of="damen", kind__1__what="points", kind__1__points="2")
    assert told == {"kind.1.points": "Zu einem Festpreis kommt nichts hinzu."}
