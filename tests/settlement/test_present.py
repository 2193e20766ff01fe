"""Present and absent players, and the cost of an evening with few entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from dokoclub.clubs.services.members import erase_player
from dokoclub.clubs.services.players import change_player, let_leave
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import evenings as evenings_evenings
from dokoclub.settlement.models import EveningMoney
from dokoclub.settlement.services.freezing import after_evening, save_expected_members
from tests.cast import Cast, make_player
from tests.evenings import papers
from tests.settlement import purse
from tests.settlement.purse import expected, freeze

OTHERS = ("Emil", "Frida", "Gerd", "Hans")


@pytest.fixture
def flat(cast: Cast) -> None:
    purse.rules(cast, present=100, absent=200)


def test_a_seat_without_a_game_costs_nothing_and_is_no_absence(cast: Cast, flat: None) -> None:
    for name in OTHERS:
        cast.players[name] = make_player(cast.club, name)
    found = papers.evening(cast, papers.table(cast, name="1"), papers.table(cast, *OTHERS, name="2"), stake=5)
    purse.write(cast, found.sheets.get(table="1"), purse.USUAL)
    found = evenings_evenings.close_evening(found, by=cast.ben)

    present = ("Anna", "Ben", "Cleo", "Dora")
    assert expected(found)[2:] == [f"{name} pays box 1.00" for name in present]


def test_every_table_settles_by_itself_also_beside_one_without_a_game(cast: Cast) -> None:
    for name in OTHERS:
        cast.players[name] = make_player(cast.club, name)
    purse.rules(cast, scope="table")
    found = papers.evening(cast, papers.table(cast, *OTHERS, name="1"), papers.table(cast, name="2"), stake=5)
    purse.write(cast, found.sheets.get(table="2"), purse.USUAL)
    freeze(cast, evenings_evenings.close_evening(found, by=cast.ben))

    assert purse.frozen(found) == ["Cleo pays Ben 0.05", "Dora pays Anna 0.15"]


def test_points_of_penalties_alone_cost_what_they_cost(cast: Cast) -> None:
    found = papers.evening(cast, stake=5)
    purse.penalty(cast, found, "Anna", 10)
    assert expected(evenings_evenings.close_evening(found, by=None)) == ["Anna pays box 0.50"]


def test_an_evening_on_which_nothing_was_written_costs_nothing(cast: Cast, flat: None) -> None:
    assert expected(purse.without_game(cast)) == []


def test_who_joins_later_did_not_stay_away(cast: Cast, flat: None) -> None:
    make_player(cast.club, "Emil")
    found = purse.evening(cast)
    make_player(cast.club, "Frida")

    assert expected(found)[-1] == "Emil pays box 2.00"
    freeze(cast, found)
    assert purse.frozen(found)[-1] == "Emil pays box 2.00"


def test_who_leaves_later_stayed_away(cast: Cast, flat: None) -> None:
    emil = make_player(cast.club, "Emil")
    found = purse.evening(cast)
    emil.active = False
    emil.save()
    evenings_evenings.change_evening(found, day=found.date, place="x", club_evening=True, stake=5, by=cast.ben)

    assert expected(found)[-1] == "Emil pays box 2.00"


def test_opened_again_it_is_closed_by_who_is_a_member_then(cast: Cast, flat: None) -> None:
    found = purse.evening(cast)
    make_player(cast.club, "Emil")
    assert "Emil pays box 2.00" not in expected(found)
    again = evenings_evenings.reopen_evening(found, by=cast.anna)
    evenings_evenings.close_evening(again, by=cast.ben)

    assert expected(found)[-1] == "Emil pays box 2.00"


def test_closing_costs_two_queries_more(
    cast: Cast, evening: Evening, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    EveningMoney.objects.all().delete()
    with django_assert_max_num_queries(3):
        after_evening(evening)
    with django_assert_max_num_queries(1):
        after_evening(evening)
    assert EveningMoney.objects.get().expected == [player.pk for player in cast.four]


def leave(cast: Cast) -> None:
    let_leave(cast.players["Emil"], by=cast.anna)


def pause(cast: Cast) -> None:
    facts: dict[str, Any] = {"name": "Emil", "short_name": "", "guest": False, "active": False, "notes": ""}
    change_player(cast.players["Emil"], **facts, by=cast.anna)


def become_a_guest(cast: Cast) -> None:
    facts: dict[str, Any] = {"name": "Emil", "short_name": "", "guest": True, "active": True, "notes": ""}
    change_player(cast.players["Emil"], **facts, by=cast.anna)


def erase(cast: Cast) -> None:
    erase_player(cast.players["Emil"], by=cast.anna)


@pytest.mark.parametrize("goes", [leave, pause, become_a_guest, erase])
def test_of_an_evening_of_long_ago_nobody_gets_away(cast: Cast, flat: None, goes: Callable[[Cast], None]) -> None:
    cast.players["Emil"] = make_player(cast.club, "Emil")
    found = purse.evening(cast)
    EveningMoney.objects.all().delete()  # as if imported: its members at that time were not noted
    before = expected(found)
    assert before[-1] == "Emil pays box 2.00"
    goes(cast)

    cast.players["Emil"].refresh_from_db()
    assert expected(Evening.objects.get(pk=found.pk))[:-1] == before[:-1]
    assert expected(found)[-1] == f"{cast.players['Emil'].name} pays box 2.00"


def test_where_staying_away_costs_nothing_no_evening_is_noted(
    cast: Cast, evening: Evening, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    EveningMoney.objects.all().delete()
    with django_assert_num_queries(2):
        save_expected_members(cast.club)
    assert not EveningMoney.objects.exists()
