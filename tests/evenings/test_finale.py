"""The end of a full list and of an evening: the winner, and the course of the points."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.evenings.domain.opening import NewSheet
from dokoclub.evenings.models import Evening, Length, Sheet
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.evenings.papers import anna_ben, closed, evening, game, solo, table, write
from tests.evenings.rows import strike_entry

FINALE = 'id="finale"'


def page_of(cast: Cast, found: Evening, name: str = "Dora") -> str:
    return phone(cast, name).get(f"/evenings/{found.pk}/").content.decode()


def paths(html: str) -> list[str]:
    """List the points of the curves, the winner's last."""
    return re.findall(r'points="([^"]+)"', html)


def test_it_begins_with_who_won_everybodys_points_and_the_games(cast: Cast) -> None:
    found = closed(cast, solo(cast, "Ben", 200), solo(cast, "Dora", 130), anna_ben(cast, 131))
    page = seen(phone(cast, "Dora").get(f"/evenings/{found.pk}/"))
    assert "Ben gewinnt +9 Ben Dora Anna 1. Ben +9 2. Dora −1 3. Anna −3 4. Cleo −5 Linde" in page
    assert "3 Spiele Teilen" in page


def test_two_who_are_equal_both_win(cast: Cast) -> None:
    page = seen(phone(cast, "Dora").get(f"/evenings/{closed(cast, anna_ben(cast, 131)).pk}/"))
    assert "Anna und Ben gewinnen" in page


def test_the_curve_has_a_line_for_everybody_and_names_for_three(cast: Cast) -> None:
    html = page_of(cast, closed(cast, anna_ben(cast, 131), game(cast, ("Anna", "Cleo"), ("Ben", "Dora"), 131)))
    assert len(paths(html)) == 4
    assert [len(path.split()) for path in paths(html)] == [3] * 4  # before the first game, and after each
    assert all(path.startswith("0.0,") for path in paths(html))
    names = re.findall(r"<text [^>]*>([^<]+)</text>", html)
    assert names == ["Anna", "Ben", "Cleo"]
    assert re.search(r'aria-label="[^":]+: Anna \+2, Ben ', html)
    heights = [int(y) for y in re.findall(r'<text [^>]*x="[\d]+" y="(\d+)"', html)]
    assert all(later - before >= 15 for before, later in pairwise(heights))
    assert max(heights) <= 140


def test_curve_and_list_call_everybody_the_same(cast: Cast) -> None:
    """Regression: Friederike was "Rike" in the list and had her whole name at her curve."""
    Player.objects.filter(pk=cast.players["Anna"].pk).update(name="Friederike", short_name="Rike")
    html = page_of(cast, closed(cast, anna_ben(cast, 131)))
    picture = html.partition('class="picture"')[2].partition("</figure>")[0]
    assert picture.count("Rike") == 4  # the winner, her curve, that curve in words, her place
    assert "Friederike" not in picture


def test_names_stand_as_near_to_the_ends_of_their_lines_as_they_can(cast: Cast) -> None:
    """Regression: names that would cover each other only moved down, the third 25 pixels below its line."""
    even = (anna_ben(cast, 131), game(cast, ("Cleo", "Dora"), ("Anna", "Ben"), 131))
    html = page_of(cast, closed(cast, *even))  # all of them end at 0
    (zero,) = re.findall(r'class="zero"[^>]* y1="(\d+)"', html)
    heights = [int(y) for y in re.findall(r'<text [^>]*x="[\d]+" y="(\d+)"', html)]
    assert heights[1] == int(zero)
    assert heights[1] - heights[0] == heights[2] - heights[1]


def test_what_most_want_comes_first_and_all_else_is_under_more(cast: Cast) -> None:
    html = page_of(cast, closed(cast, anna_ben(cast, 131)))
    order = ('class="picture"', "data-picture=", "<b>Abrechnung</b>", "/sheets/", "Der Abend in Worten", ">Mehr<")
    assert [html.index(one) for one in order if one in html] == sorted(html.index(one) for one in order if one in html)
    assert html.index(">Mehr<") < html.index("Andere Regeln") < html.index("Vom Abend")
    assert html.count("button primary") == 1


def test_the_button_hands_on_picture_and_text(cast: Cast) -> None:
    found = closed(cast, anna_ben(cast, 131))
    html = page_of(cast, found)
    assert f'data-picture="/evenings/{found.pk}/picture.svg"' in html
    assert 'data-text="#text"' in html
    text = html.partition('id="text" translate="no">')[2].partition("</pre>")[0]
    assert "1. Anna +1\n1. Ben +1\n3. Cleo −1" in text
    assert "Anna und Ben" in text  # the evening in words


def test_without_a_game_there_is_none(cast: Cast) -> None:
    assert FINALE not in page_of(cast, closed(cast))


def test_while_it_goes_on_there_is_none(cast: Cast) -> None:
    found = evening(cast, table(cast))
    write(cast, found.sheets.get(), anna_ben(cast, 131))
    assert FINALE not in page_of(cast, found)


def test_it_costs_no_query_of_its_own(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    without, five = closed(cast), closed(cast, *[anna_ben(cast, 131)] * 5)
    dora = phone(cast, "Dora")
    dora.get(f"/evenings/{without.pk}/")  # the session's daily write
    with CaptureQueriesContext(connection) as queries:
        assert FINALE not in dora.get(f"/evenings/{without.pk}/").content.decode()
    with django_assert_num_queries(len(queries)):
        assert FINALE in dora.get(f"/evenings/{five.pk}/").content.decode()


# ---- The list is full ------------------------------------------------------------------------------------------------


@pytest.fixture
def full(cast: Cast) -> Sheet:
    """Return a full sheet: with five at the table a list of four games has five, and all are played."""
    cast.guest("Emil")
    five = ("Anna", "Ben", "Cleo", "Dora", "Emil")
    players = [cast.players[name] for name in five]
    new = NewSheet(players=players, rules=PRESETS["hausrunde"].rules, length_kind=Length.GAMES, length=4)
    sheet = evening(cast, new).sheets.get()
    for out in five:
        here = [name for name in five if name != out]
        write(cast, sheet, {**game(cast, here[:2], here[2:], 131), "sitting_out": cast.ids(out)})
    return sheet


def test_the_sheet_says_that_it_is_full(cast: Cast, full: Sheet) -> None:
    """Regression: after 30 of 30 the form offered game 31, without a word."""
    page = seen(phone(cast, "Ben").get(f"/sheets/{full.pk}/"))
    assert "Geber Anna · Die Liste ist voll" in page
    assert "Spiel 6 von 5" not in page


def test_before_its_last_game_it_is_not(cast: Cast, full: Sheet) -> None:
    full.refresh_from_db()
    strike_entry(full.entries.get(number=5), by=cast.ben)
    page = seen(phone(cast, "Ben").get(f"/sheets/{full.pk}/"))
    assert "Die Liste ist voll" not in page
    assert "Spiel 5 von 5" in page


def test_the_closing_page_counts_what_was_played_and_meant_at_this_table(cast: Cast, full: Sheet) -> None:
    """Regression: "Spiel 31 … gedacht für 24 Spiele" although 30 of 30 were played."""
    page = seen(phone(cast, "Ben").get(f"/evenings/{full.evening_id}/close/"))
    assert "5 Spiele" in page
    assert "geplant: 5 Spiele" in page
    assert "Spiel 6" not in page


def test_an_open_end_is_never_full(cast: Cast) -> None:
    found = evening(cast, NewSheet(players=cast.four, rules=PRESETS["hausrunde"].rules, length_kind=Length.OPEN))
    write(cast, found.sheets.get(), anna_ben(cast, 131))
    page = seen(phone(cast, "Ben").get(f"/evenings/{found.pk}/close/"))
    assert "1 Spiel" in page
    assert "geplant:" not in page
