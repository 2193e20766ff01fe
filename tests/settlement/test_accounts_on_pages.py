"""Members' accounts on the pages of the club and of a player."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.settlement import purse
from tests.settlement.test_accounts import charge, pay


def club_page(cast: Cast, name: str) -> str:
    return seen(phone(cast, name).get(f"/clubs/{cast.club.pk}/"))


def money_page(cast: Cast, name: str, of: str) -> str:
    return seen(phone(cast, name).get(f"/clubs/{cast.club.pk}/money/players/{cast.players[of].pk}/"))


def test_what_one_owes_the_kitty_is_in_the_line_of_heute(cast: Cast) -> None:
    assert "Du zahlst" not in club_page(cast, "Ben")
    charge(cast, 500, "Beitrag Mai")
    charge(cast, 250, "Zu spät")
    pay(cast, 100)
    page = phone(cast, "Ben").get(f"/clubs/{cast.club.pk}/")
    assert "Du zahlst 6,50 €" in seen(page)
    assert f'href="/clubs/{cast.club.pk}/money/accounts/{cast.players["Ben"].pk}/"' in page.content.decode()
    assert "Du zahlst" not in club_page(cast, "Dora")


def test_payments_and_charges_are_one_line(cast: Cast) -> None:
    purse.evening(cast, {"Anna": 3, "Ben": -3, "Cleo": 0, "Dora": 0})
    charge(cast, 500)
    page = phone(cast, "Ben").get(f"/clubs/{cast.club.pk}/")
    assert "Du zahlst 5,15 €" in seen(page)
    assert f'href="/clubs/{cast.club.pk}/money/"' in page.content.decode().partition("<main")[2].partition("</main>")[0]


def test_credit_stands_there_too(cast: Cast) -> None:
    charge(cast, 500)
    pay(cast, 700)
    assert "Du bekommst 2,00 €" in club_page(cast, "Ben")


def test_the_account_stands_on_the_money_page_of_the_player(cast: Cast) -> None:
    assert money_page(cast, "Anna", "Ben").endswith("quitt Mitgliedskonto")
    charge(cast, 500, "Beitrag Mai")
    assert money_page(cast, "Anna", "Ben").endswith("Angaben Mitgliedskonto Beitrag Mai 5,00 €")
    assert money_page(cast, "Anna", "Anna").endswith("quitt Mitgliedskonto")
    pay(cast, 600)
    assert money_page(cast, "Anna", "Ben").endswith("Angaben Mitgliedskonto Guthaben 1,00 €")


def test_nobody_is_told_that_all_is_square_while_dues_are_open(cast: Cast) -> None:
    overview = f"/clubs/{cast.club.pk}/money/"
    charge(cast, 500, "Beitrag Mai")
    assert seen(phone(cast, "Ben").get(overview)).endswith("Mein Mitgliedskonto Beitrag Mai 5,00 €")
    assert "quitt" not in seen(phone(cast, "Ben").get(overview))
    assert "€" not in seen(phone(cast, "Dora").get(overview))


@pytest.mark.parametrize("number", [1, 3])
def test_many_accounts_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Ben", "Cleo", "Dora")[:number]:
        for _ in range(number):
            charge(cast, 500, name=name)
    anna = phone(cast, "Anna")
    for page, queries in (("", 15), ("money/", 9), (f"money/players/{cast.players['Ben'].pk}/", 11)):
        anna.get(f"/clubs/{cast.club.pk}/{page}")
        with django_assert_num_queries(queries):
            anna.get(f"/clubs/{cast.club.pk}/{page}")


def test_the_form_shows_the_balance_after_the_entry(cast: Cast) -> None:
    charge(cast, 500, "Beitrag Mai")
    url = f"/clubs/{cast.club.pk}/money/accounts/{cast.players['Ben'].pk}/book/"
    cleo = phone(cast, "Cleo")
    assert "Danach – bisher: Noch offen 5,00 €" in seen(cleo.get(url))
    for what, after in (("fine", "Noch offen 12,00 €"), ("spent", "Guthaben 2,00 €")):
        answer = cleo.post(url, {"what": what, "amount": "7", "preview": "1"}, headers={"HX-Request": "true"})
        assert seen(answer) == f"Danach {after} bisher: Noch offen 5,00 €"


def test_money_between_the_two_comes_before_money_with_others(cast: Cast) -> None:
    purse.evening(cast, {"Anna": 4, "Ben": 2, "Cleo": 0, "Dora": -6})
    page = money_page(cast, "Anna", "Dora")
    assert "Zwischen dir und Dora Dora zahlt dir" in page
    assert page.index("Zwischen dir") < page.index("Dora und die anderen Dora zahlt Ben")
    own = money_page(cast, "Dora", "Dora")
    assert "Noch offen" in own
    assert "Zwischen dir" not in own
    assert "Zwischen dir" not in money_page(cast, "Cleo", "Dora")
