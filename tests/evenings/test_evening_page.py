"""An evening at a glance: a line for every table, the ranking, my table; and the evenings of a club."""

from datetime import date
from typing import Any

import pytest

from dokoclub.evenings.models import Evening
from dokoclub.evenings.selectors import evenings
from dokoclub.evenings.services import evenings as evenings_services
from dokoclub.evenings.services import sheets
from tests.cast import Cast
from tests.evenings.counting import statements
from tests.evenings.papers import anna_ben, evening, game, table, write
from tests.evenings.rows import strike_entry


@pytest.fixture
def two_tables(cast: Cast) -> Evening:
    """Return an evening with a second table, and a second round at the first one."""
    for name in ("Emil", "Frida", "Gerd", "Hanna"):
        cast.guest(name)
    opened = evening(
        cast, table(cast, rules="hausrunde"), table(cast, "Emil", "Frida", "Gerd", "Hanna", name="2"), stake=5
    )
    first, second = opened.sheets.all()
    write(cast, first, anna_ben(cast, 100, announced={"re": "re"}))
    write(cast, second, game(cast, ("Emil", "Frida"), ("Gerd", "Hanna"), 155))
    sheets.close_sheet(first, by=None)
    third = sheets.next_round(opened, [table(cast, "Dora", "Cleo", "Ben", "Anna")], by=None, after=1)[0]
    write(cast, third, anna_ben(cast, 155))
    return opened


def test_every_table_has_a_line(cast: Cast, two_tables: Evening) -> None:
    page = evenings.evening_page(two_tables)

    assert [number for number, _ in page.rounds] == [1, 2]
    assert [
        (line.sheet.table, line.games, [player.name for player in line.leaders], line.best, line.bock_left)
        for line in page.tables
    ] == [
        ("1", 1, ["Cleo", "Dora"], 4, [1, 1, 1, 1]),
        ("2", 1, ["Emil", "Frida"], 2, []),
        ("1", 1, ["Ben", "Anna"], 2, []),
    ]
    assert [player.name for player in page.tables[2].players] == ["Dora", "Cleo", "Ben", "Anna"]
    assert (page.has_several_tables, page.last_round) == (True, 2)


def test_the_ranking_sums_all_sheets_and_shares_ranks(cast: Cast, two_tables: Evening) -> None:
    assert [
        (place.rank, place.player.name, place.points, place.games, place.won, place.is_shared)
        for place in evenings.evening_page(two_tables).ranking
    ] == [
        (1, "Cleo", 2, 2, 1, True),
        (1, "Dora", 2, 2, 1, True),
        (1, "Emil", 2, 1, 1, True),
        (1, "Frida", 2, 1, 1, True),
        (5, "Anna", -2, 2, 1, True),
        (5, "Ben", -2, 2, 1, True),
        (5, "Gerd", -2, 1, 0, True),
        (5, "Hanna", -2, 1, 0, True),
    ]


def test_my_table_is_where_i_sit_and_it_is_open(cast: Cast, two_tables: Evening) -> None:
    page = evenings.evening_page(two_tables, cast.anna)

    assert [(line.sheet.round, line.is_mine) for line in page.tables] == [(1, True), (1, False), (2, True)]
    assert [line.sheet.round for line in page.my_tables] == [2]
    assert evenings.evening_page(two_tables, cast.stranger).my_tables == []


def test_an_evening_without_games(cast: Cast) -> None:
    page = evenings.evening_page(evening(cast))

    assert not page.has_several_tables
    assert page.tables[0].leaders == ()
    assert [place.rank for place in page.ranking] == [None] * 4


def test_it_costs_four_queries_whatever_the_number_of_tables(cast: Cast, two_tables: Evening) -> None:
    fresh = Evening.objects.select_related("club").get(pk=two_tables.pk)
    with statements() as several:
        evenings.evening_page(fresh, cast.anna)
    other = evening(cast)
    with statements() as one:
        evenings.evening_page(other, cast.anna)

    assert (len(several), len(one)) == (4, 4)


def test_the_stamp_differs_as_soon_as_anything_did(cast: Cast) -> None:
    opened = evening(cast)
    sheet = opened.sheets.get()
    stamps = [evenings.get_version(opened)]
    assert evenings.get_version(opened) == stamps[0]
    entry = write(cast, sheet, anna_ben(cast))
    stamps.append(evenings.get_version(opened))
    strike_entry(entry, by=None)
    stamps.append(evenings.get_version(opened))
    sheets.next_round(opened, [table(cast)], by=None, after=1)
    stamps.append(evenings.get_version(opened))
    sheets.close_sheet(sheet, by=None)
    stamps.append(evenings.get_version(opened))
    evenings_services.close_evening(opened, by=None)
    stamps.append(evenings.get_version(opened))

    assert len(set(stamps)) == 6


def test_the_stamp_sees_an_evening_without_sheets(cast: Cast) -> None:
    opened = evening(cast)
    sheets.withdraw_sheet(opened.sheets.get(), by=cast.ben)

    assert evenings.get_version(opened) == f"{Evening.objects.get().version}-0-0"


# --- The evenings of a club -------------------------------------------------------------------------------------------


def test_the_newest_evening_comes_first(cast: Cast, two_tables: Evening) -> None:
    old = evening(cast, day=date(2020, 1, 1))
    listed: list[Any] = evenings.open_evenings(cast.club)
    assert [(one.pk, one.table_count, one.player_count) for one in listed] == [(two_tables.pk, 3, 8), (old.pk, 1, 0)]
    evenings_services.close_evening(old, by=None)
    assert [one.pk for one in evenings.open_evenings(cast.club)] == [two_tables.pk]


def test_a_deleted_evening_is_only_among_the_deleted(cast: Cast) -> None:
    opened = evening(cast)
    evenings_services.delete_evening(opened, typed=opened.date, by=cast.anna)

    assert evenings.open_evenings(cast.club) == []
    assert evenings.deleted_evenings(cast.club) == [opened]
    assert [one.deleted_by for one in evenings.deleted_evenings(cast.club)] == [cast.anna]


@pytest.mark.parametrize("number", [1, 3])
def test_lists_cost_one_query(cast: Cast, number: int) -> None:
    for _ in range(number):
        evening(cast)

    with statements() as found:
        assert len(evenings.open_evenings(cast.club)) == number
        evenings.deleted_evenings(cast.club)
    assert len(found) == 2


def test_an_evening_with_one_table_is_that_sheet(cast: Cast) -> None:
    one = evening(cast)
    assert evenings.has_one_sheet(one)
    sheets.next_round(one, [table(cast)], by=None, after=1)

    assert not evenings.has_one_sheet(one)


def test_secret_links_are_listed_newest_first(cast: Cast) -> None:
    one = evening(cast)
    first = evenings_services.make_secret_link(one, by=cast.ben)
    evenings_services.revoke_secret_link(first)
    second = evenings_services.make_secret_link(one, by=cast.ben)

    assert evenings.list_links(one.secret_links) == [second, first]


def test_there_is_one_secret_link_at_a_time(cast: Cast) -> None:
    one = evening(cast)
    first, again = (evenings_services.make_secret_link(one, by=cast.ben) for _ in range(2))

    assert again == first
