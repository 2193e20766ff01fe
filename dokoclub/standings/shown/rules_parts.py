"""The rules of a league as a form asks them: parts that fold and say how they stand, and what in them is wrong."""

from __future__ import annotations

from django.utils.translation import gettext as _

from dokoclub.look.folding import FoldedPart, fold_fields
from dokoclub.standings import words
from dokoclub.standings.forms.rules import RulesForm


def show_parts(form: RulesForm, of_season: str) -> list[FoldedPart]:
    """`of_season`: what the second part is called. Told is what is kept: a form that was sent says nothing."""
    season, months = (None, None) if form.is_bound else (form.kept_rules(), form.kept_month_rules())
    return [
        fold_fields("ranking", _("Ranking"), words.tell_ranking(season) if season else "", form.of_both),
        fold_fields("of-season", of_season, words.tell_counting(season) if season else "", form.of_season),
        fold_fields(
            "of-months", _("Months and quarters"), words.tell_counting(months) if months else "", form.of_months
        ),
    ]
