"""Who stands in a table, and what the club added to his points."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import FilteredRelation, Q

from dokoclub.clubs.models import Club, Player
from dokoclub.look.cards import Card, card_of
from dokoclub.standings.models import GAMES_FOR_A_STAR
from scoring.league import standings


class Person(NamedTuple):
    """A player, as far as a table shows him."""

    pk: int
    name: str
    short_name: str
    guest: bool
    account: int | None
    games: int  # of all times, on closed evenings
    card: Card

    @property
    def stars(self) -> int:
        return self.games // GAMES_FOR_A_STAR


class Given(NamedTuple):
    """A correction and its day."""

    day: date
    correction: standings.Correction


class People(NamedTuple):
    by_number: Mapping[int, Person]
    given: tuple[Given, ...]  # the oldest first

    @property
    def guests(self) -> frozenset[int]:
        return frozenset(person.pk for person in self.by_number.values() if person.guest)

    def corrections(self, first: date, last: date) -> list[standings.Correction]:
        return [given.correction for given in self.given if first <= given.day <= last]


_PERSON = ("pk", "name", "short_name", "guest", "account", "honour__games", "tint", "monogram")
_CORRECTION = ("correction__day", "correction__points", "correction__reason")


def fetch_people(club: Club, first: date, last: date) -> People:
    """Everybody who ever played in the club, with the corrections between these days. One query."""
    standing = Q(corrections__taken_back_at=None, corrections__day__range=(first, last))
    rows = (
        Player.objects.filter(club=club)
        .alias(correction=FilteredRelation("corrections", condition=standing))
        .order_by("correction__day", "correction__pk")
        .values_list(*_PERSON, *_CORRECTION)
    )
    found: dict[int, Person] = {}
    given = []
    for pk, name, short_name, guest, account, games, tint, monogram, day, points, reason in rows:
        found[pk] = Person(pk, name, short_name, guest, account, games or 0, card_of(name, tint, monogram))
        if day is not None:
            given.append(Given(day, standings.Correction(pk, points, reason)))
    return People(found, tuple(given))
