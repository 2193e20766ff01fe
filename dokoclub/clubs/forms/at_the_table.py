"""What the rules say of the table, in fields of its own: cards by step, marks by name, the rank of a solo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _

from dokoclub.clubs.words.games import STEPS as STEP_NAMES
from dokoclub.clubs.words.rules import PARAMETERS as WORDS
from dokoclub.look.fields import NameField
from dokoclub.look.words import name_of
from scoring.rules.combinations import BY_STEP
from scoring.rules.kinds import SOLOS
from scoring.rules.parameters import CARDS, STEPS
from scoring.rules.rules import Rules
from scoring.rules.values import LONGEST_NAME

SELDOM: Final = tuple(key for key in BY_STEP if key not in ("call_cards", "call_cards_hochzeit"))  # folded away


def step_fields() -> Iterator[tuple[str, forms.Field]]:
    """`call_cards.no90` and its like: cards in hand, by parameter and step."""
    for key in BY_STEP:
        for step in STEPS:
            label = _("%(what)s: %(step)s") % {"what": WORDS[key].label, "step": STEP_NAMES[step]}
            yield f"{key}.{step}", _whole_field(label, CARDS.low, CARDS.high)


def mark_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Key, name and whether it forces an Ansage, of one mark."""
    number = {"number": row + 1}
    yield f"mark.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    yield f"mark.{row}.name", NameField(label=_("Mark %(number)s") % number, max_length=LONGEST_NAME, required=False)
    label = _("Mark %(number)s forces Re or Kontra") % number
    yield f"mark.{row}.forces", forms.BooleanField(label=label, required=False)


def reason_fields(row: int) -> Iterator[tuple[str, forms.Field]]:
    """Key and name of one reason of the club's own to deal again."""
    label = _("A reason of your own: %(number)s") % {"number": row + 1}
    yield f"reason.{row}.key", forms.CharField(required=False, widget=forms.HiddenInput)
    yield f"reason.{row}.name", NameField(label=label, max_length=LONGEST_NAME, required=False)


def rank_fields() -> Iterator[tuple[str, forms.Field]]:
    """`rank.damen`: which place a solo of the registry has among those that are played."""
    for key, solo in SOLOS.items():
        yield f"rank.{key}", rank_field(name_of(solo))


def rank_field(solo: str) -> forms.Field:
    return _whole_field(_("Rank of %(solo)s") % {"solo": solo}, 1, 99)


def _whole_field(label: str, low: int, high: int) -> forms.Field:
    return forms.IntegerField(label=label, min_value=low, max_value=high, required=False)


def read_steps(form: forms.Form, cleaned: Mapping[str, Any]) -> dict[str, list[int] | None]:
    """By parameter; what stands for some steps only is wrong where the first is missing."""
    found: dict[str, list[int] | None] = {}
    for key in BY_STEP:
        numbers = [cleaned.get(f"{key}.{step}") for step in STEPS]
        known = [number for number in numbers if number is not None]
        found[key] = known if len(known) == len(STEPS) else None
        empty = [step for step in STEPS if cleaned.get(f"{key}.{step}", 0) is None]
        if empty and len(empty) < len(STEPS):
            form.add_error(f"{key}.{empty[0]}", _("All five, or none."))
    return found


def rank_solos(ranks: Mapping[str, int | None]) -> list[str]:
    """Solos with a rank first, by it; the others behind them, as they stood."""
    return sorted(ranks, key=lambda solo: (ranks[solo] is None, ranks[solo] or 0))


def initial_at_the_table(rules: Rules) -> dict[str, Any]:
    values: dict[str, Any] = {f"rank.{key}": place for place, key in enumerate(rules.solos, start=1)}
    for key in BY_STEP:
        values |= {f"{key}.{step}": number for step, number in zip(STEPS, getattr(rules, key) or (), strict=False)}
    for row, (key, name) in enumerate(rules.marks.items()):
        forces = key in rules.marks_force_ansage
        values |= {f"mark.{row}.key": key, f"mark.{row}.name": name, f"mark.{row}.forces": forces}
    for row, (key, name) in enumerate(rules.redeal_names.items()):
        values |= {f"reason.{row}.key": key, f"reason.{row}.name": name}
    return values
