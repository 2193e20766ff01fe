"""Screens for the tests: evenings and tournaments of so many people, and their links."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.urls import reverse

from dokoclub.clubs.models import Player
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Evening, Length, Sheet
from dokoclub.evenings.selectors.sheets import sheet_page
from dokoclub.evenings.services.evenings import open_evening
from dokoclub.screens.access import Target
from dokoclub.screens.models import LinkKind, ScreenLink
from dokoclub.screens.services import give_code, make_screen
from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.services.founding import found_tournament
from dokoclub.tournaments.services.people import Listed, enter_entrants
from dokoclub.tournaments.services.rounds import start_round
from dokoclub.tournaments.services.seating import plan_seating
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from scoring.tournament.sizes import table_sizes
from tests.cast import Cast
from tests.evenings.papers import game
from tests.evenings.rows import write_entry
from tests.tournaments.papers import A_DAY

LONG = "Friederike-Wilhelmine"  # of whom there are so many that short names are long, too


def people(cast: Cast, number: int) -> list[Player]:
    """The four of the cast, and guests with long names."""
    names = [f"{LONG} {index}" for index in range(5, number + 1)]
    fresh = [(place, name) for place, name in enumerate(names) if name not in cast.players]
    guests = [
        Player(club=cast.club, name=name, folded_name=name.casefold(), guest=True, tint=place % 12 + 1)
        for place, name in fresh
    ]
    cast.players.update({player.name: player for player in Player.objects.bulk_create(guests)})
    return [*cast.four, *(cast.players[name] for name in names)]


def evening_of(cast: Cast, number: int, rules: str = "ddv", length: int | None = None) -> Evening:
    """So many people at tables of four and five, one game on the first."""
    some, tables = people(cast, number), []
    for table, size in enumerate(table_sizes(number) if number >= 8 else [number], start=1):
        seated, some = some[:size], some[size:]
        how_long: dict[str, Any] = {"length_kind": Length.GAMES if length else Length.OPEN, "length": length}
        tables.append(NewSheet(players=seated, rules=PRESETS[rules].rules, table=str(table), **how_long))
    evening = open_evening(cast.club, tables, key=uuid4(), by=cast.ben)
    play(cast, evening.sheets.order_by("pk")[0])
    return evening


def play(cast: Cast, sheet: Sheet, *, augen: int = 131, **facts: Any) -> None:
    """One more game: the first two of those who play against the others."""
    sheet = Sheet.objects.select_related("evening__club").get(pk=sheet.pk)
    four = [player.name for player in sheet_page(sheet).coming.playing]
    write_entry(sheet, game(cast, four[:2], four[2:], augen, **facts), uuid=uuid4(), by=cast.ben)


def tournament_of(cast: Cast, number: int, *, started: bool = True, name: str = LONG) -> Tournament:
    rules = {"rules": store_rules(PRESETS["ddv"].rules)}
    one = found_tournament(
        cast.club, {"name": "Martini-Turnier", "day": A_DAY, "rounds": 2, "seed": 7, **rules}, key=uuid4(), by=cast.anna
    )
    enter_entrants(one, [], [Listed(f"{name} {index}") for index in range(1, number + 1)], by=cast.anna)
    plan_seating(one)
    if started:
        start_round(one, 1, by=cast.anna)
    return Tournament.objects.get(pk=one.pk)


def screen(cast: Cast, *, evening: Evening | None = None, tournament: Tournament | None = None) -> ScreenLink:
    return make_screen(Target(cast.club, evening, tournament), by=cast.anna)


def address(link: ScreenLink, name: str = "open_screen") -> str:
    return reverse(f"screens:{name}", args=[link.token])


def code_of(link: ScreenLink) -> str:
    """Another code that opens this screen."""
    return give_code(LinkKind.SCREEN, link.pk, link.token, by=link.made_by).code
