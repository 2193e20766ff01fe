"""Tournaments for the tests: Anna founds one, Ben directs it, and that many people enter."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.settlement.services.kitty import book_cash
from dokoclub.tournaments.models import Booking, Correction, Place, Role, Round, RoundTable, Tournament
from dokoclub.tournaments.services import founding, people, rounds, seating
from dokoclub.tournaments.services.people import Listed
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from scoring.tournament.series import series_rules
from tests import clock
from tests.cast import Cast

A_DAY = date_of_play(clock.NOW)
NAMES = [
    "Elif",
    "Finn",
    "Gero",
    "Hanna",
    "Ina",
    "Jan",
    "Karl",
    "Lotte",
    "Mara",
    "Nils",
    "Olga",
    "Paul",
    "Rosi",
    "Sven",
    "Tine",
    "Udo",
    "Vera",
    "Willi",
    "Xaver",
    "Yasmin",
    "Zoe",
    "Adam",
    "Berta",
    "Carla",
    "Detlef",
    "Emma",
    "Fritz",
    "Gerd",
    "Heike",
    "Ida",
    "Jens",
    "Kai",
    "Lena",
    "Moritz",
    "Nora",
    "Otto",
]


def found(cast: Cast, **facts: Any) -> Tournament:
    usual: dict[str, Any] = {"name": "Martini-Turnier", "day": A_DAY, "rounds": 3, "seed": 7}
    rules = {"rules": store_rules(PRESETS["ddv"].rules)}
    return founding.found_tournament(cast.club, {**usual, **rules, **facts}, key=uuid4(), by=cast.anna)


def names_of(number: int) -> list[str]:
    """Return the names of the cast first, then others up to `number`."""
    more = [*NAMES, *(f"Gast {index}" for index in range(number))]
    return ["Anna", "Ben", "Cleo", "Dora", *more][:number]


def enter(cast: Cast, tournament: Tournament, number: int) -> None:
    people.enter_entrants(tournament, [], [Listed(name) for name in names_of(number)], by=cast.anna)


def with_people(cast: Cast, number: int, **facts: Any) -> Tournament:
    tournament = found(cast, **facts)
    enter(cast, tournament, number)
    return tournament


def directed(cast: Cast, number: int, **facts: Any) -> Tournament:
    """Return a tournament directed by Dora, who has no other rights in the club; Ben is its referee."""
    tournament = with_people(cast, number, **facts)
    founding.name_official(tournament, cast.dora, Role.DIRECTOR, by=cast.anna)
    founding.name_official(tournament, cast.ben, Role.REFEREE, by=cast.anna)
    return tournament


def started(cast: Cast, number: int = 8, **facts: Any) -> Tournament:
    """Return a tournament in its first round."""
    one = directed(cast, number, **facts)
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    one.refresh_from_db()
    return one


def fill_tournament(club: Club, owner: Account) -> Tournament:
    """Fill a tournament with one of everything that a club's file has of tournaments."""
    rules = {"rules": store_rules(PRESETS["ddv"].rules)}
    facts = {"name": "Martini-Turnier", "day": A_DAY, "lists": ["Damen"], "fee": 500}
    tournament = founding.found_tournament(club, {**facts, **rules}, key=uuid4(), by=owner)
    listed = [Listed(f"Turniergast {number}", "Füchse") for number in range(1, 9)]
    entrants = people.enter_entrants(tournament, [], listed, by=owner).new
    founding.name_official(tournament, owner, Role.DIRECTOR, by=owner)
    founding.make_link(tournament, by=owner)
    in_series = founding.SeriesFacts("Rangliste", series_rules("mean_round", minimum=2), 24, [tournament.pk])
    founding.found_series(club, in_series, key=uuid4(), by=owner)
    one = Round.objects.create(tournament=tournament, number=1)
    table = RoundTable.objects.create(round=one, number=1)
    for number, entrant in enumerate(entrants[:4], start=1):
        Place.objects.create(table=table, entrant=entrant, number=number)
    Correction.objects.create(table=table, before={"1": [3, 0]}, after={"1": [4, 0]}, reason="Verschrieben")
    payer = entrants[0].player
    entry = book_cash(club, cents=500, purpose="Startgeld", day=A_DAY, key=uuid4(), by=owner, player=payer)
    Booking.objects.create(entrant=entrants[0], reason="fee", entry=entry)
    return tournament


def today() -> date:
    return timezone.localdate()
