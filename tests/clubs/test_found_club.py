"""/clubs/new/: found a club."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from dokoclub.clubs.models import Club
from scoring.rules.presets import PRESETS
from scoring.rules.rules import store_rules
from tests.cast import Cast
from tests.pages import seen

URL = "/clubs/new/"


def typed(**changes: str) -> dict[str, str]:
    return {"name": "Ahorn", "player_name": "Anna", "preset": "ham", "key": str(uuid4()), **changes}


def test_the_page_proposes_my_name_and_the_house_round(anna: Client) -> None:
    page = anna.get(URL).content.decode()
    assert 'name="player_name" value="Anna"' in page
    assert '<option value="hausrunde" selected>Hausrunde</option>' in page


def test_it_founds_a_club_that_i_own(anna: Client, cast: Cast) -> None:
    anna.post(URL, typed(name="  Ahorn \u00a0Süd "))
    club = Club.objects.get(name="Ahorn Süd")
    assert "Spieler 1" in seen(anna.get(f"/clubs/{club.pk}/about/"))
    assert [(row.account, row.owner) for row in club.memberships.all()] == [(cast.anna, True)]
    assert [(player.name, player.account) for player in club.players.all()] == [("Anna", cast.anna)]


def test_it_begins_with_the_chosen_rules(anna: Client, cast: Cast) -> None:
    anna.post(URL, typed())
    version = Club.objects.get(name="Ahorn").rules_versions.get()
    assert (version.number, version.preset, version.created_by) == (1, "ham", cast.anna)
    assert version.rules == store_rules(PRESETS["ham"].rules)


@pytest.mark.parametrize(
    ("line", "entered"),
    [
        ("Bernd, Clara,Doris", ["Anna", "Bernd", "Clara", "Doris"]),
        ("Bernd Clara Doris", ["Anna", "Bernd", "Clara", "Doris"]),
        ("Bernd, Clara und Doris", ["Anna", "Bernd", "Clara", "Doris"]),
        ("Doris; Karl Heinz & Clara,", ["Anna", "Doris", "Karl Heinz", "Clara"]),
        ("Karl Heinz,", ["Anna", "Karl Heinz"]),
        (" , ", ["Anna"]),
        ("", ["Anna"]),
    ],
)
def test_friends_are_entered_in_one_go_in_the_order_in_which_they_sit(
    anna: Client, line: str, entered: list[str]
) -> None:
    anna.post(URL, typed(others=line))
    players = Club.objects.get(name="Ahorn").players.order_by("pk")
    assert [player.name for player in players] == entered
    assert [player.account for player in players[1:]] == [None] * (len(entered) - 1)


def test_with_a_whole_table_it_goes_on_to_the_seats(anna: Client) -> None:
    response = anna.post(URL, typed(others="Doris, Bernd, Clara"))
    club = Club.objects.get(name="Ahorn")
    assert response["Location"] == f"/clubs/{club.pk}/evenings/new/"
    page = anna.get(response["Location"])
    assert "Sitzt ihr so?" in seen(page)
    order = club.players.order_by("pk").values_list("pk", flat=True)
    assert f'name="seats" value="{" ".join(map(str, order))}"' in page.content.decode()


def test_it_goes_on_to_the_questions_about_the_rules_if_asked(anna: Client) -> None:
    """They can be put off: the club is there already."""
    response = anna.post(URL, typed(others="Doris, Bernd, Clara", ask="1"))
    club = Club.objects.get(name="Ahorn")
    assert response["Location"] == f"/clubs/{club.pk}/rules/edit/questions/"
    assert f'href="/clubs/{club.pk}/">Später</a>' in anna.get(response["Location"]).content.decode()


@pytest.mark.parametrize("line", ["Bernd", "Bernd, Clara"])
def test_without_one_it_goes_to_the_club(anna: Client, line: str) -> None:
    assert anna.post(URL, typed(others=line))["Location"] == f"/clubs/{Club.objects.get(name='Ahorn').pk}/"


def test_sent_twice_friends_are_entered_once(anna: Client) -> None:
    form = typed(others="Doris, Bernd, Clara")
    assert anna.post(URL, form)["Location"] == anna.post(URL, form)["Location"]
    assert Club.objects.get(name="Ahorn").players.count() == 4


def test_who_does_not_play_leaves_the_name_empty(anna: Client) -> None:
    anna.post(URL, typed(player_name=""))
    assert not Club.objects.get(name="Ahorn").players.exists()


def test_the_same_form_with_another_name_asks_again(anna: Client) -> None:
    form = typed()
    anna.post(URL, form)
    again = anna.post(URL, form | {"name": "Birke"})
    assert again.status_code == 422
    assert (
        "Dieses Formular ist schon mit anderem Inhalt gespeichert. Schick es noch einmal ab, um "
        "auch das hier zu speichern."
    ) in seen(again)
    assert 'value="Birke"' in again.content.decode()
    assert form["key"] not in again.content.decode()
    assert not Club.objects.filter(name="Birke").exists()


@pytest.mark.parametrize("key", ["", "broken"])
def test_without_a_key_it_asks_once_more_and_brings_one(anna: Client, key: str) -> None:
    asked = anna.post(URL, typed(key=key))
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "Das Formular kam unvollständig an. Prüfe es und schick es noch einmal ab." in seen(asked)
    assert "UUID" not in page
    [fresh] = re.findall(r'name="key" value="([0-9a-f-]{36})"', page)
    assert anna.post(URL, typed(key=fresh)).status_code == 302
    assert Club.objects.filter(name="Ahorn").count() == 1


def test_nobody_founds_with_the_key_of_another(stranger: Client, anna: Client) -> None:
    form = typed()
    anna.post(URL, form)
    assert stranger.post(URL, form).status_code == 422


@pytest.mark.parametrize(
    ("field", "wrong", "problem"),
    [
        ("name", "", "Bitte ausfüllen."),
        ("name", "   ", "Bitte ausfüllen."),
        ("name", "x" * 61, "höchstens 60"),
        ("name", "\u202e\u200b", "Bitte ausfüllen."),
        ("name", "…!", "Ein Name braucht einen Buchstaben oder eine Ziffer."),
        ("player_name", "👨‍🍳", "Ein Name braucht einen Buchstaben oder eine Ziffer."),
        ("others", "Ben, anna", "„anna“ steht zweimal da."),
        ("others", "Ben, ÄNNE, änne", "„änne“ steht zweimal da."),
        ("others", "Ben, Cleo, Cl\u202eeo", "„Cleo“ steht zweimal da."),
        ("others", "Ben, O'Neil, O’Neil", "„O’Neil“ steht zweimal da."),
        ("others", "Ben, …", "Ein Name braucht einen Buchstaben oder eine Ziffer."),
        ("others", f"Ben, {'x' * 41}", "auf 40 Buchstaben."),
        ("others", ",".join(f"B{number}" for number in range(41)), "Höchstens 40 Namen auf einmal."),
        ("preset", "mau-mau", "mau-mau"),
    ],
)
def test_what_is_wrong_stands_at_its_field(anna: Client, field: str, wrong: str, problem: str) -> None:
    response = anna.post(URL, typed(**{field: wrong}))
    assert response.status_code == 422
    assert problem in " ".join(response.context["form"].errors[field])
    assert problem in seen(response)
    assert Club.objects.count() == 2


def test_the_preset_can_be_read_about(anna: Client) -> None:
    page = seen(anna.get(URL))
    names = ["DDV-Turnierspielregeln", "Doppelkopf-Handbuch", "Online-Lehrgang", "Parlett", "Forum-Hausregeln 2024"]
    names += ["Wikipedia 2010 (englisch)", "Hausrunde"]
    assert [name for name in names if name not in page] == []
    assert len(names) == len(PRESETS)
