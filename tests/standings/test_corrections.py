"""/clubs/…/corrections/: points that the club gives or takes, with a reason, and takes back."""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.services.members import erase_player
from dokoclub.evenings.services.people import merge_players, take_back_merge
from dokoclub.standings.models import Correction
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.markup import markup
from tests.standings.papers import correct, league, results

DAY = date(2025, 12, 12)


def send(cast: Cast, **more: object) -> Any:
    sent = {
        "key": str(uuid4()),
        "player": cast.players["Dora"].pk,
        "points": "-5",
        "reason": "Zu spät",
        "day": "2025-12-12",
    }
    return phone(cast, "Anna").post(league(cast, "corrections/new/"), sent | more, follow=True)


def test_it_is_kept_with_who_and_why(cast: Cast) -> None:
    page = seen(send(cast))
    assert "Die Punkte von Dora sind korrigiert." in page
    assert re.search(r"Dora Zu spät zählt für 12\. Dezember 2025 von Anna, [\w. ]+ −5 Zurücknehmen", page)
    assert Correction.objects.get().made_by == cast.anna


def test_it_counts_in_the_table(cast: Cast) -> None:
    results(cast, DAY, {"Dora": 10, "Anna": -10})
    send(cast)
    assert "1 Dora 1 4 +1,25 +5" in seen(phone(cast, "Dora").get(league(cast, "table/2025-12/")))


@pytest.mark.parametrize(
    ("given", "field", "told"),
    [
        ({"points": "0"}, "points", "0 Punkte"),
        ({"points": "99999"}, "points", "10000"),
        ({"reason": "  "}, "reason", "Bitte ausfüllen."),
        ({"day": "31.2."}, "day", "Datum"),
        ({"day": "0001-01-01"}, "day", "Bitte einen Tag von Montag, 1. Januar 1900 bis"),
        ({"day": "1899-12-31"}, "day", "Bitte einen Tag von"),
        ({"day": "9999-12-31"}, "day", "Bitte einen Tag von"),
        ({"player": "987654"}, "player", "Auswahl"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(cast: Cast, given: dict[str, str], field: str, told: str) -> None:
    response = send(cast, **given)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert told in seen(response)
    assert not Correction.objects.exists()


def test_taken_back_it_counts_no_longer_and_stays(cast: Cast) -> None:
    results(cast, DAY, {"Dora": 10, "Anna": -10})
    one = correct(cast, "Dora", -5, DAY)
    url = league(cast, f"corrections/{one.pk}/take-back/")
    page = seen(phone(cast, "Anna").post(url, follow=True))
    assert "Die Korrektur zählt nicht mehr." in page
    assert "zurückgenommen von Anna" in page
    shown = markup(phone(cast, "Dora").get(league(cast, "corrections/")))
    assert '<span class="num">−5</span>' in shown, "no longer in the colour of what counts"
    assert "1 Dora 1 4 +2,50 +10" in seen(phone(cast, "Dora").get(league(cast, "table/2025-12/")))
    one.refresh_from_db()
    first = one.taken_back_at
    phone(cast, "Anna").post(url)
    one.refresh_from_db()
    assert one.taken_back_at == first


def test_everybody_reads_and_only_owners_write(cast: Cast) -> None:
    correct(cast, "Dora", -5, DAY, "Grund")
    page = seen(phone(cast, "Ben").get(league(cast, "corrections/")))
    assert "Grund" in page
    assert "Zurücknehmen" not in page
    assert phone(cast, "Ben").get(league(cast, "corrections/new/")).status_code == 403


def test_merged_it_counts_for_who_the_player_is(cast: Cast) -> None:
    isa = cast.guest("Isa")
    correct(cast, "Isa", 5, DAY)
    merge = merge_players(cast.players["Dora"], isa, by=cast.anna)
    assert Correction.objects.get().counts_for == cast.players["Dora"]
    take_back_merge(merge, by=cast.anna)
    assert Correction.objects.get().counts_for == isa


def test_erased_the_name_goes_from_reasons(cast: Cast) -> None:
    emil = cast.guest("Emil")
    correct(cast, "Emil", 5, DAY, "Emils Geburtstag")
    correct(cast, "Dora", 5, DAY, "Kuchen")
    erase_player(emil, by=cast.anna)
    assert sorted(Correction.objects.values_list("reason", flat=True)) == ["(entfernt)", "Kuchen"]


@pytest.mark.parametrize("number", [1, 3])
def test_many_cost_no_more_queries(cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for index in range(number):
        correct(cast, ("Anna", "Ben", "Dora")[index], 1, DAY)
    client = phone(cast, "Anna")
    client.get(league(cast, "corrections/"))
    with django_assert_num_queries(4):
        client.get(league(cast, "corrections/"))
