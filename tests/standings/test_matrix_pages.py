"""Who played with whom, as a matrix and as lists, and what is drawn of the statistics."""

from __future__ import annotations

from datetime import date, timedelta

from dokoclub.clubs.models import Season
from dokoclub.core.formatting import short_day
from scoring.league.rules import StandingsRules, store_standings_rules
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, game, table, write
from tests.standings.counted import FRIDAY, data, of_club, of_matrix, page, play


def test_the_matrix(cast: Cast) -> None:
    play(cast)
    together = page(cast, of_matrix(cast))
    assert "Wer mit wem" in together
    assert "Anna (+3) 1 (+2) 1 Ben (+3) 1 (+5) 1 (+3) 2" in together
    against = page(cast, of_matrix(cast, "?side=against&figure=won"))
    assert "Wer gegen wen" in against
    assert "Anna (50 %) 2 (50 %) 2 (67 %) 3" in against
    assert page(cast, of_matrix(cast, "?side=nonsense&figure=x")) == together


def test_the_matrix_as_lists(cast: Cast) -> None:
    """On a phone the best come first, and a closed name already shows the best partner."""
    play(cast)
    text = page(cast, of_matrix(cast))
    assert "Ben am besten mit Cleo: +5 Spieler Punkte Spiele Cleo (+5) 1 Anna (+3) 1" in text
    assert "Ganze Statistik von Ben" in text


def test_what_is_drawn(cast: Cast) -> None:
    """The chart shows everybody's points, added up over the evenings, the leader first; before the first evening
    there is nothing.
    """
    before = FRIDAY - timedelta(weeks=3)
    play(cast, before)
    cast.guest("Emil")
    one = evening(cast, table(cast, "Emil", "Ben", "Cleo", "Dora"), day=FRIDAY)
    write(cast, one.sheets.get(), game(cast, ("Ben", "Emil"), ("Cleo", "Dora"), 125))
    race, ticks = data(cast, of_club(cast), "race"), [short_day(before), short_day(FRIDAY)]
    assert race["ticks"] == ticks
    assert [(line["full"], line["values"]) for line in race["lines"]] == [
        ("Cleo", [11, 10]),
        ("Dora", [7, 6]),
        ("Ben", [-1, 0]),
        ("Anna", [-17, -17]),
        ("Emil", [None, 1]),
    ]


def test_the_column_that_ranks_is_the_one_shown(cast: Cast) -> None:
    """Under plus only, Anna and Ben have as many as under plus and minus, and the others 0."""
    for day in (FRIDAY - timedelta(days=7), FRIDAY):
        one = evening(cast, table(cast, rules="forum"), day=day)
        write(cast, one.sheets.get(), anna_ben(cast, 125))
    assert [line["values"] for line in data(cast, of_club(cast), "race")["lines"]] == [[1, 2], [1, 2], [0, 0], [0, 0]]
    Season.objects.create(
        club=cast.club,
        name="2026",
        first=date(2026, 1, 1),
        last=date(2026, 12, 31),
        rules=store_standings_rules(StandingsRules(ranked_by="balance")),
        month_rules=store_standings_rules(StandingsRules()),
    )
    lines = data(cast, of_club(cast), "race")["lines"]
    assert [line["values"] for line in lines] == [[1, 2], [1, 2], [-1, -2], [-1, -2]]
