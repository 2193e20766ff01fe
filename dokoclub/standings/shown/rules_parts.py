"""The rules of a league as a form asks them: parts that fold and say how they stand, and what in them is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.forms import BoundField
from django.utils.translation import gettext as _

from dokoclub.standings import words
from dokoclub.standings.forms.rules import RulesForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """`stands` is of what is kept, so that a form that was sent has none."""

    key: str
    title: str
    stands: str
    fields: Sequence[BoundField]
    wrong: int

    @property
    def is_open(self) -> bool:
        return self.wrong > 0


def show_parts(form: RulesForm, of_season: str) -> list[Part]:
    """`of_season`: what the second part is called."""
    season, months = (None, None) if form.is_bound else (form.kept_rules(), form.kept_month_rules())
    return [
        _part("ranking", _("Ranking"), words.tell_ranking(season) if season else "", form.of_both),
        _part("of-season", of_season, words.tell_counting(season) if season else "", form.of_season),
        _part("of-months", _("Months and quarters"), words.tell_counting(months) if months else "", form.of_months),
    ]


def _part(key: str, title: str, stands: str, fields: Sequence[BoundField]) -> Part:
    return Part(key=key, title=title, stands=stands, fields=fields, wrong=sum(bool(one.errors) for one in fields))
