"""A tournament of the demo club, with forty people in three rounds and a correction; and its screens."""

from datetime import date, timedelta
from random import Random
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club, Player
from dokoclub.demo.club import Demo
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.screens.access import Target
from dokoclub.screens.services import make_screen
from dokoclub.tournaments.models import RoundTable, Source, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, people, rounds, seating
from dokoclub.tournaments.services import slips as slips_services
from dokoclub.tournaments.services import tables as tables_services
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules

DAYS_AGO: Final = 9
PEOPLE: Final = 40
ROUNDS: Final = 3
GUESTS: Final = (
    "Achim Adele Bernd Christa Detlef Edith Ewald Falk Gisela Gregor Hedwig Holger Ilse Jochen Jutta Konrad Lore "
    "Ludger Magda Norbert Ottilie Reiner Roswitha Siegfried Sigrid Tilman Ulla Volker Waltraud Wilfried Wolfram "
    "Xenia Arno Beate Clemens Dagmar Elke Friedel Gerlinde Hartmut"
)


@transaction.atomic
def make_tournament(demo: Demo) -> None:
    by, dice = demo.owner, demo.dice("tournament")
    facts = {
        "name": _("Martinmas tournament"),
        "day": free_day(demo.club, date_of_play() - timedelta(days=DAYS_AGO)),
        "place": "Vereinsheim",
        "rules": store_rules(PRESETS["ddv"].rules),
        "rounds": ROUNDS,
        "fee": 1000,
        "seed": 1111,
    }
    one = founding.found_tournament(demo.club, facts, key=demo.key("tournament"), by=by)
    _enter(one, demo)
    seating.plan_seating(one)
    for number in range(1, ROUNDS + 1):
        rounds.start_round(one, number, by=by)
        for table in _tables(one, number):
            numbers = [place.entrant.number for place in table.places.select_related("entrant")]
            tables_services.hand_in_paper(table, throw_slips(numbers, dice), games=24, by=by)
            tables_services.sign_table(table)
    table = _tables(one, 1)[0]
    slips = slips_services.get_slips(table)
    first, second = list(slips)[:2]
    swapped = {first: slips[first]._replace(points=slips[second].points)}
    swapped[second] = slips[second]._replace(points=slips[first].points)
    reason = _("Two lines were swapped")
    tables_services.correct_table(table, {**slips, **swapped}, source=Source.PAPER, reason=reason, by=by)
    rounds.end_tournament(one, by=by)


def free_day(club: Club, day: date) -> date:
    """Return a day without an evening: that day, or an earlier one."""
    taken = set(Evening.objects.filter(club=club, date__lte=day).values_list("date", flat=True))
    while day in taken:
        day -= timedelta(days=1)
    return day


def _enter(one: Tournament, demo: Demo) -> None:
    """Enter the club's players and guests, all paid; guests are inactive, and not proposed for the next evening."""
    members = demo.players()[:PEOPLE]
    there = {player.name for player in one.club.players.all()}
    names = [name for name in GUESTS.split() if name not in there][: PEOPLE - len(members)]
    listed = [people.Listed(name, home="Füchse") for name in names]
    new = people.enter_entrants(one, members, listed, by=demo.owner).new
    one.entrants.update(paid=True)
    Player.objects.filter(pk__in=[entrant.player_id for entrant in new], guest=True).update(active=False)


def throw_slips(numbers: list[int], dice: Random) -> dict[int, Slip]:
    """Return random totals that sum to 0."""
    points = [max(-30, min(30, round(dice.gauss(0, 18)))) for _number in numbers[:-1]]
    points.append(-sum(points))
    return {
        number: Slip(scored, won=12 + scored // 10, solos_won=dice.choice((0, 0, 1)))
        for number, scored in zip(numbers, points, strict=True)
    }


def _tables(one: Tournament, number: int) -> list[RoundTable]:
    tables = RoundTable.objects.filter(round__tournament=one, round__number=number)
    return list(tables.select_related("round__tournament", "sheet").order_by("number"))


def make_screens(demo: Demo) -> None:
    """Make a link to the league, and one to the open evening."""
    make_screen(Target(demo.club), by=demo.owner)
    for evening in Evening.objects.open().filter(club=demo.club).select_related("club").order_by("-date")[:1]:
        make_screen(Target(demo.club, evening=evening), by=demo.owner)
