"""/tournaments/: an owner founds one, changes it and deletes it; a director changes it."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.services import founding, rounds, seating
from tests.cast import Cast, signed_in
from tests.evenings.papers import evening
from tests.pages import seen
from tests.tournaments import papers


def form_of(**fields: Any) -> dict[str, Any]:
    usual = {
        "name": "Martini-Turnier",
        "day": "2026-11-14",
        "rules": "ddv",
        "rounds": "3",
        "games": "24",
        "minutes": "100",
        "seating": "draw",
        "uneven": "fives",
        "rank_by": "points",
        "first_tie": "solos",
        "second_tie": "won",
        "third_tie": "best_round",
        "key": str(uuid4()),
    }
    return {**usual, **fields}


def found_by_form(cast: Cast, **fields: Any) -> Any:
    url = reverse("tournaments:found_tournament", args=[cast.club.pk])
    return signed_in(cast.anna).post(url, form_of(**fields), follow=True)


def test_it_is_founded_with_what_the_invitation_says(cast: Cast) -> None:
    page = seen(found_by_form(cast, place="Gasthaus Linde", lists="Damen, Senioren", seed="4711"))
    assert "Martini-Turnier" in page
    assert "Gasthaus Linde" in page
    made = Tournament.objects.get()
    assert (made.club, made.made_by, made.rounds, made.seed) == (cast.club, cast.anna, 3, 4711)
    assert made.lists == ["Damen", "Senioren"]
    assert made.tie_breaks == ["solos", "won", "best_round"]
    assert made.rules["notation"] == "zero_sum"


def test_what_few_tournaments_change_is_folded(cast: Cast) -> None:
    url = reverse("tournaments:found_tournament", args=[cast.club.pk])
    asked, _, folded = signed_in(cast.anna).get(url).content.decode().partition('<details class="more">')
    folded = folded.partition("</details>")[0]
    names = ("name", "day", "place", "rounds", "games", "minutes")
    assert [name for name in names if f'name="{name}"' not in asked] == []
    few = ("rules", "seating", "uneven", "rank_by", "first_tie", "lists", "in_league", "seed")
    assert [name for name in few if f'name="{name}"' not in folded] == []
    wrong = found_by_form(cast, seed="0").content.decode()
    assert '<details class="more" open>' in wrong


def test_no_choice_is_too_long_for_a_phone(cast: Cast) -> None:
    """A closed list of choices at 360 pixels shows some 28 letters."""
    page = signed_in(cast.anna).get(reverse("tournaments:found_tournament", args=[cast.club.pk])).content.decode()
    choices = [html.unescape(" ".join(text.split())) for text in re.findall(r"<option[^>]*>([^<]*)", page)]
    assert len(choices) > 30
    assert [text for text in choices if len(text) > 28] == []


def test_the_example_of_lists_is_in_the_readers_language(cast: Cast) -> None:
    url = reverse("tournaments:found_tournament", args=[cast.club.pk])
    page = signed_in(cast.anna).get(url, headers={"accept-language": "en"}).content.decode()
    assert 'placeholder="women, juniors, seniors"' in page


def test_what_is_wrong_is_said_at_its_field(cast: Cast) -> None:
    wrong = {
        "Wähle jedes Kriterium nur einmal.": {"second_tie": "solos"},
        "Das Los kommt zuletzt": {"first_tie": "lot"},
        "Bis zu 6 verschiedene Listen": {"lists": "Damen, Damen"},
        "Höchstens 12.": {"rounds": "13"},
    }
    for text, fields in wrong.items():
        answer = found_by_form(cast, **fields)
        assert answer.status_code == 422
        assert text in seen(answer)
    assert not Tournament.objects.exists()


def test_a_director_changes_it(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    url = reverse("tournaments:edit_tournament", args=[one.pk])
    answer = signed_in(cast.dora).post(url, form_of(name="Nikolaus-Turnier", rounds="4", rules="kept"), follow=True)
    assert "Nikolaus-Turnier" in seen(answer)
    one.refresh_from_db()
    assert (one.name, one.rounds) == ("Nikolaus-Turnier", 4)
    assert signed_in(cast.ben).get(url).status_code == 403
    assert signed_in(cast.cleo).get(url).status_code == 403


def test_what_the_first_round_decides_is_read_and_not_asked(cast: Cast) -> None:
    """Fields that nobody can change look like broken ones."""
    one = papers.directed(cast, 8, lists=["Damen"])
    seating.plan_seating(one)
    rounds.start_round(one, 1, by=cast.anna)
    dora, url = signed_in(cast.dora), reverse("tournaments:edit_tournament", args=[one.pk])
    page = dora.get(url)
    assert " disabled" not in page.content.decode()
    fixed = seen(page).partition("Steht seit der ersten Runde fest")[2]
    assert "Regeln DDV-Turnierspielregeln Spiele pro Runde 24 Sitzordnung gelost, alle Runden vorab" in fixed
    assert "Eigene Wertungen Damen" in fixed
    dora.post(url, {"name": "Nikolaus-Turnier", "rounds": "4", "minutes": "", "games": "6"})
    one.refresh_from_db()
    assert (one.name, one.rounds, one.minutes, one.games, one.lists) == ("Nikolaus-Turnier", 4, None, 24, ["Damen"])


def test_after_the_end_all_of_it_is_read(cast: Cast) -> None:
    one = papers.directed(cast, 8, place="Gasthaus Linde")
    Tournament.objects.filter(pk=one.pk).update(state="ended", evening=evening(cast))
    dora, url = signed_in(cast.dora), reverse("tournaments:edit_tournament", args=[one.pk])
    page = seen(dora.get(url))
    assert "Das Turnier ist beendet, hier ändert sich nichts mehr." in page
    assert re.search(r"Ort Gasthaus Linde Regeln .* Runden 3", page)
    assert "Speichern" not in page
    assert "Das Turnier ist beendet." in seen(dora.post(url, form_of(name="Anders", rules="kept")))
    one.refresh_from_db()
    assert one.name == "Martini-Turnier"


def test_it_is_taken_away_before_it_begins(cast: Cast) -> None:
    one = papers.with_people(cast, 8)
    answer = signed_in(cast.anna).post(reverse("tournaments:delete_tournament", args=[one.pk]), follow=True)
    assert "Das Turnier ist gelöscht." in answer.content.decode()
    assert not Tournament.objects.exists()


def test_of_a_deleted_evening_it_is_gone(cast: Cast) -> None:
    one = papers.with_people(cast, 8)
    assert signed_in(cast.dora).get(reverse("tournaments:show_tournament", args=[one.pk])).status_code == 200
    assert signed_in(cast.stranger).get(reverse("tournaments:show_tournament", args=[one.pk])).status_code == 404


def test_the_list_costs_the_same_for_many(cast: Cast, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = signed_in(cast.dora)
    url = reverse("tournaments:list_tournaments", args=[cast.club.pk])
    client.get(url)
    for number in (1, 3):
        for _ in range(number):
            papers.found(cast)
        with django_assert_num_queries(5):
            assert client.get(url).status_code == 200


def test_rights_are_given_and_taken_back(cast: Cast) -> None:
    one = papers.with_people(cast, 8)
    url = reverse("tournaments:list_officials", args=[one.pk])
    anna = signed_in(cast.anna)
    page = anna.post(url, {"account": cast.dora.pk, "role": "director"}, follow=True)
    assert "Dora Turnierleitung" in seen(page)
    offered = page.content.decode().partition('name="account"')[2].partition("</select>")[0]
    assert "bitte wählen" in offered.partition("</option>")[0]
    assert "Ben" in offered
    assert "Anna" not in offered
    assert signed_in(cast.dora).get(reverse("tournaments:enter_entrants", args=[one.pk])).status_code == 200
    official = one.officials.get()
    anna.post(reverse("tournaments:remove_official", args=[one.pk, official.pk]))
    assert signed_in(cast.dora).get(reverse("tournaments:enter_entrants", args=[one.pk])).status_code == 403
    stranger = anna.post(url, {"account": cast.stranger.pk, "role": "director"})
    assert stranger.status_code == 422


def test_rights_end_with_the_membership(cast: Cast) -> None:
    one = papers.directed(cast, 8)
    cast.member(cast.dora).delete()
    assert signed_in(cast.dora).get(reverse("tournaments:show_tournament", args=[one.pk])).status_code == 404
    assert founding.make_link(one, by=cast.anna).is_open
