"""Who cannot be served just now is told why, in words, and keeps what was typed."""

from __future__ import annotations

import errno
import html
import re
import shutil
import sqlite3
from collections import namedtuple
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlencode

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, InterfaceError, OperationalError, ProgrammingError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, RequestFactory

from dokoclub.clubs.services import clubs
from dokoclub.evenings.models import Entry
from dokoclub.evenings.services import sync
from dokoclub.serving import later
from dokoclub.serving.later import AnswerLater, answer_error, find_reason
from tests.busy import make_busy
from tests.cast import Cast
from tests.evenings import papers
from tests.evenings.pages import phone, seen
from tests.evenings.sending import save
from tests.evenings.views import fields

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

FORM = "application/x-www-form-urlencoded"
FULL = "Der Speicher des Servers ist voll, nichts wurde gespeichert. Bitte den Betreiber, Platz zu schaffen."

KEPT = "Deine Eingabe ist noch da: Sende sie später noch einmal."


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def from_sqlite(number: int) -> Exception:
    cause = sqlite3.OperationalError("whatever it says")
    cause.sqlite_errorcode = number
    return caused(OperationalError("whatever it says"), cause)


def from_postgresql(state: str | None, error: type[Exception] = OperationalError) -> Exception:
    cause = Exception("whatever it says")
    cause.sqlstate = state  # type: ignore[attr-defined]
    return caused(error("whatever it says"), cause)


def raiser(error: Exception) -> object:
    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (from_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), later.BUSY),
        (from_sqlite(sqlite3.SQLITE_LOCKED), later.BUSY),
        (from_postgresql("55P03"), later.BUSY),
        (from_postgresql("40P01"), later.BUSY),
        (from_sqlite(sqlite3.SQLITE_FULL), later.FULL),
        (from_postgresql("53100"), later.FULL),
        (OSError(errno.ENOSPC, "No space left on device"), later.FULL),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), later.FULL),
        (from_postgresql("57P01"), later.AWAY),
        (from_postgresql("08006"), later.AWAY),
        (from_postgresql(None), later.AWAY),
        (from_postgresql(None, InterfaceError), later.AWAY),
        (from_postgresql("42703", ProgrammingError), None),
        (from_postgresql("23502", IntegrityError), None),
        (from_sqlite(sqlite3.SQLITE_IOERR_WRITE), later.UNWRITABLE),
        (from_sqlite(sqlite3.SQLITE_READONLY_DIRECTORY), later.UNWRITABLE),
        (from_postgresql("25006"), later.UNWRITABLE),
        (OSError(errno.EROFS, "Read-only file system"), later.UNWRITABLE),
        (PermissionError(errno.EACCES, "Permission denied"), later.UNWRITABLE),
        (FileNotFoundError(errno.ENOENT, "No such file"), None),
        (from_sqlite(sqlite3.SQLITE_CORRUPT), None),
        (OSError(errno.EIO, "Input/output error"), None),
        (ValueError("database or disk is full"), None),
    ],
)
@pytest.mark.django_db
def test_why_it_is(error: Exception, reason: later.BusyReason | None) -> None:
    assert find_reason(error) is reason


@pytest.mark.django_db
def test_sqlite_calls_a_full_disk_an_input_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(free=4096))
    assert find_reason(from_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE)) is later.FULL
    assert find_reason(from_sqlite(sqlite3.SQLITE_CANTOPEN)) is later.FULL
    assert find_reason(from_sqlite(sqlite3.SQLITE_CORRUPT)) is None


@pytest.mark.promise("turns")
def test_a_save_is_told_to_come_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = papers.sheet(cast)
    monkeypatch.setattr(sync, "receive_batch", raiser(make_busy()))
    answer = save(phone(cast, "Ben"), sheet, fields(cast), headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode().endswith("Nichts wurde gespeichert; sende es noch einmal.")


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has no such limit to try it with")
@pytest.mark.django_db(transaction=True)
def test_a_save_on_a_full_disk_says_so_and_can_be_sent_again(cast: Cast) -> None:
    """SQLite takes no page more than it has: what is left free in there fills up, and then it says the same."""
    sheet, ben = papers.sheet(cast), phone(cast, "Ben")

    def note(number: int) -> Answer:
        sent = fields(cast) | {"note": "x" * 200, "uuid": f"{number:032x}", "expected": str(number)}
        answer: Answer = save(ben, sheet, sent)
        return answer

    limit_pages(1)
    try:
        number, answer = 1, note(1)
        while answer.status_code != 503 and number < 200:
            number += 1
            answer = note(number)
    finally:
        limit_pages(1_000_000)
    assert FULL in seen(answer)
    assert Entry.objects.count() == number - 1
    assert note(number).status_code == 200
    assert Entry.objects.count() == number


def limit_pages(most: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {most}")


def test_a_form_comes_back_with_what_was_typed(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clubs, "save_row", raiser(from_sqlite(sqlite3.SQLITE_FULL)))
    anna = phone(cast, "Anna")
    path = f"/clubs/{cast.club.pk}/edit/"
    typed = {"name": 'Zum "Fuchs" & Co', "currency": "CHF"}
    answer = anna.post(path, urlencode(typed), content_type=FORM)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    page = answer.content.decode()
    assert FULL in seen(answer)
    assert KEPT in seen(answer)
    hidden = {name: html.unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', page)}
    token = hidden.pop("csrfmiddlewaretoken")
    assert token
    assert hidden == typed
    monkeypatch.undo()
    assert anna.post(path, hidden).status_code == 302
    cast.club.refresh_from_db()
    assert cast.club.name == 'Zum "Fuchs" & Co'


def test_signing_in_on_a_full_disk(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The session is saved behind the view; and no password is ever written into a page."""
    cast.anna.set_password("kreuz-dame-sticht")
    cast.anna.save()
    monkeypatch.setattr(SessionStore, "save", raiser(from_sqlite(sqlite3.SQLITE_FULL)))
    client = Client(raise_request_exception=False)
    typed = {"login": cast.anna.username, "password": "kreuz-dame-sticht"}
    answer = client.post("/account/login/", urlencode(typed), content_type=FORM)
    assert answer.status_code == 503
    assert FULL in seen(answer)
    assert "kreuz-dame-sticht" not in answer.content.decode()
    assert "Noch einmal senden" not in seen(answer)
    assert KEPT not in seen(answer)


def test_an_upload_that_finds_no_room(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before any view is asked, when a file is put into the temporary folder; it has to be chosen again."""
    full = OSError(errno.ENOSPC, "No space left on device")
    monkeypatch.setattr("django.core.files.uploadedfile.TemporaryUploadedFile.__init__", raiser(full))
    anna = phone(cast, "Anna")
    anna.raise_request_exception = False
    file = SimpleUploadedFile("Zettel.csv", b"x" * 3_000_000)
    answer = anna.post(f"/clubs/{cast.club.pk}/imports/new/", {"upload": file})
    assert answer.status_code == 503
    assert FULL in seen(answer)
    assert "Noch einmal senden" not in seen(answer)
    assert KEPT not in seen(answer)


@pytest.mark.django_db
def test_an_error_while_a_new_version_has_changed_the_database() -> None:
    error = from_postgresql("42703", ProgrammingError)
    assert find_reason(error) is None
    MigrationRecorder(connection).record_applied("evenings", "9999_of_the_next_version")
    assert find_reason(error) is later.OTHER_VERSION
    assert find_reason(ValueError()) is None


def test_a_foreign_row_of_the_migrations_is_no_other_version(db: None) -> None:
    MigrationRecorder(connection).record_applied("an_app_of_long_ago", "0001_initial")
    assert find_reason(from_postgresql("42703", ProgrammingError)) is None


def test_also_outside_of_a_view() -> None:
    request = RequestFactory().get("/")
    try:
        raise make_busy()
    except OperationalError:
        assert answer_error(request).status_code == 503
    try:
        raise ValueError
    except ValueError:
        assert answer_error(request).status_code == 500
    assert AnswerLater(lambda _: answer_error(request)).process_exception(request, ValueError()) is None
