"""An evening begins with the sheets of its first round, dated by the day it began on."""

from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
import time_machine
from django.core.exceptions import ValidationError

from dokoclub.clubs.services.clubs import found_club
from dokoclub.core import http as errors_look
from dokoclub.evenings.domain import opening
from dokoclub.evenings.domain.opening import usual_length
from dokoclub.evenings.models import Evening, Length, Seat, Sheet
from dokoclub.evenings.services import errors, evenings
from dokoclub.evenings.services import sheets as sheets_services
from scoring.rules.presets import PRESETS
from scoring.rules.rules import VERSION
from tests.cast import Cast
from tests.evenings.papers import anna_ben, evening, table, write


def seats(sheet: Sheet) -> list[tuple[str, int, int, int | None]]:
    rows = Seat.objects.filter(sheet=sheet).select_related("player")
    return [(seat.player.name, seat.place, seat.from_position, seat.to_position) for seat in rows]


def test_it_opens_a_sheet_with_rules_seats_and_results(cast: Cast) -> None:
    sheet = evening(cast, table(cast, dealer="Cleo")).sheets.get()

    assert (sheet.round, sheet.table, sheet.first_dealer.name) == (1, "1", "Cleo")
    assert sheet.rules == {"version": VERSION, **PRESETS["ddv"].rules.to_json(), "games_per_list": None}
    assert seats(sheet) == [("Anna", 0, 0, None), ("Ben", 1, 0, None), ("Cleo", 2, 0, None), ("Dora", 3, 0, None)]
    assert [(result.player.name, result.games, result.counts) for result in sheet.results.all()] == [
        ("Anna", 0, {"pflichtsoli_open": 1}),
        ("Ben", 0, {"pflichtsoli_open": 1}),
        ("Cleo", 0, {"pflichtsoli_open": 1}),
        ("Dora", 0, {"pflichtsoli_open": 1}),
    ]


def test_the_first_player_deals_if_nobody_else_is_named(cast: Cast) -> None:
    assert evening(cast, table(cast, "Dora", "Cleo", "Ben", "Anna")).sheets.get().first_dealer.name == "Dora"


def test_a_change_of_the_clubs_rules_does_not_touch_it(cast: Cast) -> None:
    sheet = evening(cast).sheets.get()
    cast.club.rules_versions.update(rules={})

    assert Sheet.objects.get(pk=sheet.pk).rules == sheet.rules


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 3, 12, 19, 30, tzinfo=UTC), date(2026, 3, 12)),
        (datetime(2026, 3, 13, 4, 59, tzinfo=UTC), date(2026, 3, 12)),  # 5:59 in Berlin
        (datetime(2026, 3, 13, 5, 0, tzinfo=UTC), date(2026, 3, 13)),  # 6:00
        (datetime(2026, 7, 13, 3, 59, tzinfo=UTC), date(2026, 7, 12)),  # in summer, 5:59
        (datetime(2027, 3, 28, 3, 59, tzinfo=UTC), date(2027, 3, 27)),  # 5:59, the night is an hour shorter
        (datetime(2027, 3, 28, 4, 0, tzinfo=UTC), date(2027, 3, 28)),
        (datetime(2026, 10, 25, 4, 59, tzinfo=UTC), date(2026, 10, 24)),  # 5:59, the night is an hour longer
        (datetime(2026, 10, 25, 5, 0, tzinfo=UTC), date(2026, 10, 25)),
    ],
)
def test_until_six_on_the_clock_its_date_is_that_of_the_evening_before(cast: Cast, moment: datetime, day: date) -> None:
    with time_machine.travel(moment, tick=False):
        assert evening(cast).date == day


def test_a_given_date_is_kept(cast: Cast) -> None:
    assert evening(cast, day=date(2020, 2, 29), place="Linde", stake=5).date == date(2020, 2, 29)


def test_several_tables_are_opened_at_once(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hanna"):
        cast.guest(name)
    opened = evening(cast, table(cast), table(cast, "Emil", "Frida", "Gerd", "Hanna", name="Stammtisch"))

    assert [(sheet.round, sheet.table) for sheet in opened.sheets.all()] == [(1, "1"), (1, "Stammtisch")]


def test_a_form_of_another_club_is_refused(cast: Cast) -> None:
    key = uuid4()
    evenings.open_evening(cast.club, [table(cast)], key=key, by=cast.ben)
    other = found_club(name="Eiche", preset="ddv", player_name="", key=uuid4(), by=cast.anna)

    with pytest.raises(errors_look.Reused):
        evenings.open_evening(other, [table(cast)], key=key, by=cast.ben)


def test_a_stake_beyond_reason_is_refused(cast: Cast) -> None:
    with pytest.raises(ValidationError) as refused:
        evening(cast, stake=10_001)
    assert refused.value.message_dict.keys() >= {"stake"}
    assert not Evening.objects.exists()


def test_a_place_that_is_too_long_is_refused_at_its_field(cast: Cast) -> None:
    with pytest.raises(ValidationError) as refused:
        evening(cast, place="x" * 61)
    assert list(refused.value.message_dict) == ["place"]


# --- Impossible tables ------------------------------------------------------------------------------------------------
def problems(cast: Cast, *tables: opening.NewSheet) -> list[tuple[str, str]]:
    with pytest.raises(errors.Impossible) as impossible:
        evenings.open_evening(cast.club, tables, key=uuid4(), by=cast.ben)
    assert not Evening.objects.exists()
    return [(problem.field, str(problem)) for problem in impossible.value.problems]


def test_three_are_no_table_and_nobody_sits_twice(cast: Cast) -> None:
    assert problems(cast, table(cast, "Anna", "Ben", "Ben")) == [
        ("tables[0].players", "Four to seven players sit at a table."),
        ("tables[0].players", "Somebody is in the list twice."),
    ]


def test_a_dealer_from_elsewhere(cast: Cast) -> None:
    cast.guest("Emil")

    assert problems(cast, table(cast, dealer="Emil")) == [("tables[0].first_dealer", "Emil does not sit at the table.")]


def test_who_left_the_club_does_not_sit_down(cast: Cast) -> None:
    emil = cast.guest("Emil")
    emil.left_at, emil.active = datetime(2026, 1, 1, tzinfo=UTC), False
    emil.save()

    assert problems(cast, table(cast, "Anna", "Ben", "Cleo", "Emil")) == [
        ("tables[0].players", "Emil does not belong to the club now.")
    ]


def test_two_tables_of_the_same_name(cast: Cast) -> None:
    assert problems(cast, table(cast), table(cast)) == [
        ("tables[1].table", "Give each table of a round its own number or name.")
    ]


def test_no_table_and_a_table_without_a_name(cast: Cast) -> None:
    assert problems(cast) == [("tables", "No table yet: open one.")]
    assert problems(cast, table(cast, name="")) == [("tables[0].table", "Table name: at most 30 characters.")]


@pytest.mark.parametrize(
    ("kind", "length", "field", "problem"),
    [
        ("games", 3, "length", "Enter 4 to 200."),
        ("games", 201, "length", "Enter 4 to 200."),
        ("games", None, "length", "Enter 4 to 200."),
        ("rounds", 0, "length", "Enter 1 to 50."),
        ("rounds", 51, "length", "Enter 1 to 50."),
        ("open", 24, "length", "An open end has no number."),
        ("hours", 3, "length_kind", "Choose games, rounds or an open end."),
    ],
)
def test_a_length_that_cannot_be(cast: Cast, kind: str, length: int | None, field: str, problem: str) -> None:
    new = opening.NewSheet(players=cast.four, rules=PRESETS["ddv"].rules, length_kind=kind, length=length)

    assert problems(cast, new) == [(f"tables[0].{field}", problem)]


# --- Length -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "length", "people", "forced_from"),
    [
        (Length.GAMES, 24, 4, 21),
        (Length.GAMES, 24, 5, 26),  # thirty games: a quarter more for a fifth player
        (Length.GAMES, 16, 4, 13),
        (Length.ROUNDS, 4, 4, 13),
        (Length.ROUNDS, 4, 5, 16),  # everybody deals four times
        (Length.OPEN, None, 4, None),
    ],
)
def test_the_length_says_when_a_pflichtsolo_is_forced(
    cast: Cast, kind: str, length: int | None, people: int, forced_from: int | None
) -> None:
    from dokoclub.evenings.domain.sheet_state import read_sheet

    players = [*cast.four, cast.guest("Emil")][:people]
    new = opening.NewSheet(players=players, rules=PRESETS["ddv"].rules, length_kind=kind, length=length)
    sheet = evening(cast, new).sheets.get()

    assert read_sheet(sheet).paper.forced_from == forced_from


def test_the_usual_length_is_that_of_the_rules() -> None:
    assert usual_length(PRESETS["ddv"].rules) == (Length.GAMES, 24)
    assert usual_length(PRESETS["hausrunde"].rules) == (Length.OPEN, None)


# --- Another round, and a sheet opened by mistake ---------------------------------------------------------------------
def test_the_next_round_has_sheets_of_its_own(cast: Cast) -> None:
    first = evening(cast)
    second = sheets_services.next_round(first, [table(cast, "Dora", "Cleo", "Ben", "Anna")], by=None, after=1)

    assert [(sheet.round, sheet.table) for sheet in first.sheets.all()] == [(1, "1"), (2, "1")]
    assert second[0].first_dealer.name == "Dora"


def test_a_table_where_others_sit_already_is_refused(cast: Cast) -> None:
    first = evening(cast)

    with pytest.raises(errors_look.Reused):
        sheets_services.open_sheets(first, [table(cast, "Dora", "Cleo", "Ben", "Anna")], in_round=1, by=None)


def test_a_further_table_is_opened_beside_the_first(cast: Cast) -> None:
    for name in ("Emil", "Frida", "Gerd", "Hanna"):
        cast.guest(name)
    first = evening(cast)
    tables = [table(cast), table(cast, "Emil", "Frida", "Gerd", "Hanna", name="2")]
    sheets = sheets_services.open_sheets(first, tables, in_round=1, by=None)

    assert [sheet.table for sheet in sheets] == ["1", "2"]
    assert list(first.sheets.all()) == sheets


def test_a_closed_evening_has_no_next_round(cast: Cast) -> None:
    closed = evenings.close_evening(evening(cast), by=None)

    with pytest.raises(errors.Closed):
        sheets_services.next_round(closed, [table(cast)], by=None, after=1)


def test_an_empty_sheet_can_be_withdrawn(cast: Cast) -> None:
    first = evening(cast)
    second = sheets_services.next_round(first, [table(cast)], by=None, after=1)[0]
    sheets_services.withdraw_sheet(second, by=cast.ben)

    assert first.sheets.count() == 1


def test_a_sheet_with_games_stays(cast: Cast, sheet: Sheet) -> None:
    write(cast, sheet, anna_ben(cast))

    with pytest.raises(ValidationError):
        sheets_services.withdraw_sheet(sheet, by=cast.ben)


def test_the_next_round_can_close_the_one_before(cast: Cast) -> None:
    first = evening(cast)
    sheets_services.next_round(first, [table(cast)], by=cast.ben, after=1, closing=True)

    assert [(sheet.round, sheet.is_open) for sheet in first.sheets.all()] == [(1, False), (2, True)]


def test_a_round_that_cannot_begin_closes_nothing(cast: Cast) -> None:
    first = evening(cast)

    with pytest.raises(errors.Impossible):
        sheets_services.next_round(first, [], by=None, after=1, closing=True)
    assert first.sheets.get().is_open
