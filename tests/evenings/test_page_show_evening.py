"""/evenings/…/: a running evening."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings, sheets
from tests.cast import Cast
from tests.evenings.pages import phone, seen, url_of
from tests.evenings.papers import anna_ben, evening, table, tables_with_a_game, write
from tests.markup import markup


@pytest.fixture
def two(cast: Cast) -> Evening:
    """Return Anna to Dora, who have played a game, and four guests, who have not."""
    guests = ("Emil", "Frida", "Gerd", "Hans")
    for name in guests:
        cast.guest(name)
    one = evening(cast, table(cast, rules="hausrunde"), table(cast, *guests, name="Garten"), place="Linde", stake=5)
    write(cast, one.sheets.get(table="1"), anna_ben(cast, 131))
    return one


def test_every_table_stands_in_a_line(cast: Cast, two: Evening) -> None:
    page = seen(phone(cast, "Cleo").get(url_of(two)))
    assert "Linde · 5 Cent pro Punkt" in page
    assert "Tisch 1 Spiel 2 · Anna und Ben führen mit +1 Anna, Ben, Cleo und Dora" in page
    assert "Tisch Garten Spiel 1 Emil, Frida, Gerd und Hans" in page


def test_bock_games_to_come_are_told(cast: Cast, two: Evening) -> None:
    write(cast, two.sheets.get(table="1"), anna_ben(cast, 120, hearts_trick=True, bock_by_hand=True))
    assert "Bock, noch" in seen(phone(cast, "Dora").get(url_of(two)))


def test_it_ranks_everybody(cast: Cast, two: Evening) -> None:
    page = seen(phone(cast, "Dora").get(url_of(two)))
    assert "Punktestand Platz Name Spiele Soli Punkte 1 Anna 1 – +1 1 Ben 1 – +1" in page


def test_who_sits_there_finds_his_table(cast: Cast, two: Evening) -> None:
    sheet = two.sheets.get(table="1")
    page = phone(cast, "Dora").get(url_of(two))
    assert f'<a class="button primary big" href="/sheets/{sheet.pk}/">Mein Tisch</a>' in markup(page)


def test_who_does_not_has_none(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hans"):
        cast.guest(name)
    one = evening(cast, table(cast, "Emil", "Frida", "Gerd", "Hans"))
    assert "Mein Tisch" not in seen(phone(cast, "Dora").get(url_of(one)))
    assert seen(phone(cast, "Anna").get(url_of(one))).count("Weiterschreiben") == 1  # at the only table


def test_one_table_has_no_number(cast: Cast) -> None:
    page = seen(phone(cast, "Ben").get(url_of(evening(cast))))
    assert "Dora ±0 Spiel 1 Weiterschreiben" in page
    assert "Runde" not in page.replace("Nächste Runde", "")
    assert "Tisch 1" not in page


def test_points_and_curve_come_first_then_the_one_way_to_the_sheet(cast: Cast) -> None:
    """Regression: "Zum Zettel" and "Weiterschreiben" led to one sheet, the button below the ranking, and "Mehr"
    twice.
    """
    one = evening(cast)
    write(cast, one.sheets.get(), anna_ben(cast))
    for name in ("Anna", "Ben", "Dora"):
        page = markup(phone(cast, name).get(url_of(one)))
        assert page.count(f'href="/sheets/{one.sheets.get().pk}/"') == 1
        assert page.index('class="strip"') < page.index('class="curves"') < page.index("Weiterschreiben")
        assert page.count("button primary") == 1
        assert page.count('<details class="more unfolds">') == 1
    assert "Gast schreiben lassen Berichtigen Tisch beenden" in seen(phone(cast, "Ben").get(url_of(one)))


def test_more_people_than_fit_beside_each_other_are_ranked_in_a_table(cast: Cast, two: Evening) -> None:
    assert 'class="strip"' not in markup(phone(cast, "Dora").get(url_of(two)))
    assert 'class="strip"' in markup(phone(cast, "Dora").get(url_of(evening(cast))))


def test_rounds_are_named_where_there_are_two(cast: Cast) -> None:
    one = evening(cast)
    sheets.next_round(one, [table(cast)], by=cast.ben, after=1, closing=True)
    page = seen(phone(cast, "Dora").get(url_of(one)))
    assert "Runde 1 Zum Zettel 0 Spiele" in page
    assert "Runde 2 Zum Zettel Spiel 1" in page


@pytest.mark.parametrize(("name", "may"), [("Anna", True), ("Ben", True), ("Cleo", False), ("Dora", False)])
def test_only_scorers_see_what_only_they_may_do(cast: Cast, two: Evening, name: str, may: bool) -> None:
    page = seen(phone(cast, name).get(url_of(two)))
    buttons = (
        "Weiteren Tisch öffnen",
        "Nächste Runde",
        "Abend beenden",
        "Gast schreiben lassen",
        "Tisch beenden",
    )
    for words in (*buttons, "Leeren Zettel wegnehmen", "Link zum Mitlesen"):
        assert (words in page) == may, words


def test_only_owners_are_offered_to_delete_it_where_it_is_changed(cast: Cast, two: Evening) -> None:
    assert "Abend löschen" not in seen(phone(cast, "Anna").get(url_of(two)))
    assert "Abend löschen" in seen(phone(cast, "Anna").get(url_of(two, "edit/")))
    assert "Abend löschen" not in seen(phone(cast, "Ben").get(url_of(two, "edit/")))


def test_closing_is_a_real_button(cast: Cast, two: Evening) -> None:
    page = markup(phone(cast, "Ben").get(url_of(two)))
    named = 'aria-label="Spielabend beenden"'
    assert f'action="{url_of(two, "close/")}"><button class="row" {named}><b>Abend beenden</b></button>' in page


def test_it_speaks_english(cast: Cast, two: Evening) -> None:
    page = seen(phone(cast, "Dora").get(url_of(two), headers={"accept-language": "en"}))
    assert "Table 1 Game 2 · Anna and Ben lead at +1" in page


def test_it_follows_what_is_written(cast: Cast, two: Evening) -> None:
    dora = phone(cast, "Dora")
    stamp = dora.get(url_of(two)).context["stamp"]
    follow = url_of(two, f"follow/?stamp={stamp}")
    assert dora.get(follow).status_code == 204
    write(cast, two.sheets.get(table="Garten"), {"kind": "redeal"})
    news = dora.get(follow)
    assert news.status_code == 200
    assert "<html" not in news.content.decode()
    assert dora.get(url_of(two, f"follow/?stamp={news.context['stamp']}")).status_code == 204


def test_an_evening_that_was_closed_sends_everybody_to_its_result(cast: Cast, two: Evening) -> None:
    evenings.close_evening(two, by=None)
    assert "data-closed" in phone(cast, "Dora").get(url_of(two, "follow/")).content.decode()


def test_a_deleted_evening_is_gone(cast: Cast, two: Evening) -> None:
    evenings.delete_evening(two, typed=two.date, by=cast.anna)
    assert phone(cast, "Anna").get(url_of(two)).status_code == 404
    assert phone(cast, "Anna").get(url_of(two, "follow/")).status_code == 404


@pytest.mark.parametrize("number", [1, 3])
def test_many_tables_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = tables_with_a_game(cast, number)
    client = phone(cast, "Anna")
    client.get(url_of(one))
    with django_assert_num_queries(13):
        client.get(url_of(one))
