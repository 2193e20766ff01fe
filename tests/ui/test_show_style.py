"""The style page shows everything to developers, and nothing in production.

No test here may query the database: the page must not either.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import markup
from tools.style.shown.states import STATES

PATH = reverse("style:show_style")
TOKEN = "csrfmiddlewaretoken"


def state(client: Client, name: str) -> str:
    return markup(client.get(reverse("style:show_state", args=[name])))


def missing(page: str, names: list[str]) -> list[str]:
    return [name for name in names if f'aria-label="{name}"' not in page]


@pytest.mark.parametrize("language", ["de", "en"])
def test_it_shows_every_part(client: Client, language: str) -> None:
    page = client.get(PATH, headers={"accept-language": language}).content.decode()
    parts = ["sheet", "panel", "empty", "segmented", "chip", "payment", "chart", "matrix", "handover", "problems"]
    assert [part for part in parts if f'class="{part}' not in page] == []


@pytest.mark.parametrize("name", STATES)
def test_every_state_of_the_evening_can_be_seen(client: Client, name: str) -> None:
    answer = client.get(reverse("style:show_state", args=[name]))
    assert (answer.status_code, markup(answer).count('<main id="main"')) == (200, 1)


def test_its_closed_sheet_says_who_won(client: Client) -> None:
    assert "Anna gewinnt" in state(client, "closed")


@pytest.mark.parametrize(("name", "is_wide"), [("seven", True), ("house", False)])  # four extras; one tick, and two
def test_between_the_extras_and_a_tick_there_is_no_hole(client: Client, name: str, *, is_wide: bool) -> None:
    assert ('class="ticks wide"' in state(client, name)) == is_wide


def test_an_unknown_state_is_not_found(client: Client) -> None:
    assert client.get(reverse("style:show_state", args=["nonsense"])).status_code == 404


def test_a_phone_that_follows_a_sample_hears_nothing_new(client: Client) -> None:
    answer = client.get(reverse("style:show_state", args=["new"]), {"version": "0"}, headers={"hx-request": "true"})
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_sheet_and_the_form_carry_the_names_people_rely_on(client: Client) -> None:
    page = state(client, "solo")
    names = [
        "Spielzettel", "Spieltyp", "Solo", "Re-Partei", "Augen Re", "Augen Kontra", "Ziffern", "Löschen", "Stufen",
        "Re mindestens 121", "120 zu 120", "Kontra mindestens 211", "Re alle Stiche", "Kontra alle Stiche",
        "Ansagen Re", "Ansagen Kontra", "Fleischlos", "Stille Hochzeit", "Spielwert", "Spiel 13, Wert 3: Einzelheiten",
    ]  # fmt: skip
    assert missing(page, names) == []
    assert "Punktestand" in page


def test_extras_say_more_and_less(client: Client) -> None:
    names = ["Sonderpunkte Re", "Sonderpunkte Kontra", "Fuchs mehr", "Doppelkopf mehr", "Sonderpunkt zurücknehmen"]
    assert missing(state(client, "normal"), names) == []


def test_a_payment_says_who_pays_whom_how_much(client: Client) -> None:
    page = client.get(PATH).content.decode()
    assert 'aria-label="Cleo zahlt Anna 0,20\N{NO-BREAK SPACE}€: wieder offen"' in page
    assert 'aria-label="Cleo zahlt Ben 0,25\N{NO-BREAK SPACE}€: als bezahlt markieren"' in page


def written(page: str) -> dict[str, str]:
    """Return the values in the entry form."""
    form = page.partition('<form class="entry"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input [^>]*?name="(\w+)"[^>]*?value="([^"]*)"', form))
    return {name: value.strip() for name, value in fields.items() if value not in ("", "0") and name != TOKEN}


def test_what_is_written_in_one_state_stands_in_no_other(client: Client) -> None:
    """Sheets with the same rules share the cached parts of their form."""
    solo, normal, half, new = (written(state(client, name)) for name in ("solo", "normal", "half", "new"))
    augen = {"re_augen": "112", "kontra_augen": "128"}
    assert solo == {"kind": "solo", "solo": "damen", "re_party": "4", **augen, "re_call": "2"}
    augen = {"re_augen": "155", "kontra_augen": "85"}
    assert normal == {"kind": "normal", "re_party": "1 4", **augen, "re_call": "1", "re_fuchs": "1"}
    assert half == {"kind": "normal", "re_party": "1 2"}
    assert new == {"kind": "normal"}


def test_nothing_is_asked_of_a_club_that_is_not_there(client: Client) -> None:
    """The page of a club loads the offline kit for an evening; here is no club."""
    assert "data-blank" not in client.get(PATH).content.decode()
