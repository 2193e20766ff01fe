"""Achievements on the page of a player, with the games behind them, and those of an evening."""

from __future__ import annotations

from datetime import date, timedelta

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, evening, solo, table, write
from tests.evenings.rows import strike_entry
from tests.standings.counted import page

FRIDAY = date(2026, 11, 20)


def of_player(cast: Cast, name: str, period: str = "all") -> str:
    return reverse("standings:show_player_statistics", args=[cast.club.pk, cast.players[name].pk, period])


def test_a_player_has_deeds_with_the_game_behind_each(cast: Cast) -> None:
    one = evening(cast, table(cast), day=FRIDAY)
    sheet = one.sheets.get()
    write(cast, sheet, anna_ben(cast, 131))
    entry = write(cast, sheet, anna_ben(cast, 0, no_tricks="re", announced={"re": "re"}))
    write(cast, sheet, solo(cast, "Anna", 240, no_tricks="kontra", announced={"re": "schwarz"}))

    cards = phone(cast, "Dora").get(of_player(cast, "Cleo"), {"about": "cards"})
    assert "Heldentaten Schwarz gegen ein angesagtes Re Spiel 2, Freitag, 20. November 2026" in seen(cards)
    url = f"/sheets/{sheet.pk}/?open={entry.uuid}#game-{entry.uuid}"
    assert f'href="{url}"' in cards.content.decode()
    assert 'aria-expanded="true"' in phone(cast, "Dora").get(url.partition("#")[0]).content.decode()
    text = page(cast, of_player(cast, "Anna"))
    assert "Heldentaten Solo mit allen Absagen gewonnen Spiel 3" in text
    assert "Heldentaten" not in page(cast, of_player(cast, "Ben"))
    assert "Heldentaten" not in page(cast, of_player(cast, "Anna", "2025"))


def test_a_struck_game_was_no_deed(cast: Cast) -> None:
    sheet = evening(cast, table(cast), day=FRIDAY).sheets.get()
    write(cast, sheet, anna_ben(cast, 131))
    entry = write(cast, sheet, anna_ben(cast, 121, announced={"re": "re"}))
    assert "Angesagtes Re mit 121 gewonnen" in page(cast, of_player(cast, "Ben"))
    strike_entry(entry, by=cast.ben)
    assert "Heldentaten" not in page(cast, of_player(cast, "Ben"))


def test_what_was_done_often_names_the_last_games(cast: Cast) -> None:
    for week in range(5):
        sheet = evening(cast, table(cast), day=FRIDAY - timedelta(weeks=week)).sheets.get()
        write(cast, sheet, anna_ben(cast, 121, announced={"re": "re"}))
    text = page(cast, of_player(cast, "Ben"))
    games = [f"Spiel 1, Freitag, {day}" for day in ("20. November 2026", "13. November 2026", "6. November 2026")]
    assert f"Angesagtes Re mit 121 gewonnen 5-mal · {' · '.join(games)}" in text
    assert "30. Oktober" not in text.split("Heldentaten")[1]


def test_deeds_cost_one_query_however_many(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    sheet = evening(cast, table(cast), day=FRIDAY).sheets.get()
    write(cast, sheet, anna_ben(cast, 121, announced={"re": "re"}))
    dora = phone(cast, "Dora")
    dora.get(of_player(cast, "Anna"), {"about": "cards"})
    with CaptureQueriesContext(connection) as before:
        dora.get(of_player(cast, "Anna"), {"about": "cards"})
    write(cast, sheet, solo(cast, "Anna", 240, no_tricks="kontra", announced={"re": "schwarz"}))
    write(cast, sheet, anna_ben(cast, 151, kind="armut"))
    with django_assert_num_queries(len(before)):
        dora.get(of_player(cast, "Anna"), {"about": "cards"})
