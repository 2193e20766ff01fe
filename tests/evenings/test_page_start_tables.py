"""/clubs/…/evenings/new/: an evening at several tables, and players already at another one."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest

from dokoclub.core.formatting import day, short_day
from dokoclub.evenings.models import Evening, Sheet
from tests.cast import Cast
from tests.evenings.pages import field, many, phone, seats, seen, started, starting
from tests.evenings.papers import evening, game, table
from tests.evenings.rows import write_entry


@pytest.fixture
def url(cast: Cast) -> str:
    return f"/clubs/{cast.club.pk}/evenings/new/"


# ---- Several tables -------------------------------------------------------------------------------------------------


def test_too_many_for_one_table_are_asked_to_draw(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").post(url, starting(cast, many(cast, 9), do="stay"))
    assert "9 sind da, zu viele für einen Tisch: Lose Tische aus." in seen(page)


def test_tables_of_four_and_five_are_drawn(cast: Cast, url: str) -> None:
    everybody = many(cast, 9)
    page = phone(cast, "Ben").post(url, starting(cast, everybody, do="lot"))
    tables = [table.split() for table in field(page, "seats")]
    assert sorted(map(len, tables)) == [4, 5]
    assert sorted(player for table in tables for player in table) == sorted(str(player.pk) for player in everybody)
    assert field(page, "name") == ["1", "2"]
    assert not Evening.objects.exists()


def test_by_the_standing_the_best_sit_together(cast: Cast, url: str) -> None:
    everybody = many(cast, 8)
    one = evening(cast)
    for winners, losers in ((("Anna", "Ben"), ("Cleo", "Dora")), (("Anna", "Cleo"), ("Ben", "Dora"))):
        facts = game(cast, winners, losers, 160)
        write_entry(one.sheets.get(), facts, uuid=uuid4(), by=None)
    page = phone(cast, "Ben").post(url, starting(cast, everybody[::-1], do="standing"))
    first, second = ([int(player) for player in table.split()] for table in field(page, "seats"))
    assert first[0] == cast.players["Anna"].pk
    assert set(first) == {player.pk for player in cast.four}
    assert len(second) == 4


def test_three_cannot_be_drawn(cast: Cast, url: str) -> None:
    page = phone(cast, "Ben").post(url, starting(cast, cast.four[:3], do="lot"))
    assert page.status_code == 422
    assert "Tippe zum Auslosen mindestens vier an." in seen(page)


def test_somebody_is_put_to_another_table_by_hand(cast: Cast, url: str) -> None:
    everybody = many(cast, 9)
    moved = everybody[0]
    sent = starting(cast, everybody[:5], everybody[5:], do="stay", **{f"at-{moved.pk}": "1"})
    page = phone(cast, "Ben").post(url, sent)
    assert field(page, "seats") == [seats(everybody[1:5]), seats([*everybody[5:], moved])]


def test_all_sheets_are_opened_at_once(cast: Cast) -> None:
    everybody = many(cast, 8)
    response = started(cast, everybody[:4], everybody[4:], name=["1", "Stammtisch"])
    one = Evening.objects.get()
    assert response.headers["Location"] == f"/evenings/{one.pk}/"
    assert [(sheet.round, sheet.table, len(sheet.players)) for sheet in one.sheets.all()] == [
        (1, "1", 4),
        (1, "Stammtisch", 4),
    ]


def test_it_says_at_which_of_several_tables(cast: Cast) -> None:
    everybody = many(cast, 7)
    page = started(cast, everybody[:4], everybody[4:], name=["1", "Garten"])
    assert "Tisch Garten: An einem Tisch sitzen vier bis sieben" in seen(page)


def test_tables_of_one_name_are_refused(cast: Cast) -> None:
    everybody = many(cast, 8)
    page = started(cast, everybody[:4], everybody[4:], name=["1", "1"])
    assert page.status_code == 422
    assert "Gib jedem Tisch der Runde eine eigene Nummer oder einen eigenen Namen." in seen(page)


def test_a_table_is_called_something_short(cast: Cast) -> None:
    everybody = many(cast, 8)
    page = started(cast, everybody[:4], everybody[4:], name=["1", f"{'x' * 40}y"])
    assert (page.status_code, "Tischname: höchstens 30 Zeichen." in seen(page)) == (422, True)
    assert f'name="name" value="{"x" * 40}y"' in page.content.decode()  # nothing typed is lost


@pytest.mark.parametrize(("typed", "kept"), [("a\u202eb", {"1", "ab"}), ("\u200b", {"1", "2"})])
def test_the_name_of_a_table_is_kept_without_what_nobody_sees(cast: Cast, typed: str, kept: set[str]) -> None:
    everybody = many(cast, 8)
    started(cast, everybody[:4], everybody[4:], name=["1", typed])
    assert {sheet.table for sheet in Sheet.objects.all()} == kept


def test_names_of_tables_that_look_alike_are_refused(cast: Cast) -> None:
    everybody = many(cast, 8)
    page = started(cast, everybody[:4], everybody[4:], name=["1", "1\u200b"])
    assert page.status_code == 422
    assert "Gib jedem Tisch der Runde eine eigene Nummer oder einen eigenen Namen." in seen(page)


def test_a_table_without_a_name_gets_a_number(cast: Cast) -> None:
    everybody = many(cast, 8)
    started(cast, everybody[:4], everybody[4:], name=["", "1"])
    assert {sheet.table for sheet in Sheet.objects.all()} == {"1", "2"}


def test_a_length_is_asked_for_once_and_not_at_each_table(cast: Cast) -> None:
    everybody = many(cast, 8)
    page = started(cast, everybody[:4], everybody[4:], length_kind="games", length="")
    assert seen(page).count("Gib 4 bis 200 ein.") == 1  # at the field


# ---- Players already at an open table -------------------------------------------------------------------------------


def test_who_sits_at_an_open_table_is_warned_about_but_not_refused(cast: Cast, url: str) -> None:
    one = evening(cast, day=date(2026, 11, 13))
    page = seen(phone(cast, "Ben").get(url))
    other = f"{short_day(one.date)}, Tisch 1"
    assert f"Anna, Ben, Cleo und Dora sitzen auch noch an einem anderen offenen Tisch: {other}." in page
    assert f"{day(one.date)} offen seit" in page
    assert "warning" not in page  # a note, not an alarm
    started(cast)
    assert Evening.objects.exclude(pk=one.pk).count() == 1


def test_the_warning_is_repeated_once_the_evening_is_open(cast: Cast, url: str) -> None:
    evening(cast, table(cast, "Anna", "Ben", "Cleo", "Dora"), day=date(2026, 11, 13))
    others = [cast.players["Anna"], *(cast.guest(name) for name in ("Emil", "Frida", "Gerd"))]
    everybody = [*others, *(cast.guest(f"Gast {number}") for number in range(4))]
    client = phone(cast, "Ben")
    page = client.post(url, starting(cast, everybody[:4], everybody[4:]), follow=True)
    assert "Anna sitzt auch noch an einem anderen offenen Tisch" in seen(page)
