"""Players of a table and their corrections; last evenings, seasons, planned evenings and league links."""

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import FilteredRelation, Q

from dokoclub.clubs.models import Club, Player, Season
from dokoclub.dates.selectors.answers import club_days
from dokoclub.evenings.models import Evening, PlayerMerge
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.selectors.evenings import newest_evenings
from dokoclub.standings.models import GAMES_FOR_A_STAR
from dokoclub.ui.cards import Card, get_card
from scoring.league import standings


class Person(NamedTuple):
    """A player, as far as a table shows them."""

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


_PERSON = ("pk", "name", "short_name", "erased_number", "guest", "account", "honour__games", "tint", "monogram")
_CORRECTION = ("correction__day", "correction__points", "correction__reason")


def fetch_people(club: Club, first: date, last: date) -> People:
    """Return all players the club ever had, with the corrections between these days. One query."""
    standing = Q(corrections__taken_back_at=None, corrections__day__range=(first, last))
    rows = (
        Player.objects.filter(club=club)
        .alias(correction=FilteredRelation("corrections", condition=standing))
        .order_by("correction__day", "correction__pk")
        .values_list(*_PERSON, *_CORRECTION)
    )
    found: dict[int, Person] = {}
    given = []
    for pk, name, short_name, erased, guest, account, games, tint, monogram, day, points, reason in rows:
        called = short_name if erased is None else name
        found[pk] = Person(pk, name, called, guest, account, games or 0, get_card(name, tint, monogram))
        if day is not None:
            given.append(Given(day, standings.Correction(pk, points, reason)))
    return People(found, tuple(given))


def resolve_aliases(club: Club) -> Mapping[int, int]:
    """Return the remaining player of each merged one, at the end of the chain. One query."""
    kept = dict(PlayerMerge.objects.active().filter(club=club).values_list("merged", "kept"))
    return {merged: _end(kept, merged) for merged in kept}


def _end(kept: Mapping[int, int], player: int) -> int:
    while player in kept:
        player = kept[player]
    return player


def last_day(club: Club) -> date | None:
    """Return the day on which the club last played. One query, one for a whole page."""
    evenings = newest_evenings(club)
    return evenings[0].date if evenings else None


def season_of_today(club: Club, today: date) -> Season | None:
    """Return the running season, else the last one that began, else the first to come. One query."""
    seasons = list(Season.objects.filter(club=club).order_by("first"))
    begun = [season for season in seasons if season.first <= today]
    return begun[-1] if begun else next(iter(seasons), None)


def list_seasons(club: Club) -> list[Season]:
    """List the seasons, the newest first. One query."""
    return list(Season.objects.filter(club=club))


def evenings_to_come(club: Club, first: date, last: date) -> int:
    """Return the number of planned evenings between these days, without today if it was already played.

    Two queries.
    """
    today = date_of_play()
    days = set(club_days(club, max(first, today), last))
    if today in days and Evening.objects.not_deleted().filter(club=club, date=today, sheets__games__gt=0).exists():
        days.discard(today)
    return len(days)
