"""Where a tournament's page leads: what is for everybody, and what only its director does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from dokoclub.clubs.hooks import Way
from dokoclub.tournaments.access import AtTournament
from dokoclub.tournaments.selectors import Day
from dokoclub.tournaments.shown.people import list_people


@dataclass(frozen=True, slots=True)
class Row:
    title: str
    url: str
    hint: str = ""
    files: Sequence[Way] = ()  # the same to take along


@dataclass(frozen=True, slots=True)
class Desk:
    everybody: Sequence[Row]
    director: Sequence[Row]  # none for who does not direct


def set_desk(at: AtTournament, day: Day, *, files: Sequence[Way], ways: Sequence[Way]) -> Desk:
    """`files`: the list as it stands; `ways`: what other apps have for the director. No query."""
    return Desk(
        everybody=list(_for_everybody(at, day, files)),
        director=list(_for_director(at, day, ways)) if at.directs else [],
    )


def _for_everybody(at: AtTournament, day: Day, files: Sequence[Way]) -> Iterator[Row]:
    key, people = at.tournament.pk, list_people(day)
    hint = _("with start number") if not people.fee else people.paid
    yield Row(_("Entrants"), reverse("tournaments:list_entrants", args=[key]), hint)
    money = _("what comes in, and who gets what")
    yield Row(_("Fees and prizes"), reverse("tournaments:show_money", args=[key]), money)
    if day.has_points:
        paper = _("the list to hang up, and prizes to sign for")
        yield Row(_("Results on paper"), reverse("tournaments:print_results", args=[key]), paper, files)


def _for_director(at: AtTournament, day: Day, ways: Sequence[Way]) -> Iterator[Row]:
    key = at.tournament.pk
    if day.current and not at.tournament.is_over:
        cards = _("to print: who scans one writes on the sheet of that table")
        yield Row(_("Table cards"), reverse("tournaments:print_cards", args=[key, day.current.number]), cards)
    hall = _("where everybody sits, without an account")
    yield Row(_("Link for everybody in the hall"), reverse("tournaments:list_links", args=[key]), hall)
    for way in ways:
        yield Row(way.title, way.url, _("tables, clock and standing, large"))
    if not at.tournament.is_over:
        played = _("rounds, seating, and what counts")
        yield Row(_("How it is played"), reverse("tournaments:edit_tournament", args=[key]), played)
    if at.me.owner:
        who = _("who else directs, or may note penalties")
        yield Row(_("Tournament direction"), reverse("tournaments:list_officials", args=[key]), who)
