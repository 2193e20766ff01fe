"""/evenings/…/what-if/: a closed evening under another preset, side by side."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Entry, Evening, Result
from dokoclub.evenings.services import evenings
from tests.cast import Cast
from tests.evenings.pages import phone, seen, url_of
from tests.evenings.papers import anna_ben, evening, solo, table, tables_with_a_game, write


@pytest.fixture
def one(cast: Cast) -> Evening:
    """Return two games under the rules of the DDV, where an announced Re is worth 2; elsewhere it doubles."""
    one = evening(cast, table(cast, rules="ddv"))
    write(cast, one.sheets.get(), anna_ben(cast, 155, announced={"re": "re"}))
    write(cast, one.sheets.get(), solo(cast, "Cleo", 100))
    return evenings.close_evening(one, by=None)


def test_it_asks_for_rules_first(cast: Cast, one: Evening) -> None:
    page = phone(cast, "Dora").get(url_of(one, "what-if/"))
    assert "Dieselben Spiele, andere Regeln. Geändert wird nichts." in seen(page)
    assert "wie gespielt" not in seen(page)


def test_both_stand_side_by_side(cast: Cast, one: Evening) -> None:
    page = phone(cast, "Dora").get(url_of(one, "what-if/"), {"preset": "forum"})
    found = page.context["found"]
    assert next(standing.player.name for standing in found.standings) in ("Anna", "Ben")
    own, other = ([getattr(standing, side) for standing in found.standings] for side in ("own", "other"))
    assert own != other
    shown = seen(page)
    assert "Name wie gespielt dann" in shown
    assert "Spiel wie gespielt dann 1 Re · 4 Re · " in shown
    assert "Forum-Hausregeln 2024" in shown


def test_nothing_is_changed(cast: Cast, one: Evening) -> None:
    before = [*Result.objects.values(), *Entry.objects.values()]
    phone(cast, "Dora").get(url_of(one, "what-if/"), {"preset": "forum"})
    assert [*Result.objects.values(), *Entry.objects.values()] == before


@pytest.mark.parametrize("preset", ["skat", "", "<b>"])
def test_rules_that_there_are_not_are_asked_again(cast: Cast, one: Evening, preset: str) -> None:
    page = phone(cast, "Dora").get(url_of(one, "what-if/"), {"preset": preset})
    assert (page.status_code, "wie gespielt" in seen(page)) == (200, False)


def test_an_open_evening_is_not_compared(cast: Cast) -> None:
    one = evening(cast)
    response = phone(cast, "Dora").get(url_of(one, "what-if/"), {"preset": "ddv"}, follow=True)
    assert response.redirect_chain == [(url_of(one), 302)]
    assert "Beende den Abend, um andere Regeln auszuprobieren." in seen(response)


def test_rows_by_hand_are_compared_too(cast: Cast) -> None:
    one = evening(cast, table(cast, rules="ddv"))
    points = dict(zip(cast.ids("Anna", "Ben", "Cleo", "Dora"), (3, 3, -3, -3), strict=True))
    write(cast, one.sheets.get(), {"kind": "manual", "points": points})
    evenings.close_evening(one, by=None)
    assert "1 Von Hand Von Hand" in seen(phone(cast, "Dora").get(url_of(one, "what-if/"), {"preset": "forum"}))


@pytest.mark.parametrize("number", [1, 3])
def test_many_tables_and_games_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = tables_with_a_game(cast, number)
    evenings.close_evening(one, by=None)
    client = phone(cast, "Dora")
    client.get(url_of(one, "what-if/"), {"preset": "ddv"})
    with django_assert_num_queries(8):
        client.get(url_of(one, "what-if/"), {"preset": "ddv"})


def test_the_clubs_own_rules_of_any_day_can_be_tried(cast: Cast, one: Evening) -> None:
    """The evening was played by the rules of the DDV; the club has those of a Hausrunde."""
    client, url = phone(cast, "Dora"), url_of(one, "what-if/")
    assert "Fassung 1, seit" in seen(client.get(url))
    page = client.get(url, {"preset": "version-1"})
    assert page.context["found"].standings
    assert "Grundlage: Hausrunde" in seen(page)
    assert client.get(url, {"preset": "version-2"}).context["found"] is None
