"""An import is written step by step, in few statements, and seen by nobody before its end."""

from __future__ import annotations

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries
from zeal import zeal_ignore

from dokoclub.evenings import hooks
from dokoclub.evenings.domain.ledger_check import compare_sheet
from dokoclub.evenings.models import Entry, Evening, Sheet
from dokoclub.exports.models import Import, ImportState
from dokoclub.exports.services import importing, reading, removal
from dokoclub.exports.services.batches import take_place
from dokoclub.settlement.selectors.owing import get_overview
from dokoclub.settlement.services import freezing
from dokoclub.settlement.services.rules import change_club_money
from dokoclub.standings.models import Honour
from dokoclub.standings.services import achievements
from dokoclub.tournaments.services.tables import follow_day, take_closed_sheets
from scoring.money.methods import MoneyRules
from tests.cast import Cast
from tests.evenings.pages import phone, seen
from tests.exports.pages import FIRST, draft, page, send


@pytest.fixture(autouse=True)
def many_writes_are_meant() -> object:
    """Evening by evening, each through the services of the evenings."""
    with zeal_ignore():
        yield


def begun(cast: Cast, **texts: str) -> Import:
    """A draft that is decided, and has begun."""
    made = draft(cast, **texts)
    names = {name.casefold(): cast.players[name].pk for name in ("Anna", "Ben", "Cleo", "Dora")}
    decided = reading.Decided(options={}, days={}, players=names, first_day=date(2020, 1, 3))
    return importing.begin_import(reading.decide_people(made, decided), by=cast.anna)


def test_half_an_import_is_seen_by_nobody(cast: Cast) -> None:
    anna = cast.anna
    made = importing.go_on(begun(cast, A1=FIRST, A2=FIRST, A3=FIRST), by=anna, games=3)
    assert (made.state, Evening.objects.count(), Evening.objects.not_deleted().count()) == (ImportState.RUNNING, 2, 0)
    assert not Evening.objects.to_take_back().exists()
    text = seen(phone(cast, "Anna").get(page(made)))
    assert "4 von 6 Spielen" in text
    follow = phone(cast, "Anna").post(page(made, "go-on/"), headers={"HX-Request": "true"})
    assert follow.headers["HX-Redirect"] == page(made)
    assert (Evening.objects.not_deleted().count(), Import.objects.get().state) == (3, ImportState.DONE)


def test_a_step_is_bound_by_evenings_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "EVENINGS_A_STEP", 2)
    made = importing.go_on(begun(cast, A1=FIRST, A2=FIRST, A3=FIRST), by=cast.anna)
    assert (made.state, Evening.objects.count(), Evening.objects.not_deleted().count()) == (ImportState.RUNNING, 2, 0)
    assert importing.go_on(made, by=cast.anna).state == ImportState.DONE


@pytest.mark.parametrize("number", [1, 5])
def test_an_evening_more_costs_few_statements(
    cast: Cast, number: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made = begun(cast, **{f"A{index}": FIRST for index in range(number)})
    with django_assert_max_num_queries(40 + 9 * number):
        assert importing.go_on(made, by=cast.anna).state == ImportState.DONE


def test_evenings_are_as_if_opened_and_closed_one_by_one(cast: Cast) -> None:
    """History, seats, results, honours: `open_evening` and `close_evening` write the same."""
    anna = cast.anna
    importing.go_on(begun(cast, A1=FIRST), by=anna)
    evening = Evening.objects.get()
    sheet = evening.sheets.get()
    for row in (evening, sheet):
        changes = row.history.order_by("history_date", "history_id")
        assert list(changes.values_list("history_type", "history_user")) == [("+", anna.pk), ("~", anna.pk)]
        assert [change.closed_at for change in changes] == [None, row.closed_at]
    assert (evening.closed_by, sheet.closed_by, sheet.games) == (anna, anna, 2)
    assert [seat.place for seat in sheet.seats.all()] == [0, 1, 2, 3]
    assert set(Honour.objects.filter(games=2).values_list("player__name", flat=True)) == {"Anna", "Ben", "Cleo", "Dora"}
    assert not list(compare_sheet(sheet))


def test_it_tells_every_app_that_follows_evenings() -> None:
    """`_write`, `_show` and `undo` tell them all at once: who adds a hook, adds it there. No import is a tournament."""
    follows = [freezing.after_evening, achievements.count_evening]
    assert [one for one in hooks.after_evening if one not in (take_closed_sheets, follow_day)] == follows


def test_later_money_rules_leave_old_sheets_alone(cast: Cast) -> None:
    send(cast, draft(cast))
    change_club_money(cast.club, MoneyRules(present=100, absent=200), by=cast.anna)
    assert get_overview(cast.club).pairs == ()


def test_without_scripts_it_goes_on_to_the_end(cast: Cast) -> None:
    made = importing.go_on(begun(cast, A1=FIRST, A2=FIRST), by=cast.anna, games=1)
    assert made.state == ImportState.RUNNING
    answer = phone(cast, "Anna").post(page(made, "go-on/"))
    assert (answer.status_code, Import.objects.get().state) == (302, ImportState.DONE)


def test_where_others_go_on_it_waits_for_another_press(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "A_STEP", 1)
    made = importing.go_on(begun(cast, A1=FIRST, A2=FIRST, A3=FIRST), by=cast.anna, games=1)
    with take_place(), take_place():
        answer = phone(cast, "Anna").post(page(made, "go-on/"), follow=True)
    assert "Weiter" in seen(answer)
    assert Import.objects.get().state == ImportState.RUNNING
    assert importing.go_on_to_the_end(made, by=cast.anna).state == ImportState.DONE


def test_what_purge_took_is_written_again(cast: Cast) -> None:
    anna = cast.anna
    made = importing.go_on(begun(cast, A1=FIRST, A2=FIRST), by=anna, games=1)
    assert removal.purge_evenings() == 1
    made = importing.go_on(made, by=anna)
    assert (made.state, Evening.objects.not_deleted().count(), Entry.objects.count()) == (ImportState.DONE, 2, 4)


def test_a_long_list_goes_on_in_the_next_round(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "A_ROUND", 2)
    monkeypatch.setattr(importing, "A_STEP", 3)
    made = begun(cast, Lang="Anna;Ben;Cleo;Dora\n" + "1;1;-1;-1\n-2;2;2;-2\n" * 3)
    while made.state == ImportState.RUNNING:
        made = importing.go_on(made, by=cast.anna, games=3)
    assert list(Sheet.objects.values_list("round", "games")) == [(1, 2), (2, 1), (3, 2), (4, 1)]
    assert Evening.objects.not_deleted().count() == 1
