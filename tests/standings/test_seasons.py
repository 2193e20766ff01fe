"""/clubs/…/seasons/: any two days and separate rules; every error is shown at its field."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Season
from dokoclub.standings.forms import initial_of_rules
from dokoclub.standings.models import League
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.pages import Answer, phone, seen
from tests.standings.papers import league, results, season

FIRST, LAST = date(2025, 9, 1), date(2025, 12, 31)


def form(**more: object) -> dict[str, Any]:
    """Return the form of a season: the presets."""
    rules = {
        key: value
        for key, value in initial_of_rules(StandingsRules(), StandingsRules()).items()
        if value is not None and value is not False
    }
    frame = {"key": str(uuid4()), "name": "Herbst", "first": FIRST.isoformat(), "last": LAST.isoformat()}
    return {**rules, **frame, **more}


def send(cast: Cast, **more: object) -> Any:
    return phone(cast, "Anna").post(league(cast, "seasons/new/"), form(**more))


def errors(response: Any) -> dict[str, list[str]]:
    return {name: list(texts) for name, texts in response.context["form"].errors.items()}


def test_it_is_made_with_its_rules(cast: Cast) -> None:
    response = send(cast, planned="10", score="mean_game", minimum="50", minimum_unit="percent", month_minimum="2")
    one = Season.objects.get()
    assert response.headers["Location"] == league(cast, f"table/season-{one.pk}/")
    assert (one.name, one.first, one.last) == ("Herbst", FIRST, LAST)
    assert one.parsed == StandingsRules(score="mean_game", minimum=50, minimum_unit="percent")
    assert one.parsed_month == StandingsRules(score="mean_game", minimum=2)
    assert one.history.get().history_user == cast.anna


def test_reversed_dates_are_told_at_the_last_day(cast: Cast) -> None:
    response = send(cast, first="2025-12-31", last="2025-09-01")
    assert response.status_code == 422
    assert errors(response) == {"last": ["Wähle ein Ende nach dem Anfang."]}
    assert 'value="2025-12-31"' in response.content.decode()


@pytest.mark.parametrize(("field", "day"), [("first", "0202-09-01"), ("last", "9999-12-31")])
def test_a_slip_of_the_year_is_told_at_its_day(cast: Cast, field: str, day: str) -> None:
    assert errors(send(cast, **{field: day})) == {field: ["Stimmt das Jahr?"]}
    assert not Season.objects.exists()


def test_overlapping_dates_are_told_at_the_day_that_overlaps(cast: Cast) -> None:
    season(cast, date(2025, 12, 1), date(2026, 3, 1), "Winter")
    response = send(cast)
    assert response.status_code == 422
    assert list(errors(response)) == ["last"]
    assert "„Winter“ geht vom Montag, 1. Dezember 2025 bis zum Sonntag, 1. März 2026" in errors(response)["last"][0]
    assert list(errors(send(cast, first="2026-01-01", last="2026-06-01"))) == ["first"]


@pytest.mark.parametrize("prefix", ["", "month_"])
@pytest.mark.parametrize(
    ("given", "field", "told"),
    [
        (
            {"counting": "best", "counting_evenings": "3"},
            "counting_evenings",
            "Mehr als alle Abende (2): Gib weniger an.",
        ),
        (
            {"counting": "strike", "counting_evenings": "2"},
            "counting_evenings",
            "Streiche weniger als alle Abende (2).",
        ),
        ({"counting": "best"}, "counting_evenings", "Gib die Zahl der Abende an."),
        ({"minimum": "3"}, "minimum", "Mehr als alle Abende (2): Gib weniger an."),
        (
            {"minimum": "101", "minimum_unit": "percent"},
            "minimum",
            "Gib höchstens 100 Prozent der Abende an.",
        ),
    ],
)
def test_rules_that_cannot_be_are_told_at_their_field(
    cast: Cast, prefix: str, given: dict[str, str], field: str, told: str
) -> None:
    for day in (5, 12):
        results(cast, date(2025, 12, day), {"Anna": 1, "Ben": -1})
    response = send(cast, planned="2", **{prefix + name: value for name, value in given.items()})
    assert response.status_code == 422
    assert errors(response) == {prefix + field: [told]}
    assert not Season.objects.exists()


@pytest.mark.parametrize("number", ["-5", "x", "3"])
def test_where_all_evenings_count_nobody_asks_how_many(cast: Cast, number: str) -> None:
    assert send(cast, counting_evenings=number, month_counting_evenings=number).status_code == 302
    assert Season.objects.get().parsed.counting_evenings is None


def test_as_many_evenings_as_are_planned_may_count(cast: Cast) -> None:
    results(cast, date(2025, 12, 5), {"Anna": 1})
    assert send(cast, counting="best", counting_evenings="30", planned="48").status_code == 302


def test_without_a_plan_the_evenings_held_are_all(cast: Cast) -> None:
    results(cast, date(2025, 12, 5), {"Anna": 1, "Ben": -1})
    response = send(cast, counting="best", counting_evenings="30")
    assert errors(response) == {
        "counting_evenings": ["Mehr als alle Abende (1): Gib weniger an."],
        "planned": ["Kommen noch Abende? Gib die Gesamtzahl der Saison an."],
    }


@pytest.mark.parametrize("field", ["name", "first", "last", "score"])
def test_what_is_missing_is_told(cast: Cast, field: str) -> None:
    response = send(cast, **{field: ""})
    assert (response.status_code, list(errors(response))) == (422, [field])


def test_it_is_changed(cast: Cast) -> None:
    one = season(cast, FIRST, LAST)
    sent = form(name="Winter", first="2025-10-01")
    response = phone(cast, "Anna").post(league(cast, f"seasons/{one.pk}/"), sent)
    assert response.status_code == 302
    one.refresh_from_db()
    assert (one.name, one.first) == ("Winter", date(2025, 10, 1))
    refused = phone(cast, "Anna").post(league(cast, f"seasons/{one.pk}/"), sent | {"last": "2024-01-01"})
    assert refused.status_code == 422


def test_a_new_one_is_proposed_the_rules_of_the_last(cast: Cast) -> None:
    season(cast, FIRST, LAST, rules=StandingsRules(score="mean_evening"))
    page = phone(cast, "Anna").get(league(cast, "seasons/new/"))
    assert page.context["form"].initial["score"] == "mean_evening"


def test_deleted_its_evenings_stay(cast: Cast) -> None:
    one = season(cast, FIRST, LAST)
    results(cast, LAST, {"Anna": 3, "Ben": -3})
    client = phone(cast, "Anna")
    assert "„Saison“ löschen?" in seen(client.get(league(cast, f"seasons/{one.pk}/delete/")))
    assert "ihre Abende bleiben" in seen(client.post(league(cast, f"seasons/{one.pk}/delete/"), follow=True))
    assert not Season.objects.exists()
    assert "Anna" in seen(client.get(league(cast, "table/2025-12/")))


def test_two_clubs_may_have_the_same_days(cast: Cast) -> None:
    season(cast, FIRST, LAST)
    other = cast.stranger.memberships.get().club
    assert phone(cast, "Stranger").post(f"/clubs/{other.pk}/seasons/new/", form()).status_code == 302
    assert Season.objects.filter(first=FIRST, last=LAST).count() == 2


def test_the_list_tells_the_rules(cast: Cast) -> None:
    season(cast, FIRST, LAST, rules=StandingsRules(minimum=30, minimum_unit="percent"))
    page = seen(phone(cast, "Dora").get(league(cast, "seasons/")))
    assert "Saison 1. September 2025 – 31. Dezember 2025 Gewertet nach: Summe der Punkte." in page
    assert "Gewertet ab 30 % der Abende." in page
    assert "Neue Saison" not in page


def test_the_rules_without_a_season(cast: Cast) -> None:
    client, url = phone(cast, "Anna"), league(cast, "league/rules/")
    assert client.get(url).status_code == 200
    assert client.post(url, form(score="mean_game", guests_ranked="on", ties=["solos_won"])).status_code == 302
    kept = League.objects.get(club=cast.club)
    assert kept.parsed == StandingsRules(score="mean_game", guests_ranked=True, ties=("solos_won",))
    refused = client.post(url, form(month_minimum="150", month_minimum_unit="percent"))
    assert list(errors(refused)) == ["month_minimum"]


def test_rules_that_are_the_same_are_told_once(cast: Cast) -> None:
    client, url = phone(cast, "Anna"), league(cast, "seasons/")
    assert seen(client.get(url)).count("Gewertet nach: Summe der Punkte.") == 1
    client.post(league(cast, "league/rules/"), form(month_minimum="2"))
    page = seen(client.get(url))
    assert page.count("Gewertet nach: Summe der Punkte.") == 2
    assert page.index("Jahr und Gesamt Ändern Regeln ohne Saison Gewertet") < page.index("Monate und Quartale Gewertet")


def test_each_part_of_the_rules_is_folded_and_says_how_it_stands(cast: Cast) -> None:
    client, url = phone(cast, "Anna"), league(cast, "league/rules/")
    client.post(url, form(guests_ranked="on", counting="strike", counting_evenings="2", month_minimum="3"))
    page = client.get(url)
    assert "Wertung Summe der Punkte · mit Gästen" in seen(page)
    assert "2 Streichergebnisse: die schlechtesten Abende jedes Spielers · ohne Minde" in seen(page)
    assert "Monate und Quartale alle Abende zählen · Gewertet ab 3 Abenden" in seen(page)
    assert parts_open(page) == []
    assert parts_open(client.post(url, form(month_minimum="150", month_minimum_unit="percent"))) == ["of-months"]
    assert parts_open(client.get(league(cast, "seasons/new/"))) == []


def parts_open(page: Answer) -> list[str]:
    opened = r'<section aria-labelledby="([^"]+)" class="chapter">\s*<details open'
    return re.findall(opened, page.content.decode())


def test_the_columns_are_chosen(cast: Cast) -> None:
    client, url = phone(cast, "Anna"), league(cast, "league/columns/")
    form = client.get(url)
    assert "Soli Soli Gewonnene Soli Offene Pflichtsoli Ansagen Re angesagt" in seen(form), "by group"
    assert re.search(r'value="points"[^>]* disabled', form.content.decode()), "its tick is locked"
    assert client.post(url, {"columns": ["solos", "movement"]}).status_code == 302
    assert League.objects.get(club=cast.club).columns == ["points", "solos", "movement"], "what ranks stays"
    assert client.post(url, {"columns": ["nonsense"]}).status_code == 422


@pytest.mark.parametrize("number", [1, 3])
def test_many_seasons_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for index in range(number):
        season(cast, date(2020 + index, 1, 1), date(2020 + index, 12, 31), f"Saison {index}")
    client = phone(cast, "Anna")
    client.get(league(cast, "seasons/"))
    with django_assert_num_queries(4):
        client.get(league(cast, "seasons/"))


SCRIPT = {"HX-Request": "true"}
TWO_EVENINGS = [(date(2025, 10, 3), {"Anna": 30, "Ben": -30}), (date(2025, 11, 7), {"Anna": -4, "Ben": 4})]


def play(cast: Cast) -> None:
    for day, points in TWO_EVENINGS:
        results(cast, day, points)


def preview(cast: Cast, url: str, **typed: object) -> Any:
    return phone(cast, "Anna").post(league(cast, url), form(preview="1", **typed), headers=SCRIPT)


def test_beside_the_rules_stands_what_they_make_of_the_last_year(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play(cast)
    assert "2025 Name Punkte Anna 1. +26 Ben 2. −26" in seen(phone(cast, "Anna").get(league(cast, "league/rules/")))
    anna, url = phone(cast, "Anna"), league(cast, "league/rules/")
    anna.get(url)
    with django_assert_max_num_queries(8):
        answer = anna.post(url, form(preview="1", score="mean_game"), headers=SCRIPT)
    assert "<form" not in answer.content.decode()
    assert seen(answer) == "2025 Name bisher dann Anna 1. +26 1. +3,25 Ben 2. −26 2. −3,25"
    struck = preview(cast, "league/rules/", counting="strike", counting_evenings="1")
    assert seen(struck) == "2025 Name bisher dann Anna 1. +26 1. +30 Ben 2. −26 2. +4"
    assert not League.objects.filter(club=cast.club, rules__score="mean_game").exists()


def test_rules_of_months_alone_show_the_last_month(cast: Cast) -> None:
    play(cast)
    answer = seen(preview(cast, "league/rules/", month_minimum="2"))
    assert answer == "November 2025 Name bisher dann Ben 1. +4 – +4 Anna 2. −4 – −4"


def test_the_table_stays_while_the_rules_are_wrong_and_is_missing_without_an_evening(cast: Cast) -> None:
    assert "effects" not in phone(cast, "Anna").get(league(cast, "league/rules/")).content.decode()
    play(cast)
    assert preview(cast, "league/rules/", score="luck").status_code == 204


def test_a_season_shows_its_own_table(cast: Cast) -> None:
    play(cast)
    one = season(cast, date(2025, 11, 1), date(2025, 12, 31), "Winter")
    url = f"seasons/{one.pk}/"
    dates = {"first": "2025-11-01", "last": "2025-12-31", "name": "Winter"}
    assert "Winter Name Punkte Ben 1. +4 Anna 2. −4" in seen(phone(cast, "Anna").get(league(cast, url)))
    assert "bisher dann Ben 1. +4 1. +1,00" in seen(preview(cast, url, score="mean_game", **dates))
    one.refresh_from_db()
    assert one.parsed == StandingsRules()
