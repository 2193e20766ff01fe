"""Tables of a started round, for tests: their players, a game on the sheet, points from paper."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Sheet
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import tables
from tests.cast import Cast
from tests.evenings import papers as evening_papers
from tests.tournaments.papers import started


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def finished(cast: Cast, **facts: Any) -> Tournament:
    one = started(cast, rounds=1, **facts)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        points = dict(zip(numbers, (18, 6, -4, -20), strict=True))
        tables.hand_in_paper(table, {who: Slip(each) for who, each in points.items()}, games=24, by=cast.dora)
        tables.sign_table(table)
    return one


def table_of(one: Tournament, name: str = "Anna") -> RoundTable:
    """Return that player's table in the first round."""
    return RoundTable.objects.select_related("round__tournament", "sheet").get(
        round__tournament=one, round__number=1, places__entrant__player__name=name
    )


def people_at(table: RoundTable) -> list[Player]:
    return [place.entrant.player for place in table.places.select_related("entrant__player")]


def sheet_of(table: RoundTable) -> Sheet:
    assert table.sheet is not None
    return table.sheet


def sheet_now(table: RoundTable) -> Sheet:
    return Sheet.objects.get(round_table=table.pk)


def play(cast: Cast, table: RoundTable) -> list[str]:
    """Play a game on the table's sheet: the first two win 1. Return the names, in the order of places."""
    names = [player.name for player in people_at(table)]
    for player in people_at(table):
        cast.players[player.name] = player
    evening_papers.write(cast, sheet_of(table), evening_papers.game(cast, names[:2], names[2:4], 131))
    return names


def gaps(table: RoundTable) -> tuple[int, int]:
    return table.round.number, table.number


def totals(table: RoundTable) -> dict[str, int | None]:
    return {place.entrant.player.name: place.points for place in table.places.select_related("entrant__player")}


def paper_of(table: RoundTable, *points: int, games: int = 24) -> dict[str, Any]:
    """Return the result as the director types it, in the order of places."""
    numbers = [place.entrant.number for place in table.places.select_related("entrant")]
    return {"games": games} | {f"points_{number}": each for number, each in zip(numbers, points, strict=True)}
