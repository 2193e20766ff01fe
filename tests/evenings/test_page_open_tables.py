"""/evenings/…/tables/: a further table in the current round."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import evenings, sheets
from scoring.rules.presets import PRESETS
from tests.cast import Cast
from tests.evenings.pages import field, phone, seats, seen, url_of
from tests.evenings.papers import evening, table


@pytest.fixture
def others(cast: Cast) -> list[Player]:
    return [cast.guest(name) for name in ("Emil", "Frida", "Gerd", "Hans")]


@pytest.fixture
def one(cast: Cast) -> Evening:
    """Return one table, under the rules of the DDV, for 24 games."""
    return evening(cast, table(cast, rules="ddv"))


def sending(players: list[Player], name: str = "2", **more: Any) -> dict[str, Any]:
    return {"seats": seats(players), "name": name, "length_kind": "open", "round": "1", **more}


def test_nobody_sits_there_yet_and_it_has_the_next_number(cast: Cast, one: Evening, others: list[Player]) -> None:
    page = phone(cast, "Ben").get(url_of(one, "tables/"))
    assert field(page, "seats") == [""]
    assert field(page, "name") == ["2"]
    assert field(page, "round") == ["1"]


def test_it_is_opened_beside_the_first(cast: Cast, one: Evening, others: list[Player]) -> None:
    response = phone(cast, "Ben").post(url_of(one, "tables/"), sending(others, "Garten"))
    sheet = Sheet.objects.latest("pk")
    assert response.headers["Location"] == f"/sheets/{sheet.pk}/"
    assert (sheet.evening, sheet.round, sheet.table) == (one, 1, "Garten")
    assert sheet.parsed.extras == PRESETS["ddv"].rules.extras


def test_sent_twice_it_is_one_table(cast: Cast, one: Evening, others: list[Player]) -> None:
    ben = phone(cast, "Ben")
    places = {ben.post(url_of(one, "tables/"), sending(others)).headers["Location"] for _ in range(2)}
    assert len(places) == 1
    assert one.sheets.count() == 2


def test_a_name_that_others_have_is_told(cast: Cast, one: Evening, others: list[Player]) -> None:
    page = phone(cast, "Ben").post(url_of(one, "tables/"), sending(others, "1"))
    assert page.status_code == 422
    assert "Einen Tisch mit diesem Namen gibt es schon, mit anderen Leuten." in seen(page)
    assert field(page, "seats") == [seats(others)]


def test_who_sits_at_the_other_table_is_warned_about(cast: Cast, one: Evening, others: list[Player]) -> None:
    mixed = [cast.players["Anna"], *others[:3]]
    client = phone(cast, "Ben")
    page = client.post(url_of(one, "tables/"), sending(mixed, do="stay"))
    assert "Anna sitzt auch noch an einem anderen offenen Tisch" in seen(page)
    assert client.post(url_of(one, "tables/"), sending(mixed)).status_code == 302


def test_who_sits_at_the_other_table_looks_taken(cast: Cast, one: Evening, others: list[Player]) -> None:
    html = phone(cast, "Ben").get(url_of(one, "tables/")).content.decode()
    tiles = re.findall(r'class="person([^"]*)"[^>]*data-player="(\d+)"', html)
    assert {int(player) for look, player in tiles if look == " taken"} == {player.pk for player in cast.four}
    assert len(tiles) == 8


def test_a_tap_keeps_the_round(cast: Cast, one: Evening, others: list[Player]) -> None:
    page = phone(cast, "Ben").post(url_of(one, "tables/"), sending(others, do=f"toggle-{others[0].pk}", round="3"))
    assert field(page, "round") == ["3"]


def test_three_are_too_few(cast: Cast, one: Evening, others: list[Player]) -> None:
    page = phone(cast, "Ben").post(url_of(one, "tables/"), sending(others[:3]))
    assert page.status_code == 422
    assert "An einem Tisch sitzen vier bis sieben" in seen(page)


def test_an_evening_without_tables_gets_its_first(cast: Cast, one: Evening, others: list[Player]) -> None:
    sheets.withdraw_sheet(one.sheets.get(), by=cast.ben)
    page = phone(cast, "Ben").get(url_of(one, "tables/"))
    assert field(page, "round") == ["0"]
    phone(cast, "Ben").post(url_of(one, "tables/"), sending(others, "1", round="0"))
    sheet = one.sheets.get()
    assert sheet.round == 1
    assert sheet.parsed.extras == PRESETS["hausrunde"].rules.extras


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("page", ["tables/", "next-round/"])
def test_a_closed_evening_gets_none(cast: Cast, one: Evening, method: str, page: str) -> None:
    evenings.close_evening(one, by=None)
    response = getattr(phone(cast, "Ben"), method)(url_of(one, page), sending(cast.four), follow=True)
    assert "Der Abend ist beendet. Ein Inhaber kann ihn wieder öffnen." in seen(response)
    assert one.sheets.count() == 1


@pytest.mark.parametrize("number", [1, 3])
def test_many_tables_cost_no_more_queries(
    cast: Cast, number: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = evening(cast, *(table(cast, name=str(index)) for index in range(number)))
    client = phone(cast, "Ben")
    client.get(url_of(one, "tables/"))
    with django_assert_num_queries(12):
        client.get(url_of(one, "tables/"))
