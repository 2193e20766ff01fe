"""Migration 0007: a club that exists keeps the features that it has used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.features import all_features
from dokoclub.settlement.services.rules import change_club_money
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.settlement.test_accounts import charge
from tests.tournaments import papers

migration = import_module("dokoclub.clubs.migrations.0008_used_features")


class Rated:
    """The leagues as they were, with the column that said whether the club showed ratings."""

    def __init__(self, *clubs: int) -> None:
        self.objects, self.clubs = self, clubs

    def filter(self, _where: object) -> Rated:
        return self

    def values_list(self, _column: str, *, flat: bool) -> tuple[int, ...]:
        return self.clubs


class Before:
    """The models before the migration."""

    def __init__(self, *rated: int) -> None:
        self.rated = Rated(*rated)

    def get_model(self, app: str, name: str) -> Any:
        return self.rated if name == "League" else apps.get_model(app, name)


def kept(cast: Cast, *rated: int) -> list[str]:
    Club.objects.filter(pk=cast.club.pk).update(features=all_features())
    migration.keep_used(Before(*rated), None)
    return list(Club.objects.get(pk=cast.club.pk).features)


def test_without_a_trace_dates_stay_alone(cast: Cast) -> None:
    assert kept(cast) == ["dates"]


def test_what_was_used_stays_and_dues_bring_the_kitty(cast: Cast) -> None:
    charge(cast, 500)
    papers.found(cast)
    assert kept(cast, cast.club.pk) == ["dates", "kitty", "dues", "tournaments", "ratings"]


def test_what_was_switched_off_stays_off(cast: Cast) -> None:
    papers.found(cast)
    Club.objects.filter(pk=cast.club.pk).update(features=["kitty"])
    migration.keep_used(Before(), None)
    assert Club.objects.get(pk=cast.club.pk).features == []


@pytest.mark.parametrize(
    ("rules", "features"),
    [
        (MoneyRules(method="per_point_loss"), ["dates", "kitty"]),
        (MoneyRules(method="by_place", places=(0, 100)), ["dates", "kitty"]),
        (MoneyRules(method="by_place", places=(0, 100), pot="best"), ["dates"]),
        (MoneyRules(method="players", absent=200), ["dates", "kitty"]),
        (MoneyRules(method="players"), ["dates"]),
    ],
)
def test_a_method_that_pays_into_the_kitty_keeps_it(cast: Cast, rules: MoneyRules, features: list[str]) -> None:
    change_club_money(cast.club, rules, by=cast.anna)
    assert kept(cast) == features
