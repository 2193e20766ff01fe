"""What is told of a game besides, in words: marks, forced calls, an Armut, a Hochzeit."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from dokoclub.clubs.words import games as words
from dokoclub.evenings.selectors.people import Names
from scoring.game.game import Game
from scoring.game.played import Mark, Told
from scoring.rules.rules import Rules


def list_told(told: Told, game: Game, names: Names, rules: Rules) -> Iterator[str]:
    """Schweine: Anna. Re war Pflicht. Armut: Anna gab, Ben nahm. Hochzeit: Anna, Partner im 2. Stich."""
    for mark in told.marks:
        yield _("%(extra)s: %(name)s") % {"extra": _name_of(mark, rules), "name": names[mark.by].called}
    for party, call in told.forced:
        yield _("%(call)s was compulsory") % {"call": words.call_name(party, call)}
    if told.gave is not None:
        took = next(player for player in game.re if player != told.gave)
        yield _("Armut: %(giver)s gave, %(taker)s took") % {
            "giver": names[told.gave].called,
            "taker": names[took].called,
        }
    if hochzeit := list(_of_hochzeit(told, names)):
        yield _("Hochzeit: %(told)s") % {"told": ", ".join(hochzeit)}


def _of_hochzeit(told: Told, names: Names) -> Iterator[str]:
    if told.married is not None:
        yield names[told.married].called
    if told.found_in is not None:
        yield _("partner in trick %(number)s") % {"number": told.found_in}


def _name_of(mark: Mark, rules: Rules) -> str:
    return words.mark_name(mark.key, words.own_names(rules))
