"""Plus and minus on one evening and plus alone on another are not comparable: the table says so."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from dokoclub.standings.services.league import change_league
from scoring.league.rules import StandingsRules
from scoring.rules.presets import PRESETS
from tests.cast import Cast, signed_in
from tests.evenings.papers import anna_ben, evening, table, write
from tests.pages import seen
from tests.standings.papers import league

WARNS = "Die Punkte sind nicht vergleichbar. Nach Plus und Minus werten"


def played(cast: Cast, *notations: str) -> str:
    """Return the table of a month with an evening of each notation."""
    for place, notation in enumerate(notations):
        rules = replace(PRESETS["ddv"].rules, notation=notation)
        one = evening(cast, table(cast, rules=rules), day=date(2026, 11, 5 + place))
        write(cast, one.sheets.get(), anna_ben(cast, 131))
    return seen(signed_in(cast.ben).get(league(cast, "table/2026-11/")))


@pytest.mark.parametrize("notations", [("plus_only", "zero_sum"), ("zero_sum", "minus_only")])
def test_a_period_of_two_notations_says_so(cast: Cast, notations: tuple[str, str]) -> None:
    assert WARNS in played(cast, *notations)


@pytest.mark.parametrize("notation", ["plus_only", "minus_only", "zero_sum"])
def test_one_of_a_single_notation_does_not(cast: Cast, notation: str) -> None:
    assert WARNS not in played(cast, notation, notation)


def test_where_plus_and_minus_ranks_they_compare(cast: Cast) -> None:
    rules = StandingsRules(ranked_by="balance")
    change_league(cast.club, rules, rules)
    assert WARNS not in played(cast, "plus_only", "zero_sum")
