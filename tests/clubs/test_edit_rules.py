"""/clubs/…/rules/edit/: pick a preset, change any parameter, save a version."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from dokoclub.clubs.models import Membership
from scoring.rules.presets import DDV, HAUSRUNDE, PRESETS
from scoring.rules.rules import store_rules
from tests.cast import Cast, signed_in
from tests.clubs.rules_form import founded_with, posted
from tests.pages import seen


@pytest.fixture
def url(cast: Cast) -> str:
    founded_with(cast.club, "ddv")
    return f"/clubs/{cast.club.pk}/rules/edit/"


def test_the_form_holds_the_rules_of_today(anna: Client, url: str) -> None:
    form = anna.get(url).context["form"]
    assert form["against"].value() == "30_over"
    assert form["extras.fuchs"].value() == 1
    assert form["bock"].value() is False
    assert form["bock.length"].value() is None
    assert (form["expected"].value(), form["preset"].value()) == (1, "ddv")


def test_a_preset_fills_the_form_and_saves_nothing(anna: Client, url: str, cast: Cast) -> None:
    page = anna.get(f"{url}?preset=parlett")
    assert page.context["form"]["against"].value() == "per_level"
    assert "Re keine 90, 130:110 → Kontra +6 bisher: Kontra +5" in seen(page)
    assert cast.club.rules_versions.count() == 1


def test_what_a_preset_would_change_is_marked(anna: Client, url: str) -> None:
    """Regression: it was listed below all groups, and none of the groups showed it."""
    page = seen(anna.get(f"{url}?preset=parlett"))
    assert "Ansagen und Absagen nicht gespeichert" in page
    assert "nicht gespeichert" not in seen(anna.get(url))


def test_an_unknown_preset_is_passed_over(anna: Client, url: str) -> None:
    assert anna.get(f"{url}?preset=mau-mau").context["form"]["preset"].value() == "ddv"


def test_every_preset_can_be_chosen(anna: Client, url: str) -> None:
    page = anna.get(url).content.decode()
    assert all(f'<option value="{key}"' in page for key in PRESETS)


def test_saved_it_is_a_new_version(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, posted(DDV, gegen_die_alten="2"), follow=True)
    version = cast.club.rules_versions.latest("number")
    assert (version.number, version.preset, version.created_by) == (2, "ddv", cast.anna)
    assert version.parsed == replace(DDV, gegen_die_alten=2)
    assert "Regeln gelten ab dem nächsten Abend (Fassung 2)." in seen(response)
    assert "1 Abweichung" in seen(anna.get(f"/clubs/{cast.club.pk}/about/"))


def test_a_preset_can_be_saved_as_it_is(anna: Client, url: str, cast: Cast) -> None:
    anna.post(url, posted(HAUSRUNDE, preset="hausrunde"))
    version = cast.club.rules_versions.latest("number")
    assert (version.preset, version.rules) == ("hausrunde", store_rules(HAUSRUNDE))


def test_the_old_version_stays_as_it_was(anna: Client, url: str, cast: Cast) -> None:
    anna.post(url, posted(DDV, gegen_die_alten="2"))
    assert cast.club.rules_versions.get(number=1).parsed == DDV


def test_nothing_changed_makes_no_version(anna: Client, url: str, cast: Cast) -> None:
    assert anna.post(url, posted(DDV)).status_code == 302
    assert cast.club.rules_versions.count() == 1


def test_two_owners_at_once_see_each_other(anna: Client, url: str, cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True)
    signed_in(cast.ben).post(url, posted(DDV, gegen_die_alten="3"))
    response = anna.post(url, posted(DDV, gegen_die_alten="2"))
    assert response.status_code == 409
    assert "Ben hat die Regeln inzwischen geändert (Fassung 2)." in seen(response)
    assert response.context["form"]["gegen_die_alten"].value() == "2"
    assert response.context["form"]["expected"].value() == "2"
    assert cast.club.rules_versions.latest("number").parsed.gegen_die_alten == 3

    anna.post(url, posted(DDV, gegen_die_alten="2", expected=2))
    assert cast.club.rules_versions.latest("number").parsed.gegen_die_alten == 2


def test_wrong_values_stand_at_their_fields_and_save_nothing(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, posted(DDV, gegen_die_alten="99", re_needs_120="kontra_any"))
    assert response.status_code == 422
    assert 'value="99"' in response.content.decode()
    assert cast.club.rules_versions.count() == 1


def test_what_contradicts_itself_is_said_in_german(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, posted(DDV, re_needs_120="kontra_any"))
    assert response.status_code == 422
    problem = "Wo Re 120 reichen, stell Kontra auf 121; sonst gewinnen bei 120:120 beide."
    assert problem in " ".join(response.context["form"].errors["kontra_needs_121"])


def test_something_else_than_a_form_is_no_crash(anna: Client, url: str) -> None:
    assert anna.post(url, {}).status_code == 422
    assert anna.post(url, {"own.0.name": "x", "extras.fuchs": "x"}).status_code == 422


def groups_open(page: Any) -> list[str]:
    return [group.key for group in page.context["groups"] if group.is_open]


def test_each_group_is_folded_and_says_how_it_stands(anna: Client, url: str, cast: Cast) -> None:
    anna.post(url, posted(DDV, gegen_die_alten="2", extras__fuchs="2"))
    page = anna.get(url)
    assert groups_open(page) == []
    assert "Sonderpunkte 2 anders Fuchs gefangen 2, Karlchen 1" in seen(page)
    assert "Doppelkopf 1 Fuchs gefangen 2 statt 1 Gegen die Alten 2" in seen(page)
    assert "anders DDV-Turnierspielregeln: 1" in seen(page)
    assert "Bockrunden ihr spielt ohne Bock" in seen(page)


def test_what_is_wrong_unfolds_its_group(anna: Client, url: str) -> None:
    assert groups_open(anna.post(url, posted(DDV, gegen_die_alten="99"))) == ["extras"]
    wrong_in_tables = anna.post(url, posted(DDV, rank__damen="0", extras__fuchs="99", call_cards__no90="99"))
    assert groups_open(wrong_in_tables) == ["extras", "solo", "table"]
    assert "Solo und Armut 1 zu prüfen" in seen(wrong_in_tables)


def test_what_is_not_saved_yet_is_unfolded(anna: Client, url: str, cast: Cast) -> None:
    Membership.objects.filter(account=cast.ben).update(owner=True)
    signed_in(cast.ben).post(url, posted(DDV, gegen_die_alten="3"))
    assert groups_open(anna.post(url, posted(DDV, gegen_die_alten="3", against="none"))) == ["calls"]
