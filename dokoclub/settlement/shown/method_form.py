"""How evenings are settled as a form asks it: prices in sight, what is seldom changed in parts that fold.

A folded part says how it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.look.folding import FoldedPart, fold_fields
from dokoclub.look.numbers import money
from dokoclub.settlement.forms.method import MoneyForm
from dokoclub.settlement.words import Names, flat_in_words, limits_in_words, who_pays_whom
from scoring.money.methods import FLAT, LIMITS, MoneyRules
from scoring.money.settlement import Settlement
from scoring.money.transfers import Transfer

FEW_EQUAL: Final = 2  # flat amounts of one height, each with its name; more of them stand in one line
LIMITING: Final = ("scope", "stake_beyond", "stake_then", *LIMITS, "rest")
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


def tell_outcome(settlement: Settlement, names: Names, currency: str) -> list[tuple[str, str]]:
    """`Dora pays Anna`, `1,35 €`; many flat amounts of one height in one line. Nothing where nobody pays."""
    said = [_told(owed, names, currency) for listing in settlement.lists for owed in listing.transfers]
    flat = settlement.flat.transfers
    times = Counter((owed.receiver, owed.cents) for owed in flat)
    said += [_told(owed, names, currency) for owed in flat if times[owed.receiver, owed.cents] <= FEW_EQUAL]
    return said + [
        (_tell_equal(number, money(cents, currency)), money(number * cents, currency))
        for (_receiver, cents), number in times.items()
        if number > FEW_EQUAL
    ]


def _told(owed: Transfer, names: Names, currency: str) -> tuple[str, str]:
    return who_pays_whom(owed, names), money(owed.cents, currency)


def _tell_equal(number: int, each: str) -> str:
    """They all go to the cash box."""
    text = ngettext(
        "%(number)s flat amount of %(each)s",
        "%(number)s flat amounts of %(each)s",
        number,
    )
    return text % {"number": number, "each": each}
