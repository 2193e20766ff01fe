"""A backup that a released version made, on a new machine with the program of today."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import global_settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker, Settings

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.evenings.domain.ledger_check import OLDER, check_sheets
from dokoclub.evenings.models import Evening, Result, Sheet
from dokoclub.exports.club_file.writing import club_file
from dokoclub.operations import hooks
from dokoclub.operations.status import check_health
from tests.released.asked import OWNER, PASSWORD, asked, client_of
from tests.released.rows import rows_in, without_what_came_since
from tests.released.stored import RELEASES, Release

pytestmark = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a file of SQLite")
Rows = dict[str, list[dict[str, Any]]]
COPIED: Final = import_module("dokoclub.evenings.migrations.0003_drop_counted_columns").COPIED


@pytest.fixture(scope="module", params=RELEASES, ids=lambda release: release.commit)
def release(
    request: pytest.FixtureRequest,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Release]:
    """Restored where there was no database before; for the tests of this module the connection leads to it."""
    found: Release = request.param
    with django_db_blocker.unblock(), restored(found, tmp_path_factory.mktemp(found.commit)) as copy:
        assert_what_it_had_counted_is_copied_and_only_the_rest_is_left_to_repost(copy)
        for after_restore in hooks.after_restore:
            after_restore()
        yield found


def assert_what_it_had_counted_is_copied_and_only_the_rest_is_left_to_repost(copy: Path) -> None:
    """Migrated alone: as on a server that was updated and not prepared."""
    assert copied() == counted_before(copy)
    assert {text for _, texts in check_sheets() for text in texts} <= {OLDER}


@contextmanager
def restored(release: Release, folder: Path) -> Iterator[Path]:
    """The copy; meanwhile the connection leads to the database that was made of it, and nothing was done to it since.

    That a restore does it: tests/operations/test_restore.py.
    """
    copy = folder / "copy.sqlite3"
    copy.write_bytes(release.backup)
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(folder / "db.sqlite3")
    try:
        with pytest.MonkeyPatch.context() as monkeypatch:
            monkeypatch.setattr(hooks, "after_restore", [])
            call_command("restore", str(copy))
        yield copy
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


def club() -> Club:
    return Club.objects.get(memberships__account__username=OWNER)


def test_every_migration_was_made(release: Release) -> None:
    assert check_health()["unapplied_migrations"] == 0


@pytest.mark.promise("earlier")
def test_the_ledger_is_right(release: Release) -> None:
    call_command("check_ledger")


def copied() -> dict[int, dict[str, int]]:
    return {one.pk: one.counts | one.extras for one in Result.objects.all()}


def counted_before(copy: Path) -> dict[int, dict[str, int]]:
    """By result, what is not 0: of a release that had a column for each, or keeps them by name as today."""
    with closing(sqlite3.connect(copy)) as database:
        columns = {name for _, name, *_ in database.execute("PRAGMA table_info(evenings_result)")}
        if "counts" in columns:
            rows = database.execute("SELECT id, counts, extras FROM evenings_result").fetchall()
            return {pk: json.loads(counts) | json.loads(extras) for pk, counts, extras in rows}
        rows = database.execute(f"SELECT id, {', '.join(COPIED)} FROM evenings_result").fetchall()  # noqa: S608
    return {pk: {key: number for key, number in zip(COPIED, numbers, strict=True) if number} for pk, *numbers in rows}


@pytest.mark.promise("earlier")
def test_it_comes_to_what_it_came_to(release: Release) -> None:
    assert asked(client_of(Account.objects.get(username=OWNER)), club()) == release.figures


def test_its_club_gives_the_file_that_it_gave(release: Release) -> None:
    """But for the cards: a migration knows all names when it deals their letters, a row of an old file only itself."""
    now, then = rows_in("".join(club_file(club())).encode()), rows_in(release.club_file)
    for player in (*now["players"], *then["players"]):
        del player["tint"], player["monogram"]
    assert_it_keeps_the_features_that_it_used(now, then)
    assert without_what_came_since(now) == without_what_came_since(then)


def assert_it_keeps_the_features_that_it_used(now: Rows, then: Rows) -> None:
    """An old file has all features; a migration leaves a club those that have rows. Take them out of both."""
    kept, had = (set(rows["club"][0].pop("features")) for rows in (now, then))
    assert {"dates", "kitty", "seasons"} <= kept <= had
    assert ("tournaments" in kept) == bool(then["tournaments"])
    assert ("dues" in kept) == any(then[table] for table in ("dues", "fines", "charges"))


def test_its_owner_signs_in_and_looks_around(release: Release, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    client = Client()
    answer = client.post(reverse("account_login"), {"login": OWNER, "password": PASSWORD})
    assert answer.status_code == 302

    newest = Evening.objects.not_deleted().filter(club=club()).exclude(closed_at=None).latest("date")
    tonight = Sheet.objects.get(evening__club=club(), evening__closed_at=None)
    for address in (
        f"/clubs/{club().pk}/",
        f"/clubs/{club().pk}/table/2026/",
        f"/clubs/{club().pk}/table/2026-10/versions/1/",
        f"/clubs/{club().pk}/statistics/2026/",
        f"/clubs/{club().pk}/money/",
        f"/evenings/{newest.pk}/",
        f"/evenings/{newest.pk}/settlement/",
        f"/sheets/{tonight.pk}/",
    ):
        assert client.get(address).status_code == 200, address
