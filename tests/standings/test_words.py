"""The rules of a table in a few sentences."""

from __future__ import annotations

import pytest
from django.utils import translation

from dokoclub.standings.texts import format_rules
from scoring.league.rules import StandingsRules


@pytest.mark.parametrize(
    ("minimum", "unit", "below", "said"),
    [
        (1, "evenings", "unranked", "Gewertet ab 1 Abend."),
        (3, "evenings", "unranked", "Gewertet ab 3 Abenden."),
        (3, "evenings", "last", "Gewertet ab 3 Abenden, sonst am Ende."),
        (30, "percent", "unranked", "Gewertet ab 30 % der Abende, bisher 3 Abende."),
    ],
)
def test_from_how_many_evenings_on(minimum: int, unit: str, below: str, said: str) -> None:
    rules = StandingsRules(minimum=minimum, minimum_unit=unit, below_minimum=below)
    with translation.override("de"):
        assert said in " ".join(format_rules(rules, 3))


def test_a_share_of_the_evenings_in_english() -> None:
    rules = StandingsRules(minimum=30, minimum_unit="percent")
    with translation.override("en"):
        assert "30% of the evenings, by now 3 evenings" in " ".join(format_rules(rules, 3))
