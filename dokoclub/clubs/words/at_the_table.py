"""What the rules say of the table, in a few lines: under the "?" of the ladder and at the foot of a printed sheet."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from dokoclub.clubs.words.compare import in_words
from dokoclub.clubs.words.games import own_names
from dokoclub.clubs.words.rules import PARAMETERS
from scoring.rules.combinations import BY_STEP
from scoring.rules.rules import Rules


def tell_calls(rules: Rules) -> list[str]:
    """When what may be announced, and what must be."""
    return list(_calls(rules))


def _calls(rules: Rules) -> Iterator[str]:
    for key in BY_STEP:
        if getattr(rules, key):
            yield _line(rules, key)
    if rules.call_cards and not rules.call_cards_hochzeit:
        yield _("In a Hochzeit, counted from the trick in which the partner is found.")
    if rules.call_cards:
        yield _("Steps may be left out.") if rules.skip_steps else _("No step may be left out.")
    for key in ("forced_ansage", "marks_force_ansage"):
        if getattr(rules, key):
            yield _line(rules, key)


def tell_table(rules: Rules) -> list[str]:
    """All that a guest should know beside the points."""
    return list(_table(rules))


def _table(rules: Rules) -> Iterator[str]:
    if rules.deck != 48:
        yield _line(rules, "deck")
    yield from _calls(rules)
    if rules.solo_leads == "soloist":
        yield _line(rules, "solo_leads")
    if rules.pflichtsolo:
        yield _("A Pflichtsolo goes before any other solo.")
    for key in ("redeals", "marks"):
        if getattr(rules, key):
            yield _line(rules, key)
    if rules.table_notes:
        yield from in_words("table_notes", rules.table_notes, {}).splitlines()


def _line(rules: Rules, key: str) -> str:
    """`Cards in hand: Re/Kontra: 11, no 90: 10`."""
    return f"{PARAMETERS[key].label}: {in_words(key, rules.to_json()[key], own_names(rules))}"
