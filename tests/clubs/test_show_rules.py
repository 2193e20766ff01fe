"""/clubs/…/rules/ and …/rules/N/: the rules to read, with their sources and versions."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.services.clubs import change_rules
from dokoclub.clubs.texts.rules import PARAMETERS
from dokoclub.core.formatting import short_day
from scoring.rules.presets import DDV
from scoring.rules.rules import NO_HOUSE_RULES
from tests.cast import Cast
from tests.pages import seen


def change(cast: Cast, **parameters: object) -> None:
    newest = cast.club.rules_versions.latest("number").number
    change_rules(
        cast.club,
        replace(DDV, **parameters),  # type: ignore[arg-type]
        preset="ddv",
        expected=newest,
        key=uuid4(),
        by=cast.anna,
    )


def test_every_parameter_is_explained_with_its_source_but_for_house_rules_that_nobody_chose(
    dora: Client, cast: Cast
) -> None:
    change(cast, bock=None, feigheit=3)
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    for key, words in PARAMETERS.items():
        if not key.startswith("bock.") and (key not in NO_HOUSE_RULES or key == "feigheit"):
            assert str(words.label) in page
            assert str(words.sentence) in page
    assert str(PARAMETERS["offender_pays"].label) not in page
    sentence = "Re gewinnt mit 120 wenn nur Kontra angesagt hat Wann reichen Re 120 Augen? Sonst 121."
    source = "Turnier-Spielregeln des Deutschen Doppelkopf-Verbands, 7.1.2"
    assert f"{sentence} ? Quelle: Re gewinnt mit 120 {source}" in page


def test_it_tells_what_the_rules_make_of_games(dora: Client, cast: Cast) -> None:
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    assert "Re keine 90, 130:110 → Kontra +5" in page
    assert "bisher" not in page


def test_it_tells_preset_and_differences(dora: Client, cast: Cast) -> None:
    change(cast, gegen_die_alten=2, extras={"fuchs": 1, "doppelkopf": 1})
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    assert "DDV-Turnierspielregeln" in page
    assert "Anders Gegen die Alten 2 statt: 1 Sonderpunkte ohne Karlchen 1" in page


def test_versions_tell_who_and_when(dora: Client, cast: Cast) -> None:
    change(cast, gegen_die_alten=2)
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/"))
    assert f"Frühere Fassungen gilt seit {short_day(timezone.now())}" in page
    newest, oldest = page.rpartition("Frühere Fassungen ")[2].split("Fassung")[1:]
    assert newest.startswith(" 2 Anna ·")
    told = "geändert: Gegen die Alten, Sonderpunkte, Ihr spielt Armut, Ihr spielt Bock und 5 weitere gilt "
    assert newest.endswith(told)
    assert "geändert" not in oldest
    assert oldest.startswith(" 1 Anna ·")


def test_an_old_version_can_be_read(dora: Client, cast: Cast) -> None:
    change(cast, gegen_die_alten=2)
    page = seen(dora.get(f"/clubs/{cast.club.pk}/rules/1/"))
    assert "Diese Regeln gelten nicht mehr. Fassung 2 hat geändert: Gegen die Alten, Sonderpunkte" in page
    assert "Aktuelle Regeln" in page
    assert "Regeln, Fassung 1" in page
    assert "Anders" not in page
    assert "gelten nicht mehr" not in seen(dora.get(f"/clubs/{cast.club.pk}/rules/2/"))


def test_a_version_that_never_was_is_404(dora: Client, cast: Cast) -> None:
    assert dora.get(f"/clubs/{cast.club.pk}/rules/7/").status_code == 404


def test_only_owners_are_offered_a_change(anna: Client, dora: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/rules/"
    assert f'href="{url}edit/"' in anna.get(url).content.decode()
    assert f'href="{url}edit/"' not in dora.get(url).content.decode()
    change(cast, gegen_die_alten=2)
    assert (
        f'href="{url}edit/"' not in anna.get(f"{url}1/").content.decode()
    )  # the rules in force are the ones that are changed


def test_what_an_empty_field_means_is_said_in_the_form_alone(anna: Client, cast: Cast) -> None:
    url = f"/clubs/{cast.club.pk}/rules/"
    assert "Leer: " not in seen(anna.get(url))
    assert "Für vier Spieler; zu fünft ein Viertel mehr. Leer: kein festes Ende." in seen(
        anna.get(f"{url}edit/games_per_list/")
    )


def test_own_extras_stand_under_their_names(dora: Client, cast: Cast) -> None:
    change(cast, extras={**DDV.extras, "dulle": 2}, extra_names={"dulle": "Dulle <i>gefangen</i>"})
    page = dora.get(f"/clubs/{cast.club.pk}/rules/")
    assert "<i>gefangen</i>" not in page.content.decode()
    assert "Dulle <i>gefangen</i> 2" in seen(page)


@pytest.mark.parametrize("number", [1, 3])
def test_many_versions_cost_no_more_queries(
    dora: Client, cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for points in range(2, 2 + number):
        change(cast, gegen_die_alten=points)
    dora.get(f"/clubs/{cast.club.pk}/rules/")
    with django_assert_num_queries(5):
        dora.get(f"/clubs/{cast.club.pk}/rules/")
