"""The league of the demo club, and a tournament with forty people in three rounds, a correction and screens."""

from datetime import date, datetime, time, timedelta
from random import Random
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.clubs.models import Club, Player
from dokoclub.demo.club import Demo
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.screens.access import Target
from dokoclub.screens.services import make_screen
from dokoclub.standings.models import Correction
from dokoclub.standings.models.periods import Period, list_months_between, month_around
from dokoclub.standings.services import achievements, closings, league
from dokoclub.tournaments.models import RoundTable, Source, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import founding, people, rounds, seating
from dokoclub.tournaments.services import slips as slips_services
from dokoclub.tournaments.services import tables as tables_services
from scoring.league.rules import StandingsRules
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules

RULES: Final = StandingsRules(counting="strike", counting_evenings=2, minimum=30, minimum_unit="percent")
MONTH_RULES: Final = StandingsRules(minimum=2)
MOST_CLOSED: Final = 12  # months; a demo of many years leaves older ones open
CLOSED_AT: Final = time(10, 30)
CAKE: Final = "Kuchen für alle mitgebracht"
FORGOTTEN: Final = "Unentschuldigt gefehlt"
TWICE: Final = "Ein Spiel stand doppelt auf dem Zettel"
AGAIN: Final = "Nach der Korrektur noch einmal"


@transaction.atomic
def make_league(demo: Demo) -> None:
    """Make the current season and past months; one was closed twice, one has changed since."""
    achievements.count_club(demo.club)
    days = list(Evening.objects.not_deleted().filter(club=demo.club).order_by("date").values_list("date", flat=True))
    players, today = demo.players(), date_of_play()
    first, last = season_days(days[0], today)
    name = f"Saison {first.year}" if last.year == first.year else f"Saison {first.year}/{last.year % 100:02}"
    season = league.NewSeason(name=name, first=first, last=last, planned=48, rules=RULES, month_rules=MONTH_RULES)
    league.make_season(demo.club, season, key=demo.key("season"), by=demo.owner)

    def close(period: Period, again: str = "") -> None:
        closings.close_month(
            demo.club,
            period,
            key=demo.key(f"closing-{period.first}{again}"),
            expected=1 if again else 0,
            by=demo.owner,
            reason=again,
            at=closed_at(period, days=3 if again else 1),
        )

    def correct(number: int, period: Period, points: int, reason: str) -> Correction:
        day = next(day for day in reversed(days) if period.holds(day))
        key, player = demo.key(f"correction-{number}"), players[number]
        return league.correct_points(demo.club, player, day=day, points=points, reason=reason, key=key, by=demo.owner)

    played = months_over(days, today)[-MOST_CLOSED:]
    for period in played:
        close(period)
    if played:
        correct(1, played[0], -6, TWICE)
        close(played[0], AGAIN)
        correct(0, played[-1], 2, CAKE)
    this_month = month_around(days[-1])
    league.take_back_correction(correct(2, this_month, -3, FORGOTTEN), by=demo.owner)
    correct(3, this_month, -5, FORGOTTEN)


def months_over(days: list[date], today: date) -> list[Period]:
    """List past months with evenings, oldest first."""
    over = [period for period in list_months_between(days[0], days[-1]) if period.is_over(today)]
    return [period for period in over if any(period.holds(day) for day in days)]


def season_days(first_evening: date, today: date) -> tuple[date, date]:
    """Return first and last day of the current season, a year from the month of the first evening."""
    begins = first_evening.replace(day=1, year=today.year)
    first = begins if begins <= today else begins.replace(year=today.year - 1)
    return first, first.replace(year=first.year + 1) - timedelta(days=1)


def closed_at(period: Period, days: int) -> datetime:
    """Return the morning so many days after the period's end, but not a future one."""
    morning = timezone.make_aware(datetime.combine(period.last + timedelta(days=days), CLOSED_AT))
    return min(morning, timezone.now())


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
