"""The clock of the server is three days wrong, and is set right: copies, nights, evenings and imports go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import BytesIO
from uuid import uuid4

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening, Sheet
from dokoclub.evenings.services import evenings
from dokoclub.exports.club_file.writing import club_file
from dokoclub.exports.services import club_file as club_file_services
from dokoclub.operations import backup, logs, scheduler
from dokoclub.standings.models.periods import month_around
from dokoclub.standings.services.closings import close_month
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone, seen, url_of
from tests.evenings.rows import amend_entry
from tests.evenings.sending import save
from tests.evenings.views import SCRIPT, fields, url

AHEAD, BEHIND = timedelta(days=3), timedelta(days=-3)
BOTH = pytest.mark.parametrize("jump", [AHEAD, BEHIND], ids=["ahead", "behind"])


@contextmanager
def wrong(jump: timedelta) -> Iterator[None]:
    with time_machine.travel(timezone.now() + jump):
        yield


# --- Copies and nights ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("expendable", "backups")
class TestCopies:
    @pytest.mark.promise("clock-data")
    def test_one_of_tomorrow_is_not_taken_for_the_newest(self) -> None:
        """Defect: for three days every restore would have brought that one back, and every rehearsal tried it."""
        with wrong(AHEAD):
            early = backup.back_up()
        copy = backup.back_up()
        assert backup.newest_copy() == copy
        with pytest.raises(CommandError, match=rf"{early.name} is of a time to come.*{copy.name} is the newest"):
            call_command("restore", "newest", yes=True)
        call_command("restore", str(copy), yes=True)

    def test_nor_is_an_older_one_while_the_clock_is_behind(self) -> None:
        copy = backup.back_up()
        with wrong(BEHIND):
            late = backup.back_up()
            with pytest.raises(CommandError, match="is of a time to come"):
                call_command("restore", "newest", yes=True)
        assert backup.copy_to_restore() == copy
        assert late.exists()

    @pytest.mark.promise("clock-data")
    @pytest.mark.parametrize("jump", [BEHIND, timedelta(days=-400)])
    def test_the_copy_that_was_made_just_now_stays(self, settings: Settings, jump: timedelta) -> None:
        """Defect: a machine that had forgotten the time removed each copy as soon as it was made."""
        settings.BACKUPS_KEPT = 2
        kept = [backup.back_up(), backup.back_up()]
        with wrong(jump):
            assert backup.back_up().exists()
        assert all(copy.exists() for copy in kept)


@pytest.mark.promise("clock-data")
@BOTH
def test_the_daily_work_is_done_once_at_each_time(
    settings: Settings, tmp_path: pytest.TempPathFactory, jump: timedelta
) -> None:
    settings.DATA_DIR = tmp_path
    with wrong(jump):
        for job in logs.JOBS:
            logs.log_end(job, by_night=True)
        assert scheduler.list_due() == []
    assert scheduler.list_due() == list(logs.JOBS)
    for job in logs.JOBS:
        logs.log_end(job, by_night=True)
    assert scheduler.list_due() == []


def test_what_failed_tomorrow_is_tried_today(settings: Settings, tmp_path: pytest.TempPathFactory) -> None:
    settings.DATA_DIR = tmp_path
    with wrong(AHEAD):
        for _ in range(8):
            logs.log_start("backup")
    assert "backup" in scheduler.list_due()


# --- Evenings ---------------------------------------------------------------------------------------------------------


@pytest.mark.promise("clock-data")
@BOTH
def test_games_written_at_another_time_stand_in_their_order(cast: Cast, jump: timedelta) -> None:
    sheet = papers.sheet(cast)
    papers.write(cast, sheet, papers.anna_ben(cast, 131))
    before = Sheet.objects.get(pk=sheet.pk).version
    with wrong(jump):
        late = papers.write(cast, sheet, papers.anna_ben(cast, 151))
    papers.write(cast, sheet, papers.anna_ben(cast, 90))
    assert list(sheet.entries.order_by("position").values_list("number", "facts__re_points")) == [
        (1, 131),
        (2, 151),
        (3, 90),
    ]
    now = Sheet.objects.get(pk=sheet.pk).version
    assert now == before + 2
    for points in (180, 60):
        amend_entry(late, papers.anna_ben(cast, points), by=cast.ben)
        now += 1
    call_command("check_ledger", verbosity=0)


@pytest.mark.promise("clock-data")
@BOTH
@pytest.mark.django_db(transaction=True)  # stamps are renewed when a write is through
def test_a_phone_hears_of_what_was_written_at_another_time(cast: Cast, jump: timedelta) -> None:
    """By the version and the tag of a page, never by a date."""
    sheet = papers.sheet(cast)
    reader = phone(cast, "Dora")
    first = reader.get(f"/sheets/{sheet.pk}/")
    with wrong(jump):
        papers.write(cast, sheet, papers.anna_ben(cast, 131))
        meanwhile = reader.get(f"/sheets/{sheet.pk}/", headers={"if-none-match": first["ETag"]})
        assert (meanwhile.status_code, meanwhile["ETag"] != first["ETag"]) == (200, True)
    again = reader.get(f"/sheets/{sheet.pk}/", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 200
    assert "Last-Modified" not in again
    news = reader.get(f"{url('follow_sheet', sheet)}?since=0", headers=SCRIPT)
    assert news.status_code == 200


@BOTH
def test_an_evening_of_another_day_is_written_closed_corrected_and_deleted(cast: Cast, jump: timedelta) -> None:
    with wrong(jump):
        evening = papers.evening(cast, stake=5)
    sheet = evening.sheets.get()
    ben, anna = phone(cast, "Ben"), phone(cast, "Anna")
    assert save(ben, sheet, fields(cast), headers=SCRIPT).status_code == 200
    day = timezone.localdate()
    form = {"day": day.strftime("%d.%m.%Y"), "place": "", "stake": "5", "club_evening": "on"}
    assert ben.post(url_of(evening, "edit/"), form).status_code == 302
    assert ben.post(url_of(evening, "close/")).status_code == 302
    assert anna.post(url_of(evening, "reopen/")).status_code == 302
    with wrong(jump):
        assert ben.post(url_of(evening, "close/")).status_code == 302
    call_command("check_ledger", verbosity=0)
    assert Evening.objects.get().date == day
    assert anna.post(url_of(evening, "delete/"), {"typed": form["day"]}).status_code == 302
    assert anna.post(url_of(evening, "take-back/")).status_code == 302


@BOTH
def test_what_was_deleted_can_be_taken_back_after_the_jump(cast: Cast, jump: timedelta) -> None:
    evening = papers.evening(cast)
    with wrong(jump):
        evenings.delete_evening(evening, typed=evening.date, by=cast.anna)
        call_command("purge", verbosity=0)
    assert phone(cast, "Anna").post(url_of(evening, "take-back/")).status_code == 302


@pytest.mark.promise("clock-data")
@BOTH
def test_a_month_closed_at_another_time_is_told_to_have_changed_since(cast: Cast, jump: timedelta) -> None:
    """And it can be closed again, at once."""
    last_month = (timezone.localdate().replace(day=1) - timedelta(days=10)).replace(day=12)
    month = month_around(last_month)
    opened = papers.evening(cast, day=last_month)
    papers.write(cast, opened.sheets.get(), papers.anna_ben(cast, 151))
    one = evenings.close_evening(opened, by=cast.ben)
    with wrong(jump):
        close_month(cast.club, month, reason="", key=uuid4(), expected=0, by=cast.anna)
    evenings.reopen_evening(one, by=cast.anna)
    papers.write(cast, one.sheets.get(), papers.anna_ben(cast, 131))
    evenings.close_evening(one, by=cast.ben)
    page = phone(cast, "Anna").get(f"/clubs/{cast.club.pk}/table/{month.key}/")
    assert "abgeschlossen" in seen(page)
    close_month(cast.club, month, reason="Nachgetragen", key=uuid4(), expected=1, by=cast.anna)
    assert cast.club.closings.count() == 2


# --- What waits for something -----------------------------------------------------------------------------------------


@pytest.mark.promise("clock-data")
def test_a_club_file_cut_off_tomorrow_is_brought_in_today(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Defect: for three days the form said that it was coming."""
    content, key = "".join(club_file(cast.club)).encode(), uuid4()
    with wrong(AHEAD), monkeypatch.context() as killed:
        killed.setattr(
            club_file_services, "_bring_in", lambda *_args, **_more: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        with pytest.raises(KeyboardInterrupt):
            club_file_services.found_from_file(BytesIO(content), key=key, by=cast.anna)
    assert Club.objects.unfinished().count() == 1
    club = club_file_services.found_from_file(BytesIO(content), key=key, by=cast.anna)
    assert club.memberships.filter(account=cast.anna, owner=True).exists()


@BOTH
def test_links_to_an_evening_open_at_every_time(cast: Cast, jump: timedelta) -> None:
    evening = papers.evening(cast)
    with wrong(jump):
        link = evenings.make_secret_link(evening, by=cast.ben)
        address = f"/e/{link.token}/"
        assert Client().get(address).status_code == 200
    assert Client().get(address).status_code == 200
