"""A trial sheet: nobody's, on no server, and ready to be moved into a club."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.evenings.models import Evening
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from tests.cast import Cast, make_club, signed_in
from tests.pages import seen

TRY = reverse("evenings:try_out")


def kit_address(preset: str) -> str:
    return reverse("evenings:show_try_kit", args=[preset])


@pytest.mark.django_db
def test_the_kit_is_of_nobody_and_costs_the_database_nothing(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(kit_address("ddv"))
    with django_assert_num_queries(0):
        kit = client.get(kit_address("ddv")).json()
    assert (kit["sheet"], kit["players"], kit["names"], kit["rows"], kit["local"]) == (None, [], {}, [], TRY)
    assert "csrfmiddlewaretoken" not in kit["page"]
    assert not Evening.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_system_can_be_tried(client: Client, preset: str) -> None:
    kit = client.get(kit_address(preset)).json()
    rules = kit["rules"]
    assert {**store_rules(PRESETS[preset].rules), "games_per_list": None} == {**rules, "games_per_list": None}


@pytest.mark.django_db
def test_other_rules_are_not_there(client: Client) -> None:
    assert client.get(kit_address("skat")).status_code == 404


@pytest.mark.django_db
def test_a_stranger_is_told_how_the_sheet_comes_along(client: Client) -> None:
    page = client.get(TRY)
    assert "Mit einem Zugang kommt der Zettel mit in deinen Club." in seen(page)
    assert (
        "Ohne Einladung: Sichere den Zettel als Datei; ein Inhaber liest sie unter „Alte Zettel importieren“ ein."
    ) in seen(page)
    assert 'href="/account/login/?next=/try/"' in page.content.decode()


def test_it_goes_into_clubs_where_one_writes(cast: Cast) -> None:
    """Ben writes; Dora only reads, and a club that is not hers is no club to her."""
    make_club("Ahorn", cast.anna)
    assert "In Linde mitnehmen" in (page := seen(signed_in(cast.ben).get(TRY)))
    assert "Ahorn" not in page
    assert "no-store" in signed_in(cast.ben).get(TRY)["Cache-Control"], "it names his clubs"
    page = seen(signed_in(cast.dora).get(TRY))
    assert "mitnehmen" not in page
    assert "Gründe erst deinen Club" in page


def test_a_club_with_too_few_people_takes_it_all_the_same(cast: Cast) -> None:
    """The people come with the sheet, as guests."""
    club, anna = make_club("Ahorn", cast.anna, player_name="Anna"), signed_in(cast.anna)
    answer = anna.get(reverse("evenings:show_blank", args=[club.pk]))
    told = answer.json()
    assert (answer.status_code, told["reason"], told["account"]) == (409, "few", cast.anna.pk)
    begun = {
        "format": 1,
        "key": "8a4e2a9e-6f0e-4a1c-9d53-6f1a2f3b4c5d",
        "account": told["account"],
        **told["begins"],
        "players": [f"guest:00000000-0000-4000-8000-00000000000{number}" for number in range(4)],
        "first_dealer": "guest:00000000-0000-4000-8000-000000000000",
        "guests": [
            {"uuid": f"00000000-0000-4000-8000-00000000000{number}", "name": name}
            for number, name in enumerate(("Ida", "Ole", "Uwe", "Eva"))
        ],
    }
    opened = anna.post(told["open_begun"], begun, content_type="application/json")
    assert opened.status_code == 200
    assert sorted(club.players.filter(guest=True).values_list("name", flat=True)) == ["Eva", "Ida", "Ole", "Uwe"]
