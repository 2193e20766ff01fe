"""A tournament of the demo club: forty people, three rounds, one correction. Hooked into seed_demo."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Final
from uuid import uuid5

from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.tournaments import services
from dokoclub.tournaments.models import RoundTable, Source, Tournament
from dokoclub.tournaments.selectors import Slip
from dokoclub.tournaments.services import Listed
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules

DAYS_AGO: Final = 9
PEOPLE: Final = 40
ROUNDS: Final = 3
FEE: Final = 1000
GUESTS: Final = (
    "Achim Adele Bernd Christa Detlef Edith Ewald Falk Gisela Gregor Hedwig Holger Ilse Jochen Jutta Konrad Lore "
    "Ludger Magda Norbert Ottilie Reiner Roswitha Siegfried Sigrid Tilman Ulla Volker Waltraud Wilfried Wolfram "
    "Xenia Arno Beate Clemens Dagmar Elke Friedel Gerlinde Hartmut"
)


def seed_tournament(club: Club, evenings: int, seed: int) -> None:
    """Nothing where there is one already, or where nobody has played."""
    if evenings < 1 or club.tournaments.exists():
        return
    owner: Account = club.memberships.filter(owner=True).select_related("account")[0].account
    chance = Random(f"{club.key}{seed}tournament")  # noqa: S311  # nothing secret
    one = _found(club, owner)
    _enter(one, owner, chance)
    services.plan_seating(one)
    for number in range(1, ROUNDS + 1):
        services.start_round(one, number, by=owner)
        for table in _tables(one, number):
            services.hand_in_paper(table, throw_slips(_numbers(table), chance), games=24, by=owner)
            services.sign_table(table)
    _correct(one, owner)
    services.end_tournament(one, by=owner)


def _found(club: Club, owner: Account) -> Tournament:
    facts = {
        "name": _("Martinmas tournament"),
        "day": free_day(club, date_of_play() - timedelta(days=DAYS_AGO)),
        "place": "Vereinsheim",
        "rules": store_rules(PRESETS["ddv"].rules),
        "rounds": ROUNDS,
        "fee": FEE,
        "seed": 1111,
    }
    return services.found_tournament(club, facts, key=uuid5(club.key, "tournament"), by=owner)


def free_day(club: Club, day: date) -> date:
    """On which the club played nothing else: that day, or one before it."""
    taken = set(Evening.objects.filter(club=club, date__lte=day).values_list("date", flat=True))
    while day in taken:
        day -= timedelta(days=1)
    return day


def _enter(one: Tournament, owner: Account, chance: Random) -> None:
    """Whoever plays in the club, and guests, who have paid and do not stand in the way of the next evening."""
    members = list(one.club.players.playing().filter(guest=False).order_by("pk"))[:PEOPLE]
    there = {player.name for player in one.club.players.all()}
    names = [name for name in GUESTS.split() if name not in there][: PEOPLE - len(members)]
    new = services.enter_entrants(one, members, [Listed(name, home="Füchse") for name in names], by=owner).new
    one.entrants.update(paid=True)
    Player.objects.filter(pk__in=[entrant.player_id for entrant in new], guest=True).update(active=False)


def throw_slips(numbers: list[int], chance: Random) -> dict[int, Slip]:
    """The totals of a list, which sum to 0."""
    points = [max(-30, min(30, round(chance.gauss(0, 18)))) for _number in numbers[:-1]]
    points.append(-sum(points))
    return {
        number: Slip(scored, won=12 + scored // 10, solos_won=chance.choice((0, 0, 1)))
        for number, scored in zip(numbers, points, strict=True)
    }


def _correct(one: Tournament, owner: Account) -> None:
    """Two sums of the first table were swapped."""
    table = _tables(one, 1)[0]
    slips = services.slips_of(table)
    first, second = list(slips)[:2]
    one_points, other_points = slips[first].points, slips[second].points
    slips[first] = slips[first]._replace(points=other_points)
    slips[second] = slips[second]._replace(points=one_points)
    services.correct_table(table, slips, source=Source.PAPER, reason=_("Two lines were swapped"), by=owner)


def _tables(one: Tournament, number: int) -> list[RoundTable]:
    tables = RoundTable.objects.filter(round__tournament=one, round__number=number)
    return list(tables.select_related("round__tournament", "sheet").order_by("number"))


def _numbers(table: RoundTable) -> list[int]:
    return [place.entrant.number for place in table.places.select_related("entrant")]
