"""A club with a rating: random evenings, and a recount of everything without a cache."""

from __future__ import annotations

import random
from datetime import date, timedelta
from uuid import UUID

from django.urls import reverse

from dokoclub.evenings.models import Entry, Evening
from dokoclub.evenings.models.evening import date_of_play
from dokoclub.evenings.services import entries as entries_evenings
from dokoclub.evenings.services import evenings as evenings_evenings
from scoring.contract.stored_rows import load_row
from scoring.game.game import Game
from scoring.game.score import Scorer
from scoring.rating import RatedGame, Rating, rate_players, sum_games
from tests.cast import Cast
from tests.clock import NOW
from tests.evenings.pages import phone, seen
from tests.evenings.papers import evening, table
from tests.evenings.rows import write_entries

TODAY = date_of_play(NOW)
FOUR = ("Anna", "Ben", "Cleo", "Dora")
# Two of them in one month, one so long ago that the chart begins after it.
DAYS = tuple(TODAY - timedelta(days=ago) for ago in (900, 290, 200, 45, 38))


def play(cast: Cast, day: date, seed: int, names: tuple[str, ...] = FOUR, games: int = 50) -> Evening:
    """Play games: with Anna it is mostly won; every sixth game is Dora's solo or somebody's, sometimes with a
    Bockrunde.
    """
    dice = random.Random(seed)
    one = evening(cast, table(cast, *names, rules="hausrunde"), day=day)
    rows = []
    for _ in range(games):
        four = dice.sample(names, 4)
        re = four[:1] if dice.random() < 1 / 6 else four[:2]
        others = [name for name in four if name not in re]
        augen = dice.choice((89, 110, 119, 130, 155, 181)) if "Anna" not in re else dice.choice((110, 130, 155, 200))
        facts = {"kind": "normal", "re": cast.ids(*re), "kontra": cast.ids(*others), "re_points": augen}
        if len(re) == 1:
            facts |= {"kind": "solo", "solo": "damen"}
        rows.append(entries_evenings.NewRow(facts=facts, uuid=UUID(int=dice.getrandbits(128))))
    write_entries(one.sheets.get(), rows, by=None)
    return evenings_evenings.close_evening(one, by=None)


def make_rated(cast: Cast) -> Cast:
    for seed, day in enumerate(DAYS):
        play(cast, day, seed)
    return cast


def of_club(cast: Cast) -> str:
    return reverse("standings:show_rating", args=[cast.club.pk])


def of_player(cast: Cast, name: str) -> str:
    return reverse("standings:show_player_rating", args=[cast.club.pk, cast.players[name].pk])


def page(cast: Cast, url: str, name: str = "Dora") -> str:
    response = phone(cast, name).get(url)
    assert response.status_code == 200
    return seen(response)


def recounted(cast: Cast, day: date) -> Rating:
    """Return the rating from the facts of all rows, game by game, without a cache."""
    by_day: dict[int, list[RatedGame]] = {}
    entries = Entry.objects.counted().filter(sheet__evening__club=cast.club, sheet__evening__deleted_at=None)
    for entry in entries.select_related("sheet__evening"):
        row = load_row(entry.facts, entry.sheet.parsed)
        if isinstance(row, Game) and entry.sheet.evening.date <= day:
            net = Scorer(entry.sheet.parsed).score(row).reckoning.net or 0
            found = by_day.setdefault(entry.sheet.evening.date.toordinal(), [])
            found.append(RatedGame(tuple(row.re), tuple(row.kontra), net))
    return rate_players([(of, sum_games(games)) for of, games in by_day.items()], day=day.toordinal())


def number(text: float) -> str:
    rounded = round(text)
    return f"+{rounded}" if rounded > 0 else f"−{-rounded}" if rounded < 0 else "±0"
