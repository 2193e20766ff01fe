"""Members' accounts on the pages of the club and of a player."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.settlement.test_accounts import charge, pay


def club_page(cast: Cast, name: str) -> str:
    return seen(phone(cast, name).get(f"/clubs/{cast.club.pk}/"))


def player_page(cast: Cast, name: str, of: str) -> str:
    return seen(phone(cast, name).get(f"/clubs/{cast.club.pk}/players/{cast.players[of].pk}/"))


def test_who_owes_sees_it_on_the_page_of_the_club(cast: Cast) -> None:
    assert "Beiträge und Strafen" not in club_page(cast, "Ben")
    charge(cast, 500, "Beitrag Mai")
    charge(cast, 250, "Zu spät")
    pay(cast, 100)
    assert "Du schuldest der Kasse Beitrag Mai, Zu spät 6,50 €" in club_page(cast, "Ben")
    assert "Beiträge und Strafen" not in club_page(cast, "Dora")


def test_the_treasurer_sees_who_is_missing_and_what(cast: Cast) -> None:
    charge(cast, 500)
    charge(cast, 300, name="Dora")
    assert "Beiträge und Strafen Alle Mitgliedskonten 2 Mitglieder schulden noch 8,00 €" in club_page(cast, "Cleo")
    assert "schulden noch" not in club_page(cast, "Dora")


def test_credit_stands_there_too(cast: Cast) -> None:
    charge(cast, 500)
    pay(cast, 700)
    assert "Du hast Guthaben 2,00 €" in club_page(cast, "Ben")


def test_the_account_stands_on_the_page_of_the_player(cast: Cast) -> None:
    assert "Beiträge und Strafen" not in player_page(cast, "Anna", "Ben")
    charge(cast, 500, "Beitrag Mai")
    assert "Beiträge und Strafen Kontoauszug Noch offen Beitrag Mai 5,00 €" in player_page(cast, "Anna", "Ben")
    assert "Beiträge und Strafen Kontoauszug Alles bezahlt." in player_page(cast, "Anna", "Anna")
    pay(cast, 600)
    assert "Guthaben 1,00 €" in player_page(cast, "Anna", "Ben")


@pytest.mark.parametrize("number", [1, 3])
def test_many_accounts_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Ben", "Cleo", "Dora")[:number]:
        for _ in range(number):
            charge(cast, 500, name=name)
    anna = phone(cast, "Anna")
    for page, queries in (("", 17), (f"players/{cast.players['Ben'].pk}/", 12)):
        anna.get(f"/clubs/{cast.club.pk}/{page}")
        with django_assert_num_queries(queries):
            anna.get(f"/clubs/{cast.club.pk}/{page}")
