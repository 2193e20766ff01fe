"""Value table: everything a client needs to show a game's value with one formula and no rule.
The client looks up the verdict of class, outcome and announcements, adds extras and Bock by the formula in
docs/rules.md, and gets the result of `score`.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

from scoring.game.extras import KARLCHEN, in_order, worth_of_extras
from scoring.game.game import is_rare
from scoring.game.kind import NORMAL, SIDES
from scoring.game.score import BANDS, Scorer
from scoring.game.value import Factor, Verdict
from scoring.rules.parameters import OF_THE_TABLE
from scoring.rules.rules import Rules
from scoring.terms import AUGEN, Call

FORMAT = 1


def value_table(rules: Rules) -> dict[str, Any]:
    """Return one JSON object: `outcomes` × announcements → index into `verdicts`, for each class of game."""
    scorer = Scorer(rules)
    places: dict[Verdict, int] = {}
    classes = {}
    for side in list_classes(rules):
        cells = [
            [
                places.setdefault(scorer.verdict(band, re_call, kontra_call, side), len(places))
                for re_call in Call
                for kontra_call in Call
            ]
            for band in range(len(BANDS))
        ]
        points = worth_of_extras(rules, side)
        classes[side] = {"extras": {key: points[key] for key in in_order({*points})}, "cells": cells}
    return {
        "format": FORMAT,
        "rules": {key: value for key, value in rules.to_json().items() if key not in OF_THE_TABLE},
        "pack": AUGEN,
        "rare": [augen for augen in range(AUGEN + 1) if is_rare(augen)],
        "capped": KARLCHEN,
        "outcomes": [list(band) for band in BANDS],
        "classes": classes,
        "verdicts": [_as_json(verdict) for verdict in places],
    }


def list_classes(rules: Rules) -> Iterable[str]:
    """Return the classes to look up separately: kinds and solos with parameters of their own. rules.md 1.19.
    Any other solo is `solo`. A Hochzeit is `normal`, unless only normal games have parameters of their own.
    """
    beside_normal = ["hochzeit"] if NORMAL in rules.by_kind else []
    return dict.fromkeys((*SIDES, *rules.by_kind, *beside_normal))


def _as_json(verdict: Verdict) -> dict[str, Any]:
    told = {
        "winner": verdict.winner,
        "game": verdict.game,
        "alten": verdict.alten,
        "times": [_product(verdict.if_re), _product(verdict.if_kontra)],
        "triggers": list(verdict.triggers),
        "items": [list(item) for item in verdict.items],
    }
    return {**told, "game_times": _product(verdict.of_game)} if verdict.of_game else told


def _product(factors: tuple[Factor, ...]) -> int:
    return prod(factor.times for factor in factors)
