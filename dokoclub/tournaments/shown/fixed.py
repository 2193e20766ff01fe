"""What of a tournament stands fast once its first round has begun: told, no longer asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from dokoclub.clubs.models import RulesVersion
from dokoclub.clubs.shown.states import rules_state
from dokoclub.look.days import day_and_year
from dokoclub.look.words import name_of
from dokoclub.tournaments import words
from dokoclub.tournaments.models import Tournament
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules


@dataclass(frozen=True, slots=True)
class Fact:
    label: str
    text: str


def list_fixed(tournament: Tournament, own: RulesVersion) -> list[Fact]:
    """`own`: the club's rules as they are today. After the end all of it stands fast. No query."""
    return [*_of_the_day(tournament, own), *_of_the_seating(tournament)]


def _of_the_day(tournament: Tournament, own: RulesVersion) -> Iterator[Fact]:
    yield Fact(_("Day"), day_and_year(tournament.day))
    if tournament.is_over and tournament.place:
        yield Fact(pgettext("where", "Place"), tournament.place)
    yield Fact(_("Rules"), _name_rules(tournament, own))
    if tournament.is_over:
        yield Fact(_("Rounds"), str(tournament.rounds))
    yield Fact(_("Games per round"), str(tournament.games))
    if tournament.is_over and tournament.minutes is not None:
        yield Fact(_("Minutes per round"), str(tournament.minutes))
    if tournament.is_over:
        yield Fact(_("Counts in the league"), _("yes") if tournament.in_league else _("no"))


def _of_the_seating(tournament: Tournament) -> Iterator[Fact]:
    yield Fact(_("Who sits where"), str(words.SEATING[tournament.seating]))
    if tournament.seating == "standing":
        yield Fact(_("Seated by standing"), str(words.AVOID[tournament.avoid]))
    yield Fact(_("Where the number is not a multiple of four"), str(words.UNEVEN[tournament.uneven]))
    if tournament.uneven == "sit_out":
        yield Fact(_("Who sits out gets"), str(words.PAUSES[tournament.pause]))
    yield Fact(_("What wins"), str(words.RANK_BY[tournament.rank_by]))
    if tournament.rank_by == "place_points":
        yield Fact(_("Place points at a table of four"), str(words.SCALES[tournament.scale]))
    yield Fact(_("With equal points"), _name_ties(tournament))
    if tournament.lists:
        yield Fact(_("Lists of their own"), ", ".join(tournament.lists))
    if tournament.seating == "draw":
        yield Fact(_("Seed of the draw"), str(tournament.seed))


def _name_rules(tournament: Tournament, own: RulesVersion) -> str:
    for preset in PRESETS.values():
        if store_rules(preset.rules) == tournament.rules:
            return name_of(preset)
    if store_rules(own.parsed) == tournament.rules:
        return _("Those of the club: %(rules)s.").rstrip(".") % {"rules": rules_state(own)}
    return _("those that the club had then")


def _name_ties(tournament: Tournament) -> str:
    """`solos won, games won, best round`; beyond them the rank is shared, unless there is a lot."""
    if not tournament.tie_breaks:
        return _("they share the rank")
    return ", ".join(str(words.TIE_BREAKS[key]) for key in tournament.tie_breaks)
