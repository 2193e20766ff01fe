"""/clubs/…/rules/preview/: the effect of a change before it is saved."""

from __future__ import annotations

import pytest
from django.test import Client

from scoring.rules.presets import DDV
from tests.cast import Cast
from tests.clubs.rules_form import founded_with, posted
from tests.pages import seen

HTMX = {"HX-Request": "true"}


@pytest.fixture
def url(cast: Cast) -> str:
    founded_with(cast.club, "ddv")
    return f"/clubs/{cast.club.pk}/rules/preview/"


def fragment(anna: Client, url: str, **changes: str) -> str:
    response = anna.post(url, posted(DDV, **changes), headers=HTMX)
    assert response.status_code == 200
    response.content = b"<main>" + response.content + b"</main>"
    return seen(response)


def test_a_change_shows_in_the_examples(anna: Client, url: str, cast: Cast) -> None:
    told = fragment(anna, url, against="per_level")
    assert "Re keine 90, 130:110 → Kontra +6 bisher: Kontra +5" in told
    assert "Beispiele ändern sich." in told
    assert cast.club.rules_versions.count() == 1


def test_every_fragment_knows_its_place(anna: Client, url: str) -> None:
    page = anna.get(url.replace("preview", "edit")).content.decode()
    fragments = anna.post(url, posted(DDV), headers=HTMX).content.decode()
    for chapter in ("winner", "calls", "extras", "solo", "bock", "list", "notation"):
        assert f'id="examples-{chapter}"' in page
        assert f'id="examples-{chapter}" role="status" hx-swap-oob="true"' in fragments
    assert "<html" not in fragments


def test_nothing_changed_says_so(anna: Client, url: str) -> None:
    assert "Noch nichts geändert." in fragment(anna, url)


def test_what_is_not_saved_yet_is_named(anna: Client, url: str) -> None:
    """Regression: “examples come out as before”, with no example in sight, next to groups that were marked as
    changed.
    """
    assert "Noch nicht gespeichert: Gegen eine verfehlte Absage." in fragment(anna, url, against="per_level")
    page = seen(anna.get(url.replace("preview", "edit") + "?preset=hausrunde"))
    assert "Noch nicht gespeichert: " in page
    assert "weitere. " in page


def test_bock_is_told_too(anna: Client, url: str) -> None:
    told = fragment(anna, url, bock="on")
    assert "Re angesagt, 119:121 → Bock: 4 Spiele ×2 bisher: kein Bock" in told


def test_what_is_wrong_is_told_beside_the_button(anna: Client, url: str) -> None:
    told = fragment(anna, url, gegen_die_alten="99")
    assert "Gegen die Alten: " in told
    assert "bisher" not in told


def test_without_a_script_the_whole_page_answers(anna: Client, url: str, cast: Cast) -> None:
    response = anna.post(url, posted(DDV, against="per_level"))
    assert response.status_code == 200
    assert "Re keine 90, 130:110 → Kontra +6 bisher: Kontra +5" in seen(response)
    assert response.context["form"]["against"].value() == "per_level"
    assert cast.club.rules_versions.count() == 1


def test_without_a_script_wrong_values_are_422(anna: Client, url: str) -> None:
    assert anna.post(url, posted(DDV, gegen_die_alten="99")).status_code == 422


def test_the_rows_of_the_groups_answer_too(anna: Client, url: str) -> None:
    told = fragment(anna, url, against="per_level", bock="on")
    assert "1 anders Re oder Kontra: +2 · jede Absage: +1 Gegen eine verfehlte Absage 1 je" in told
    assert "anders DDV-Turnierspielregeln: 1 je Stufe, ab 120 Augen" in told
