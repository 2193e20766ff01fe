"""/clubs/…/table/…/why/…/: the parts of a number."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse

from dokoclub.core.formatting import day
from dokoclub.standings.services import league as league_services
from scoring.league.columns import COLUMNS
from scoring.league.rules import StandingsRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.standings.papers import correct, league, results

NOV, DEC = date(2025, 11, 14), date(2025, 12, 12)


@pytest.fixture(autouse=True)
def played(cast: Cast) -> None:
    results(cast, NOV, {"Anna": 30, "Ben": -30})
    results(cast, DEC, {"Anna": -6, "Ben": 6}, won=1, decided=3)


def why(cast: Cast, column: str, name: str = "Anna", period: str = "2025") -> str:
    url = league(cast, f"table/{period}/why/{cast.players[name].pk}/{column}/")
    return seen(phone(cast, "Dora").get(url))


def test_points_are_evenings_and_corrections(cast: Cast) -> None:
    correct(cast, "Anna", -4, NOV, "Zu spät gekommen")
    page = why(cast, "points")
    assert "Anna Punkte · 2025" in page
    assert f"{day(NOV)} +30 {day(DEC)} −6 Korrektur: Zu spät gekommen −4" in page
    assert "Punkte +20 " in page


def test_whose_number_it_is_stands_there_once(cast: Cast) -> None:
    assert "Anna · Punkte" not in why(cast, "points")


def test_each_evening_leads_to_it(cast: Cast) -> None:
    url = league(cast, f"table/2025/why/{cast.players['Anna'].pk}/points/")
    content = phone(cast, "Dora").get(url).content.decode()
    for evening in cast.club.evenings.all():
        assert f'<a href="/evenings/{evening.pk}/">' in content


def test_struck_evenings_are_told(cast: Cast) -> None:
    rules = StandingsRules(counting="best", counting_evenings=1)
    league_services.change_league(cast.club, rules, rules)
    assert f"{day(DEC)} gestrichen −6 Punkte +30 Es zählt der beste Abend jedes Spielers." in why(cast, "points")
    assert "Es zählt der" not in why(cast, "games"), "all games count: nothing is struck there"


def test_a_mean_and_a_share_show_their_division(cast: Cast) -> None:
    assert "+30 ÷ 4" in why(cast, "mean_game")
    assert "+24 ÷ 8 = +3,00" in why(cast, "mean_game")
    assert "3 ÷ 7 = 43 %" in why(cast, "won_percent")


def test_the_best_evening_is_one(cast: Cast) -> None:
    assert "Bester Abend +30 " in why(cast, "best_evening")
    assert "gestrichen" not in why(cast, "best_evening")


def test_movement_is_two_places(cast: Cast) -> None:
    correct(cast, "Ben", 100, DEC)
    assert "Platz vor einem Monat 2 Platz jetzt 1" in why(cast, "movement", "Ben", "2025-12").replace("–", "")


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_can_be_asked(cast: Cast, column: str) -> None:
    assert "Anna" in why(cast, column)


@pytest.mark.parametrize("page", ["987654/points/", "{anna}/nonsense/"])
def test_what_is_not_in_the_table_is_not_here(cast: Cast, page: str) -> None:
    url = league(cast, f"table/2025/why/{page.format(anna=cast.players['Anna'].pk)}")
    assert phone(cast, "Dora").get(url).status_code == 404


def test_the_persons_page_and_the_other_numbers_lead_here(cast: Cast) -> None:
    anna = cast.players["Anna"].pk
    points, games = [
        reverse("standings:explain", args=[cast.club.pk, "2025", anna, key]) for key in ("points", "games")
    ]
    person = phone(cast, "Dora").get(league(cast, f"players/{anna}/statistics/2025/")).content.decode()
    assert f'href="{points}"' in person
    assert f'href="{games}"' in phone(cast, "Dora").get(points).content.decode()
    assert points not in phone(cast, "Dora").get(league(cast, "table/2025/")).content.decode(), "one target a row"
