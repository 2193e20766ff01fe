"""/evenings/…/what-if/: a closed evening under another preset, side by side."""

from __future__ import annotations

from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Entry, Evening, Result
from dokoclub.evenings.services import evenings
from scoring.rules.presets import get_rules
from scoring.rules.rules import Rules, store_rules
from tests.cast import Cast
from tests.clubs.rules_form import founded_with
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
    assert "Regeln" in seen(page)
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


# --- A rule about to change ---


def preview(cast: Cast, question: str, **sent: str) -> str:
    """Return what an owner sees while answering a question of the rules."""
    url = f"/clubs/{cast.club.pk}/rules/edit/{question}/"
    version = cast.club.rules_versions.latest("number").number
    page = phone(cast, "Anna").post(url, {"key": str(uuid4()), "expected": version, "preview": "1", **sent})
    return seen(page)


def test_a_question_of_the_rules_shows_the_last_evening(cast: Cast, one: Evening) -> None:
    """Three points for a called Re instead of two; the evening itself stays as it is."""
    before = [*Result.objects.values(), *Entry.objects.values()]
    founded_with(cast.club, "ddv")
    shown = preview(cast, "ansage_points", ansage_points="3")
    assert "1 von 2 Spielen ändert sich. Name bisher dann" in shown
    assert [*Result.objects.values(), *Entry.objects.values()] == before


def test_it_compares_with_the_rules_in_force(cast: Cast, one: Evening) -> None:
    """The evening was played by others; nothing but the answer to this question counts."""
    founded_with(cast.club, "hausrunde")
    assert "Kein Spiel hätte andere Punkte." in preview(cast, "feigheit", feigheit="4")


def test_an_answer_without_points_shows_no_evening(cast: Cast, one: Evening) -> None:
    founded_with(cast.club, "ddv")
    assert "Spiel" not in preview(cast, "table_notes", table_notes="Neu").partition("Noch nicht gespeichert")[0]
    unchanged = preview(cast, "ansage_points", ansage_points="2")
    assert "bisher dann" not in unchanged
    assert "andere Punkte" not in unchanged


def test_neither_does_a_club_without_a_closed_evening(cast: Cast) -> None:
    evening(cast)
    assert "andere Punkte" not in preview(cast, "feigheit", feigheit="4")


def test_what_other_rules_do_not_know_counts_nothing(cast: Cast) -> None:
    """Further calls, payments and wrong cards of an evening under rules without them."""
    more = {"raises": 2, "offender_pays": True, "payments": {"weg": {"name": "Weg", "points": -1, "with": "each"}}}
    rules = get_rules("ddv", more)
    assert isinstance(rules, Rules), rules
    anna, ben = cast.ids("Anna", "Ben")
    played = evening(cast, table(cast, rules=rules))
    told = {"raises": 2, "offender": anna, "payments": [{"key": "weg", "by": ben}]}
    write(cast, played.sheets.get(), anna_ben(cast, 100, **told))
    evenings.close_evening(played, by=None)
    cast.club.rules_versions.update(rules=store_rules(rules))
    page = phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/rules/edit/preset/", {"preset": "ddv"})
    assert "1 von 1 Spielen ändert sich." in seen(page)
    found = page.context["effects"][0].shown.found
    assert sorted(standing.other for standing in found.standings) == [-2, -2, 2, 2]
