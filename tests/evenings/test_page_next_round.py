"""/evenings/…/next-round/: everybody present plays on, at the same tables or at others."""

from __future__ import annotations

from typing import Any

import pytest

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening
from tests.cast import Cast
from tests.evenings.pages import field, phone, seats, seen, url_of
from tests.evenings.papers import evening, game, table, write
from tests.markup import markup


@pytest.fixture
def others(cast: Cast) -> list[Player]:
    return [cast.guest(name) for name in ("Emil", "Frida", "Gerd", "Hans")]


@pytest.fixture
def two(cast: Cast, others: list[Player]) -> Evening:
    """Return two tables of four."""
    return evening(cast, table(cast), table(cast, *(player.name for player in others), name="Garten"))


def sending(*tables: list[Player], **more: Any) -> dict[str, Any]:
    names = ["1", "Garten"][: len(tables)]
    sent = {"seats": [seats(players) for players in tables], "name": names, "length_kind": "open", "round": "1"}
    return {**sent, "close": "on", **more}


def test_everybody_who_is_there_is_kept(cast: Cast, two: Evening, others: list[Player]) -> None:
    page = phone(cast, "Ben").get(url_of(two, "next-round/"))
    assert field(page, "seats") == [seats(cast.four), seats(others)]
    assert field(page, "name") == ["1", "Garten"]
    assert "auch noch an einem anderen offenen Tisch" not in seen(page)


def test_other_ways_to_the_seats_are_folded_where_they_are_known(cast: Cast, others: list[Player]) -> None:
    """Regression: five loose links stood between the names and the seats."""
    one = evening(cast, table(cast))
    page = markup(phone(cast, "Ben").get(url_of(one, "next-round/")))
    fold = page[page.index("<summary>Auslosen …</summary>") :].partition("</details>")[0]
    assert "Tische auslosen" in fold
    assert "Nach Stand des Abends" in fold
    many = {"seats": seats([*cast.four, *others]), "name": "1", "round": "1", "do": "enter"}
    drawn = markup(phone(cast, "Ben").post(url_of(one, "next-round/"), many))
    assert "Auslosen …" not in drawn
    assert 'class="button primary" id="draw-lot"' in drawn


def test_it_opens_all_sheets_and_ends_the_round_before(cast: Cast, two: Evening, others: list[Player]) -> None:
    mixed = [[*cast.four[:2], *others[:2]], [*cast.four[2:], *others[2:]]]
    response = phone(cast, "Ben").post(url_of(two, "next-round/"), sending(*mixed))
    assert response.headers["Location"] == url_of(two)
    found = [(sheet.round, sheet.table, sheet.is_open) for sheet in two.sheets.all()]
    assert found == [(1, "1", False), (1, "Garten", False), (2, "1", True), (2, "Garten", True)]


def test_the_round_before_can_go_on(cast: Cast, two: Evening, others: list[Player]) -> None:
    sent = sending(cast.four, others)
    del sent["close"]
    phone(cast, "Ben").post(url_of(two, "next-round/"), sent)
    assert all(sheet.is_open for sheet in two.sheets.all())


def test_sent_twice_it_is_one_round(cast: Cast, two: Evening, others: list[Player]) -> None:
    for _ in range(2):
        response = phone(cast, "Ben").post(url_of(two, "next-round/"), sending(cast.four, others))
        assert response.status_code == 302
    assert two.sheets.count() == 4


def test_tables_by_the_standing_of_the_evening(cast: Cast, two: Evening, others: list[Player]) -> None:
    emil, frida, gerd, hans = others
    garden = two.sheets.get(table="Garten")
    write(cast, garden, game(cast, ("Emil", "Frida"), ("Gerd", "Hans"), 200))
    page = phone(cast, "Ben").post(url_of(two, "next-round/"), sending(cast.four, others, do="standing"))
    best, others_seats = field(page, "seats")
    assert best.split()[:2] == [str(emil.pk), str(frida.pk)]
    assert others_seats.split()[2:] == [str(gerd.pk), str(hans.pk)]


def test_one_table_has_no_name_to_fill_in_and_goes_to_its_sheet(cast: Cast) -> None:
    one = evening(cast)
    page = phone(cast, "Ben").get(url_of(one, "next-round/"))
    assert 'type="hidden" name="name" value="1"' in page.content.decode()
    response = phone(cast, "Ben").post(url_of(one, "next-round/"), sending(cast.four))
    assert response.headers["Location"] == f"/sheets/{one.sheets.get(round=2).pk}/"


def test_who_sits_at_a_table_of_another_evening_is_warned_about(cast: Cast, two: Evening) -> None:
    evening(cast, table(cast, "Anna", "Ben", "Cleo", "Dora"))
    assert "sitzen auch noch an einem anderen offenen Tisch" in seen(phone(cast, "Ben").get(url_of(two, "next-round/")))


def test_others_at_tables_of_that_round_are_told(cast: Cast, two: Evening, others: list[Player]) -> None:
    """Somebody else has opened the round with other tables meanwhile."""
    phone(cast, "Ben").post(url_of(two, "next-round/"), sending(cast.four, others))
    page = phone(cast, "Ben").post(url_of(two, "next-round/"), sending(others, cast.four))
    assert page.status_code == 422
    assert "Einen Tisch mit diesem Namen gibt es schon" in seen(page)
