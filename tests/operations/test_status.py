"""The founder's page and `manage.py status`: how the install stands, in numbers and dates."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from dokoclub.accounts.models import Account
from dokoclub.exports.sandbox import process
from dokoclub.operations import hooks, logs
from dokoclub.operations import status as texts
from dokoclub.operations.status import list_changes, read_status
from tests import clock
from tests.accounts.people import text
from tests.cast import Cast, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def install(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = settings.BACKUP_DIR = tmp_path
    return tmp_path


def status() -> tuple[int, list[str]]:
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("status", stdout=out)
    return int(str(ended.value.code)), out.getvalue().splitlines()


# --- What is told -----------------------------------------------------------------------------------------------------


def test_people_are_numbers_and_nobody_is_named(founder: Client, cast: Cast) -> None:
    call_command("seed_demo", "--evenings=0", verbosity=0)
    page = text(founder.get("/install/"))

    assert "Alles läuft. Erste Sicherung: heute Nacht." in page
    assert "Clubs 2 Spieler darin 5 Zugänge 5 Aktive Zugänge, 30 Tage 0" in page
    assert not [name for name in ("Linde", "Eiche", "Anna", "Ben", "Cleo", "Dora") if name in page]


def test_what_has_never_run_is_one_line_and_no_list_of_things_not_done(founder: Client) -> None:
    page = text(founder.get("/install/"))
    assert "Erster Lauf: heute Nacht Datenbank lesen · Gelöschtes entfernen ·" in page
    assert "offen" not in page
    assert "Migrationen" not in page  # none is to be done


def test_the_command_says_the_same(cast: Cast) -> None:
    code, lines = status()

    assert (code, lines[0].rpartition(":")[2]) == (0, " well")
    assert {"Clubs: 2", "Players in them: 5", "Accounts: 5", "Newest copy: none; 0 in all"} <= {*lines}
    assert "Make a backup: never" in lines


def test_it_costs_a_query_for_each_number(founder: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    read_status()
    with django_assert_num_queries(2 + len(texts.COUNTS)):
        read_status()


def test_what_is_wrong_is_marked_and_decides_how_the_command_ends(founder: Client, settings: Settings) -> None:
    logs.log_start("backup")
    logs.log_start("backup")
    warned, page = status(), text(founder.get("/install/"))
    settings.BACKUP_EXPECTED_HOURS = 25
    needed = status()

    assert warned[0] == 1
    assert "! The daily backup was tried 2 times and did not end well." in warned[1]
    assert "Sicherung anlegen offen · 2 Versuche seither ansehen" in page
    assert "markierte Zeilen" in page
    assert needed[0] == 2
    assert "! The newest copy is older than BACKUP_EXPECTED_HOURS." in needed[1]


def test_an_install_that_was_never_prepared_is_told_and_not_counted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> int:
        raise OperationalError("no such table: clubs_club")

    monkeypatch.setitem(hooks.counts, "clubs", fail)
    MigrationRecorder.Migration.objects.filter(app="accounts").order_by("pk")[0].delete()
    code, lines = status()

    assert (code, lines[0].rpartition(":")[2]) == (2, " NOT WELL")
    assert "! Migrations to be done: 1." in lines


def test_a_night_that_went_well_has_its_time(founder: Client) -> None:
    clock.set_to(clock.NOW - timedelta(hours=2))
    logs.log_end("purge")
    clock.set_to(clock.NOW)

    assert "ging gut" in text(founder.get("/install/"))


def test_every_job_and_every_reason_has_its_words() -> None:
    endings = {ending.name for ending in process.Ending} - {"WELL", "BUSY"}

    assert texts.JOBS.keys() == {*logs.JOBS, logs.DEMO, logs.SENDING}
    assert texts.REFUSED.keys() == endings | {"TOO_LARGE"}


def test_what_changed_is_plain_text() -> None:
    changes = list_changes()

    assert len(changes) == 12
    assert any("nginx" in change for change in changes)  # not what players notice first
    assert not [change for change in changes if "**" in change or "](" in change]


# --- Slow pages and refused uploads -----------------------------------------------------------------------------------


def test_a_slow_page_is_noted_by_its_route(client: Client, monkeypatch: pytest.MonkeyPatch, founder: Client) -> None:
    logs.note_answer("clubs/", 999.4)
    monkeypatch.setattr(logs, "SLOW", 0)  # as all are now
    client.get("/login-link/Zb3vP0aQ_x7-kLm9TzR2/")
    logs.note_answer("login-link/<str:token>/", 98765.4)

    (page,) = logs.list_slow_pages()
    assert page == ("login-link/<str:token>/", 2, 98765)
    assert "/login-link/…/" in founder.get("/install/").content.decode()


def test_refused_uploads_are_counted_by_reason(founder: Client) -> None:
    for reason in ("MEMORY", "TOO_LARGE", "MEMORY"):
        logs.note_refused_upload(reason)

    assert logs.count_refused_uploads() == {"MEMORY": 2, "TOO_LARGE": 1}
    assert "2 Uploads zu viel Speicher zum Lesen nötig" in text(founder.get("/install/"))


def test_what_was_long_ago_or_broken_off_is_left_out(install: Path) -> None:
    old = {"at": (clock.NOW - timedelta(days=8)).isoformat(), "kind": "refused", "what": "MEMORY", "ms": 0}
    (install / "occurrences").write_text(f'{json.dumps(old)}\n{{"at": "2026', encoding="utf-8")

    assert logs.count_refused_uploads() == {}


def test_the_file_does_not_grow_for_ever(install: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "LARGEST", 300)
    for _ in range(10):
        logs.note_refused_upload("BROKEN")

    sizes = [path.stat().st_size for path in install.glob("occurrences*")]
    assert max(sizes) < 500
    assert 3 <= logs.count_refused_uploads()["BROKEN"] <= 10


def test_a_folder_that_takes_nothing_holds_up_nobody(settings: Settings) -> None:
    settings.DATA_DIR = Path("/proc/nowhere")
    logs.note_refused_upload("BROKEN")

    assert logs.count_refused_uploads() == {}


# --- Who sees it ------------------------------------------------------------------------------------------------------


def test_only_the_founder_finds_the_way(founder: Client, cast: Cast) -> None:
    assert "/install/" in founder.get("/account/", follow=True).content.decode()
    assert "/install/" not in signed_in(cast.anna).get("/account/", follow=True).content.decode()
    assert signed_in(cast.anna).get("/install/").status_code == 403


def test_the_command_line_hands_it_on(founder: Client, cast: Cast) -> None:
    out = StringIO()
    call_command("founder", "Anna", stdout=out)

    assert out.getvalue() == "anna\n"
    assert [*Account.objects.filter(is_founder=True)] == [cast.anna]
    assert founder.get("/install/").status_code == 403
    with pytest.raises(CommandError, match="Nobody signs in as nemo"):
        call_command("founder", "nemo")
