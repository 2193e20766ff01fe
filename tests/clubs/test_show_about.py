"""/clubs/…/about/: the rows about the club."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.cast import Cast, make_player
from tests.pages import seen


def test_it_counts_the_players_and_names_the_rules(dora: Client, cast: Cast) -> None:
    make_player(cast.club, "Gerd", guest=True)
    page = seen(dora.get(f"/clubs/{cast.club.pk}/about/"))
    assert "Spieler 5 Regeln Hausrunde" in page
    assert "Termine Abende" in page


def test_it_speaks_english(dora: Client, cast: Cast) -> None:
    page = seen(dora.get(f"/clubs/{cast.club.pk}/about/", headers={"accept-language": "en"}))
    assert "Players 4 Rules House rules" in page


def test_only_an_owner_sees_the_settings(anna: Client, dora: Client, cast: Cast) -> None:
    assert "Verwalten" in seen(anna.get(f"/clubs/{cast.club.pk}/about/"))
    assert "Verwalten" not in seen(dora.get(f"/clubs/{cast.club.pk}/about/"))


def test_only_members_with_a_right_see_the_accounts(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/about/"
    assert "Zugänge" in seen(anna.get(url))
    cast.club.memberships.update(owner=False, scorer=False, treasurer=False)
    assert "Zugänge" not in seen(anna.get(url))


@pytest.mark.parametrize("more", [0, 5])
def test_many_players_cost_no_more_queries(
    dora: Client, cast: Cast, more: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(more):
        make_player(cast.club, f"Gast {number}")
    dora.get(f"/clubs/{cast.club.pk}/about/", headers={"accept-language": "en"})
    with django_assert_num_queries(8):
        dora.get(f"/clubs/{cast.club.pk}/about/")
