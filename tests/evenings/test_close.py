"""Closing, reopening, deleting, restoring and purging sheets and evenings."""

from datetime import timedelta
from decimal import Decimal

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from dokoclub.clubs.services.clubs import delete_club
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Entry, Evening, Posting, Result, Seat, Sheet
from dokoclub.evenings.services import errors, evenings, sheets
from tests.cast import Cast
from tests.evenings.papers import anna_ben, table, write
from tests.evenings.papers import evening as new_evening

told: list[tuple[str, object]] = []


def remember(evening: Evening) -> None:
    told.append(("deleted" if evening.deleted_at else "closed" if evening.closed_at else "open", evening.pk))


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """Return an evening with one game at one table."""
    opened = new_evening(cast)
    write(cast, opened.sheets.get(), anna_ben(cast))
    return opened


# --- Close and reopen -------------------------------------------------------------------------------------------------
def test_closing_a_sheet_ends_its_pen_and_is_kept(cast: Cast, sheet: Sheet) -> None:
    evenings.create_scoring_link(sheet)
    closed = sheets.close_sheet(sheet, by=cast.ben)

    assert (closed.is_open, closed.closed_by, closed.pen, closed.version) == (False, cast.ben, "", 2)
    assert closed.history.count() == 2


def test_closing_twice_changes_nothing(cast: Cast, sheet: Sheet) -> None:
    first = sheets.close_sheet(sheet, by=cast.ben)
    again = sheets.close_sheet(sheet, by=cast.anna)

    assert (again.closed_by, again.version) == (first.closed_by, first.version)


def test_a_reopened_sheet_is_written_on(cast: Cast, sheet: Sheet) -> None:
    sheets.close_sheet(sheet, by=None)
    sheets.reopen_sheet(sheet, by=cast.anna)
    sheets.reopen_sheet(sheet, by=cast.anna)

    assert write(cast, sheet, anna_ben(cast)).number == 1


def test_a_sheet_is_not_reopened_in_a_closed_evening(cast: Cast, evening: Evening) -> None:
    evenings.close_evening(evening, by=None)

    with pytest.raises(errors.Closed):
        sheets.reopen_sheet(evening.sheets.get(), by=cast.anna)


def test_closing_an_evening_closes_its_sheets(cast: Cast, evening: Evening) -> None:
    evenings.close_evening(evening, by=cast.ben)
    closed = evenings.close_evening(evening, by=cast.anna)

    assert (closed.is_open, closed.closed_by) == (False, cast.ben)
    assert closed.sheets.get().closed_at == closed.closed_at
    assert [record.history_user for record in closed.history.all()] == [cast.ben] * 2


def test_reopening_an_evening_opens_what_it_closed(cast: Cast, evening: Evening) -> None:
    """A sheet that was closed before stays closed."""
    second = sheets.next_round(evening, [table(cast)], by=None, after=1)[0]
    sheets.close_sheet(evening.sheets.get(round=1), by=None)
    evenings.close_evening(evening, by=None)
    evenings.reopen_evening(evening, by=cast.anna)
    evenings.reopen_evening(evening, by=cast.anna)

    assert list(Sheet.objects.open()) == [second]


def test_a_deleted_evening_is_neither_reopened_nor_changed(cast: Cast, evening: Evening) -> None:
    evenings.delete_evening(evening, typed=evening.date, by=cast.anna)

    with pytest.raises(errors.Closed):
        evenings.reopen_evening(evening, by=cast.anna)
    with pytest.raises(errors.Closed):
        evenings.change_evening(evening, day=evening.date, place="", club_evening=True, stake=0, by=cast.anna)


def test_an_evening_is_changed(cast: Cast, evening: Evening) -> None:
    day = evening.date - timedelta(days=1)
    changed = evenings.change_evening(evening, day=day, place="Linde", club_evening=False, stake=10, by=cast.anna)

    assert (changed.date, changed.place, changed.club_evening, changed.stake) == (day, "Linde", False, Decimal(10))
    with pytest.raises(ValidationError) as refused:
        evenings.change_evening(evening, day=day, place="", club_evening=True, stake=-1, by=cast.anna)
    assert list(refused.value.message_dict) == ["stake"]


def test_later_apps_are_told(cast: Cast, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "after_evening", [remember])
    told.clear()
    evenings.close_evening(evening, by=None)
    evenings.reopen_evening(evening, by=cast.anna)
    sheets.close_sheet(evening.sheets.get(), by=None)
    evenings.delete_evening(evening, typed=evening.date, by=cast.anna)
    evenings.take_back_evening(evening, by=cast.anna)

    assert [what for what, _ in told] == ["closed", "open", "open", "deleted", "open"]


def remember_sheet(sheet: Sheet) -> None:
    """Record whether the results exist already."""
    told.append((str(sheet.pk), Result.objects.filter(sheet=sheet).first() is not None))


def test_later_apps_are_told_of_every_new_fold(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "after_repost", [remember_sheet])
    told.clear()
    sheet = new_evening(cast).sheets.get()
    write(cast, sheet, anna_ben(cast))

    assert told == [(str(sheet.pk), True)] * 2


def refuse(sheet: Sheet) -> None:
    raise ValidationError("the month is closed")


def test_a_later_app_that_refuses_undoes_everything(cast: Cast, sheet: Sheet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "after_repost", [refuse])

    with pytest.raises(ValidationError):
        write(cast, sheet, anna_ben(cast))
    assert not Entry.objects.exists()


# --- Delete, restore, purge -------------------------------------------------------------------------------------------
def test_deleting_asks_for_the_date(cast: Cast, evening: Evening) -> None:
    with pytest.raises(ValidationError) as refused:
        evenings.delete_evening(evening, typed=evening.date + timedelta(days=1), by=cast.anna)
    assert list(refused.value.message_dict) == ["typed"]
    assert Evening.objects.not_deleted().exists()


def test_a_deleted_evening_is_gone_from_every_table_at_once(cast: Cast, evening: Evening) -> None:
    evenings.delete_evening(evening, typed=evening.date, by=cast.anna)

    for rows in (
        Evening.objects.not_deleted(),
        Sheet.objects.not_deleted(),
        Entry.objects.not_deleted(),
        Result.objects.not_deleted(),
    ):
        assert not rows.exists()
    assert Posting.objects.exists()


def test_it_can_be_taken_back(cast: Cast, evening: Evening) -> None:
    evenings.delete_evening(evening, typed=evening.date, by=cast.anna)
    evenings.delete_evening(evening, typed=evening.date, by=cast.ben)
    deleted = Evening.objects.get()
    assert deleted.deleted_by == cast.anna
    evenings.take_back_evening(deleted, by=cast.anna)
    evenings.take_back_evening(deleted, by=cast.anna)

    assert Result.objects.not_deleted().count() == 4
    assert Evening.objects.get().deleted_by is None


@pytest.mark.parametrize(("days", "left"), [(29, 1), (31, 0)])
def test_purging_removes_it_after_thirty_days_and_not_before(
    cast: Cast, evening: Evening, days: int, left: int
) -> None:
    evenings.delete_evening(evening, typed=evening.date, by=cast.anna)
    with time_machine.travel(timezone.now() + timedelta(days=days)):
        assert Evening.objects.to_take_back().count() == left
        call_command("purge", verbosity=0)

    rows = (Evening.objects, Entry.objects, Posting.objects, Result.objects, Seat.objects)
    history = (Evening.history, Entry.history, Sheet.history)
    assert {some.exists() for some in (*rows, *history)} == {bool(left)}


def test_purging_a_club_takes_its_evenings_with_it(cast: Cast, evening: Evening) -> None:
    delete_club(cast.club, typed="Linde", by=cast.anna)
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        call_command("purge", verbosity=0)

    assert not Evening.objects.exists()
    assert not Entry.history.exists()
