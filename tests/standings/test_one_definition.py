"""The league and the statistics agree on the same games, in any notation: one quantity, one definition."""

from __future__ import annotations

from datetime import date
from random import Random
from typing import Any

import pytest

from dokoclub.evenings.services import evenings
from dokoclub.standings.models.periods import year_around
from dokoclub.standings.presenters import facts
from dokoclub.standings.presenters.blocks import block_of_kinds, block_of_players, values_of_club
from dokoclub.standings.selectors.tables import league_table
from dokoclub.standings.services.tallies import count_games
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.papers import evening, game, solo, table, write
from tests.standings.papers import results

DAY = date(2026, 11, 13)
FOUR = ("Anna", "Ben", "Cleo", "Dora")


def play(cast: Cast, dice: Random, rules: str, day: date) -> None:
    """Play games, solos, points by hand and penalties in mixed order."""
    one = evening(cast, table(cast, rules=rules), day=day)
    sheet = one.sheets.get()
    for _ in range(dice.randint(1, 9)):
        sheet.refresh_from_db()
        names = dice.sample(FOUR, 4)
        match dice.randrange(6):
            case 0:
                facts_of: dict[str, Any] = {"kind": "penalty", "points": {cast.ids(names[0])[0]: -dice.randint(1, 9)}}
            case 1:
                winners, value = cast.ids(*names[:2]), dice.randint(1, 9)
                facts_of = {"kind": "manual", "players": cast.ids(*FOUR), "winners": winners, "value": value}
            case 2:
                facts_of = solo(cast, names[0], dice.randint(90, 200))
            case _:
                facts_of = game(cast, names[:2], names[2:], dice.randint(1, 239))
        write(cast, sheet, facts_of)
    evenings.close_evening(one, by=None)


@pytest.mark.parametrize("ranked_by", ["scores", "balance"])
@pytest.mark.parametrize("seed", range(4))
def test_league_and_statistics_agree(cast: Cast, seed: int, ranked_by: str) -> None:
    dice, rules = Random(seed), StandingsRules(ranked_by=ranked_by)
    for day in (5, 12, 19):
        play(cast, dice, dice.choice(("ddv", "hausrunde")), date(2026, 11, day))
    if seed % 2:  # an evening with known sums only
        sums: dict[str, Any] = {"games": 0, "decided": 0, "won": 0, "summed": 1}
        results(cast, DAY, dict.fromkeys(FOUR, 7), **sums)
    period = year_around(DAY)
    rows = {row.player: row for row in league_table(cast.club, period, rules, today=DAY).table.rows}
    counted = count_games(cast.club, period, ranked_by)
    players = block_of_players(counted)
    assert players is not None
    for member in players.members:
        row, totals = rows[member.player.pk], facts.get_totals(counted, member.player)
        assert member.totals == totals
        said = {
            "evenings": totals.evenings.number,
            "games": totals.games,
            "points": totals.points,
            "mean_game": totals.mean,
            "mean_evening": totals.mean_evening,
        }
        assert {key: COLUMNS[key].value(row) for key in said} == said
        assert (COLUMNS["solos"].value(row) or 0) == counted.of(member.player).alone.games
        won = COLUMNS["won_percent"].value(row)
        assert member.won.of == row.total.decided
        assert (won is None) == (member.won.percent is None)
        assert won is None or won * member.won.of == member.won.number


def test_kinds_of_games_are_all_games_once(cast: Cast) -> None:
    """Regression: Bock games were among the kinds, and all of them added up to 136 %."""
    for seed in range(3):
        play(cast, Random(seed), "hausrunde", date(2026, 11, 5 + seed))
    sheet = evening(cast, table(cast, rules="hausrunde"), day=DAY).sheets.get()
    for _ in range(3):
        write(cast, sheet, game(cast, FOUR[:2], FOUR[2:], 120))
        sheet.refresh_from_db()
    counted = count_games(cast.club, year_around(DAY), "scores")
    assert sum(portion.rate.number for portion in block_of_kinds(counted)) == counted.statistics.club.games
    assert "Bockspiel" in values_of_club(counted).told
