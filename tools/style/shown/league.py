"""The league of the style page: a table, its race, and the matrix of partners."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from functools import cache
from typing import Any, Final

from dokoclub.standings.models.periods import Period, year_around
from dokoclub.standings.presenters import charts, statistics_html
from dokoclub.standings.presenters.table import RenderedTable, render_table
from dokoclub.standings.selectors.people import People, Person
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.standings.selectors.tables import MOVEMENT, LeagueTable
from dokoclub.ui import components
from scoring.game.played import Noted, Place, played_games
from scoring.league.attendance import OneEvening, compute_attendance, get_course
from scoring.league.counters import Counts
from scoring.league.records import Evening, evenings_before
from scoring.league.rules import StandingsRules
from scoring.league.standings import build_table
from scoring.league.statistics import count_statistics
from scoring.league.sums import Sums
from tools.style.shown import sheets
from tools.style.shown.club import BY_NUMBER, DAY, NOBODYS, PLAYERS

PERIOD: Final[Period] = year_around(DAY)
RULES: Final = StandingsRules(minimum=3)
COLUMNS: Final = ("games", "mean_game", "points", MOVEMENT)
GAMES: Final = 12  # of a player on an evening
STARS: Final = {"A": 2100, "C": 1000}  # games of all times
# Each player's points on the evenings of eight weeks; None: absent.
POINTS: Final = {
    "A": (24, 18, -3, 31, 12, 42, 28, 12),
    "F": (12, -6, None, 21, 35, 9, 30, None),
    "B": (-14, 2, 9, 8, -5, 26, 41, 40),
    "C": (6, -11, 17, None, 4, 8, -2, 3),
    "D": (None, 13, -21, -9, 7, -30, -18, 22),
    "K": (-8, -16, -12, -20, -13, -25, -29, -13),
    "J": (None, None, None, -11, None, None, None, -14),
}


def make_evenings() -> dict[int, tuple[Evening, ...]]:
    """Return the evenings by player, as the league reads them from the sheets."""
    weeks = range(len(POINTS["A"]) - 1, -1, -1)
    return {
        PLAYERS[initial].pk: tuple(
            Evening(week, DAY - timedelta(weeks=week), Counts(games=GAMES, decided=GAMES, scores=won, balance=won))
            for week, won in zip(weeks, points, strict=True)
            if won is not None
        )
        for initial, points in POINTS.items()
    }


def make_table() -> RenderedTable:
    """Return a table with moves up, down and none, stars, a guest, and a player with too few evenings.
    Ben is the reader.
    """
    people = {
        player.pk: Person(
            player.pk,
            player.name,
            "",
            player.guest,
            NOBODYS if initial == "B" else None,
            STARS.get(initial, 0),
            player.card,
        )
        for initial, player in PLAYERS.items()
    }
    known = People(people, ())
    before = evenings_before(make_evenings(), DAY.replace(day=1))
    league = LeagueTable(
        period=PERIOD,
        table=build_table(
            make_evenings(),
            RULES,
            corrections=[],
            guests=known.guests,
            former=build_table(before, RULES, corrections=[], guests=known.guests).ranks(),
        ),
        people=known,
        running={},
        compared=True,
    )
    return render_table(league, COLUMNS, account=NOBODYS)


@cache
def make_counted() -> Counted:
    """Return the statistics of the games on the sheet of four."""
    folded = sheets.sheet_of_four()
    rows = (Noted(row, line.number) for _entry, row, line in folded)
    games = played_games(folded.sheet.scorer, len(folded.sheet.players), rows, Place(NOBODYS, DAY, NOBODYS))
    evenings = {
        player: tuple(
            OneEvening(one.evening, one.day, GAMES, GAMES, one.counts.scores)
            for one in sorted(mine, key=lambda one: one.day)
        )
        for player, mine in make_evenings().items()
    }
    return Counted(
        period=PERIOD,
        players=BY_NUMBER,
        sums=Sums(
            counted=count_statistics(games),
            attendance={player: compute_attendance(mine) for player, mine in evenings.items()},
            course=get_course(evenings),
            held=len(POINTS["A"]),
            redeals=Counter({"nines": 2, None: 1}),
        ),
    )


def make_race() -> components.LineChart:
    along = charts.list_steps(make_counted())
    return charts.race_chart(charts.get_race(make_counted(), along), along)


def league_context() -> dict[str, Any]:
    """Return the context for the templates of the league and its statistics."""
    side, figure = statistics_html.Side.WITH, statistics_html.Figure.POINTS
    return {
        "period": PERIOD,
        "held": len(POINTS["A"]),
        "table": make_table(),
        "chart": make_race(),
        "matrix": statistics_html.render_matrix(make_counted(), side, figure),
        "side": side,
        "figure": figure,
    }
