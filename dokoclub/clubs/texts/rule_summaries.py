"""Summaries of rule groups in a line each, as in collapsed rows of the form, and lines for the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dokoclub.clubs.texts.games import own_names
from dokoclub.clubs.texts.rulebook import flatten_rules, in_words
from dokoclub.clubs.texts.rules import PARAMETERS
from scoring.rules.combinations import BY_STEP
from scoring.rules.rules import Rules


def format_briefly(chapter: str, rules: Rules) -> str:
    """Summarize a chapter by its two or three best-known facts; `chapter` is a key of `rulebook.CHAPTERS`."""
    return " · ".join(TOLD[chapter](rules))


def _winner(rules: Rules) -> Iterator[str]:
    yield _labelled("re_needs_120", rules)
    yield _labelled("schwarz", rules)


def _calls(rules: Rules) -> Iterator[str]:
    if rules.ansage == "double":
        yield _("Re or Kontra doubles the game")
    else:
        yield _("Re or Kontra: +%(points)s") % {"points": rules.ansage_points}
    yield _("each further call: +%(points)s") % {"points": rules.absage_points}


def _extras(rules: Rules) -> Iterator[str]:
    yield _value("extras", rules)


def _solo(rules: Rules) -> Iterator[str]:
    number = len(rules.solos)
    yield ngettext("%(number)s solo", "%(number)s solos", number) % {"number": number}
    yield _("with Armut") if rules.armut else _("without Armut")


def _bock(rules: Rules) -> Iterator[str]:
    if rules.bock is None:
        yield _("you play no Bock")
        return
    number = len(rules.bock.triggers)
    yield _value("bock.effect", rules)
    yield ngettext("%(number)s trigger", "%(number)s triggers", number) % {"number": number}


def _list(rules: Rules) -> Iterator[str]:
    yield _("with Pflichtsolo") if rules.pflichtsolo else _("without Pflichtsolo")
    if rules.games_per_list is None:
        yield _value("games_per_list", rules)
    else:
        yield ngettext("%(number)s game", "%(number)s games", rules.games_per_list) % {"number": rules.games_per_list}


def _notation(rules: Rules) -> Iterator[str]:
    yield _value("notation", rules)


def _table(rules: Rules) -> Iterator[str]:
    yield _labelled("deck", rules)
    yield _labelled("marks", rules)


TOLD: Final[Mapping[str, Callable[[Rules], Iterator[str]]]] = {
    "winner": _winner,
    "calls": _calls,
    "extras": _extras,
    "solo": _solo,
    "bock": _bock,
    "list": _list,
    "notation": _notation,
    "table": _table,
}


def _labelled(key: str, rules: Rules) -> str:
    return f"{PARAMETERS[key].label}: {_value(key, rules)}"


def _value(key: str, rules: Rules) -> str:
    return in_words(key, flatten_rules(rules)[key], own_names(rules))


def format_calls(rules: Rules) -> list[str]:
    """List the rules for permitted and forced announcements."""
    return list(_call_lines(rules))


def _call_lines(rules: Rules) -> Iterator[str]:
    for key in BY_STEP:
        if getattr(rules, key):
            yield _line(rules, key)
    if rules.call_cards and not rules.call_cards_hochzeit:
        yield _("In a Hochzeit, counted from the partner-finding trick.")
    if rules.call_cards:
        yield _("Steps may be skipped.") if rules.skip_steps else _("Don't skip a step.")
    for key in ("forced_ansage", "marks_force_ansage"):
        if getattr(rules, key):
            yield _line(rules, key)


def format_table(rules: Rules) -> list[str]:
    """List everything that a guest should know besides the points."""
    return list(_table_lines(rules))


def _table_lines(rules: Rules) -> Iterator[str]:
    if rules.deck != 48:
        yield _line(rules, "deck")
    yield from _call_lines(rules)
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
    """Format a parameter: `Cards in hand: Re/Kontra: 11, no 90: 10`."""
    return f"{PARAMETERS[key].label}: {in_words(key, rules.to_json()[key], own_names(rules))}"
