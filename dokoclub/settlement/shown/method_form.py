"""How evenings are settled as a form asks it: prices in sight, what is seldom changed in parts that fold.

A folded part says how it stands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django.forms import BoundField
from django.utils.translation import gettext as _

from dokoclub.look.folding import FoldedPart, fold_fields
from dokoclub.settlement.forms.method import MoneyForm
from dokoclub.settlement.words import flat_in_words, limits_in_words
from scoring.money.methods import FLAT, LIMITS, MoneyRules

LIMITING: Final = ("scope", *LIMITS, "rest")
FOLDED: Final = (*LIMITING, *FLAT)


def asked_at_once(form: MoneyForm) -> list[BoundField]:
    """The prices; the method itself stands above them."""
    return [form[name] for name in form.fields if name != "method" and name not in FOLDED]


def show_parts(form: MoneyForm, kept: MoneyRules, currency: str) -> list[FoldedPart]:
    """`kept` is told as long as nothing else was sent. The style sheet hides a part of which a method asks nothing."""
    rules = form.rules if form.is_bound else kept
    limits = limits_in_words(rules, currency) if rules else []
    flat = (flat_in_words(rules, currency) or [_("none")]) if rules else []
    return [
        _part("limits", _("Limits and rounding"), limits, form, LIMITING),
        _part("flat", _("Flat amounts"), flat, form, FLAT),
    ]


def _part(key: str, title: str, said: Iterable[str], form: MoneyForm, names: Iterable[str]) -> FoldedPart:
    return fold_fields(key, title, " · ".join(said), (form[name] for name in names))
