"""/tournaments/…/people/: members, guests and lists enter, withdraw, come late and pay."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.tournaments.models import RoundTable, Tournament
from dokoclub.tournaments.selectors.prizes import Slip
from dokoclub.tournaments.services import people, rounds, seating, tables
from dokoclub.tournaments.services.people import Listed
from tests.cast import Cast, signed_in
from tests.pages import seen
from tests.tournaments import papers


def url_of(name: str, one: Tournament, *gaps: Any) -> str:
    return reverse(f"tournaments:{name}", args=[one.pk, *gaps])


def entered(one: Tournament) -> list[tuple[int, str]]:
    return [(entrant.number, entrant.player.name) for entrant in one.entrants.select_related("player")]


def test_members_and_a_pasted_list_enter(cast: Cast) -> None:
    one = papers.directed(cast, 0)
    data = {"players": cast.ids("Anna", "Cleo"), "listed": "Elif; Füchse; Skatfreunde\n\n  ben \nFinn;Füchse"}
    page = seen(signed_in(cast.dora).post(url_of("enter_entrants", one), data, follow=True))
    assert "5 weitere Teilnehmer. 2 sind neue Gäste." in page
    assert entered(one) == [(1, "Anna"), (2, "Cleo"), (3, "Elif"), (4, "Ben"), (5, "Finn")]
    elif_ = one.entrants.get(number=3)
    assert (elif_.team and elif_.team.name, elif_.home, elif_.player.guest) == ("Füchse", "Skatfreunde", True)
    assert [team.name for team in one.teams.all()] == ["Füchse"]


def test_a_list_from_a_spreadsheet_is_read(cast: Cast) -> None:
    one = papers.found(cast)
    data = {"listed": 'Elif\tFüchse\r\n"Finn"\t\tHamburg\nGero "Gockel"; ; "SC ""Blau"""'}
    signed_in(cast.anna).post(url_of("enter_entrants", one), data)
    assert [name for _, name in entered(one)] == ["Elif", "Finn", 'Gero "Gockel"']
    assert list(one.entrants.values_list("home", flat=True)) == ["", "Hamburg", 'SC "Blau"']


def test_who_is_in_a_list_twice_enters_where_he_stands_first(cast: Cast) -> None:
    one = papers.found(cast)
    signed_in(cast.anna).post(url_of("enter_entrants", one), {"listed": "Elif;Füchse\nFinn\nElif;Dachse"})
    assert entered(one) == [(1, "Elif"), (2, "Finn")]
    assert str(one.entrants.get(number=1).team) == "Füchse"


def test_the_same_list_again_enters_nobody(cast: Cast) -> None:
    one = papers.found(cast)
    for text in ("2 weitere Teilnehmer. 2 sind neue Gäste.", "0 weitere Teilnehmer. 2 waren schon eingetragen."):
        page = signed_in(cast.anna).post(url_of("enter_entrants", one), {"listed": "Elif\nFinn"}, follow=True)
        assert text in seen(page)
    assert Player.objects.filter(club=cast.club, guest=True).count() == 2


@pytest.mark.parametrize(
    ("listed", "text"),
    [
        pytest.param("Elif\n" + "x" * 41, "Zeile 2: Kürze „", id="a name too long"),
        pytest.param("Elif\n;Füchse", "Zeile 2: Gib einen Namen ein.", id="no name"),
        pytest.param("", "Wähle jemanden, oder schreib einen Namen.", id="nobody"),
        pytest.param("\n".join(f"Gast {number}" for number in range(401)), "Höchstens 400", id="too many"),
    ],
)
def test_a_list_that_cannot_be_read_enters_nobody(cast: Cast, listed: str, text: str) -> None:
    one = papers.found(cast)
    answer = signed_in(cast.anna).post(url_of("enter_entrants", one), {"listed": listed})
    assert answer.status_code == 422
    assert text in seen(answer)
    assert not one.entrants.exists()


def test_at_most_four_hundred_enter(cast: Cast) -> None:
    one = papers.with_people(cast, 8)
    with pytest.raises(ValidationError, match="400"):
        people.enter_entrants(one, [], [Listed(f"Gast {number}") for number in range(393)], by=cast.anna)
    assert one.entrants.count() == 8


def test_who_withdraws_keeps_the_number(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    dora = signed_in(cast.dora)
    assert "abgemeldet" in seen(dora.post(url_of("withdraw_entrant", one, 8), follow=True))
    people.enter_entrants(one, [], [Listed("Nora")], by=cast.anna)
    assert one.entrants.get(player__name="Nora").number == 9
    dora.post(url_of("return_entrant", one, 8))
    assert not one.entrants.get(number=8).is_out


def test_the_fee_is_ticked(cast: Cast) -> None:
    one = papers.directed(cast, 8, fee=1000)
    dora = signed_in(cast.dora)
    dora.post(url_of("pay_fee", one, 3), {"paid": "1"})
    assert [entrant.number for entrant in one.entrants.filter(paid=True)] == [3]
    dora.post(url_of("pay_fee", one, 3), {"paid": ""})
    assert not one.entrants.filter(paid=True).exists()


def test_the_list_says_who_has_paid_and_offers_one_thing_to_do(cast: Cast) -> None:
    one = papers.directed(cast, 8, fee=1000)
    one.entrants.filter(number__lte=7).update(paid=True)
    director = signed_in(cast.dora).get(url_of("list_entrants", one))
    text = seen(director)
    assert text.startswith("8 Teilnehmer Weitere eintragen Anmeldecode")
    assert "Startgeld 10,00 €: 7 von 8 haben bezahlt" in text
    page = director.content.decode()
    assert page.count('aria-label="Hanna hat das Startgeld bezahlt"') == 1
    assert (page.count('aria-pressed="true"\n        aria-label'), page.count("button primary")) == (7, 1)
    assert seen(signed_in(cast.ben).get(url_of("list_entrants", one))).count("nicht bezahlt") == 1
    one.entrants.update(paid=True)
    assert "Startgeld 10,00 €: alle haben bezahlt" in seen(signed_in(cast.ben).get(url_of("list_entrants", one)))


def test_once_it_has_ended_everybody_has_a_place(cast: Cast) -> None:
    one = papers.directed(cast, 8, rounds=1)
    client = signed_in(cast.ben)
    assert "Platz" not in seen(client.get(url_of("list_entrants", one)))
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    for table in RoundTable.objects.filter(round__tournament=one).select_related("round__tournament"):
        numbers = [place.entrant.number for place in table.places.select_related("entrant")]
        points = dict(zip(numbers, (6, 2, -2, -6), strict=True))
        tables.hand_in_paper(table, {who: Slip(each) for who, each in points.items()}, games=24, by=cast.dora)
        tables.sign_table(table)
    rounds.end_tournament(one, by=cast.anna)
    page = seen(client.get(url_of("list_entrants", one))).rpartition("Name Platz ")[2]
    assert sorted(re.findall(r"Platz \d", page)) == [f"Platz {place}" for place in (1, 1, 3, 3, 5, 5, 7, 7)]


def test_who_asks_to_enter_comes_first(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    people.ask_to_enter(one, Listed("Greta"), key=uuid4())
    page = signed_in(cast.dora).get(url_of("list_entrants", one)).content.decode()
    assert page.count("button primary") == 1
    assert page.index("button primary") > page.index("Greta")


def test_team_tags_and_household_are_the_directors(cast: Cast) -> None:
    one = papers.directed(cast, 8, lists=["Damen", "Senioren"], fee=1000)
    data = {"team": "Füchse", "tags": ["Damen"], "apart": "Linde 4", "home": "Hamburg", "paid": "on"}
    answer = signed_in(cast.dora).post(url_of("edit_entrant", one, 1), data, follow=True)
    assert "Füchse" in seen(answer)
    anna = one.entrants.get(number=1)
    assert (anna.tags, anna.apart, anna.home, anna.paid) == (["Damen"], "Linde 4", "Hamburg", True)
    wrong = signed_in(cast.dora).post(url_of("edit_entrant", one, 1), {**data, "tags": ["Herren"]})
    assert wrong.status_code == 422


def test_a_team_of_nobody_is_gone(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    entrant = one.entrants.get(number=1)
    people.change_entrant(entrant, {}, team="Füchse", by=cast.anna)
    people.change_entrant(entrant, {}, team="", by=cast.anna)
    assert not one.teams.exists()


def test_who_is_disqualified_says_why(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    url = url_of("disqualify_entrant", one, 2)
    dora = signed_in(cast.dora)
    refused = dora.post(url, {"reason": " "})
    assert refused.status_code == 422
    assert "Gib einen Grund an." in refused.content.decode().partition('<details class="more" open>')[2]
    assert "Karten gezinkt" in seen(dora.post(url, {"reason": "Karten gezinkt"}, follow=True))
    assert one.entrants.get(number=2).disqualified
    dora.post(url, {"take_back": "1"})
    assert not one.entrants.get(number=2).disqualified


def test_the_list_costs_the_same_for_many(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = signed_in(cast.dora)
    for number in (1, 12):
        one = papers.with_people(cast, number)
        url = url_of("list_entrants", one)
        client.get(url)
        with django_assert_num_queries(9):
            client.get(url)
