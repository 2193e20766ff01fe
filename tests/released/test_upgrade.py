"""From the filled database of a released version to that of today: by a start, a rehearsal and a restore."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker, Settings

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.operations import backup
from dokoclub.operations.management.commands import prepare
from dokoclub.operations.status import check_health
from dokoclub.settlement.models import CashEntry
from tests.exports.club_files import former_file
from tests.released.asked import OWNER, asked, client_of
from tests.released.filled import empty_database, filled_database
from tests.released.rendered import States, rendered_once
from tests.released.rows import lines_in
from tests.released.stored import RELEASES, Release

of_every_release = pytest.mark.parametrize("release", RELEASES, indirect=True, ids=lambda release: release.commit)
of_the_first_release = pytest.mark.parametrize(
    "release", RELEASES[:1], indirect=True, ids=lambda release: release.commit
)


@pytest.fixture(scope="module")
def rendered() -> dict[Release, States]:
    return {release: {} for release in RELEASES}


@pytest.fixture
def release(request: pytest.FixtureRequest, rendered: dict[Release, States]) -> Iterator[Release]:
    """A test migrates the database of a release up to four times: the models in between are worked out once."""
    with rendered_once(rendered[request.param]):
        yield request.param


@pytest.fixture(autouse=True)
def install(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[None]:
    """Another data folder, and no static files, which have nothing to do with it."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.BACKUP_DIR.mkdir()
    monkeypatch.setattr(prepare, "collect_static", lambda: None)
    with django_db_blocker.unblock():
        yield


def is_as_it_was(release: Release) -> bool:
    """Up to date, and every figure as the release itself worked it out."""
    call_command("check_ledger", verbosity=0)
    assert check_health()["unapplied_migrations"] == 0
    club = Club.objects.get(memberships__account__username=OWNER)
    return asked(client_of(Account.objects.get(username=OWNER)), club) == release.figures


@of_every_release
def test_a_start_a_rehearsal_and_the_way_back(release: Release, tmp_path: Path) -> None:
    with filled_database(release, tmp_path):
        copy = backup.back_up()
        call_command("prepare", verbosity=0)

        assert is_as_it_was(release)
        call_command("rehearse_restore", verbosity=0)
        call_command("restore", str(copy), yes=True, verbosity=0)  # over tables that its version did not have
        assert is_as_it_was(release)


def parse_line(line: str) -> Any:
    """Return the row of a line of a club file; the line itself if it is only a bracket or a title."""
    try:
        return json.loads(line.rstrip().removesuffix(","))
    except ValueError:
        return line


@of_every_release
def test_a_restore(release: Release, tmp_path: Path) -> None:
    with filled_database(release, tmp_path):
        copy = backup.back_up()
    with empty_database(tmp_path):
        call_command("restore", str(copy), verbosity=0)

        assert is_as_it_was(release)
        if release == RELEASES[-1]:  # files of older ones have fewer tables
            file = former_file(Club.objects.get(memberships__account__username=OWNER))
            # It has used all features; its own file does not know them, but whether the league has ratings.
            features = ',"features":["dates","kitty","dues","tournaments","ratings","seasons","screens","imports"]'
            before = release.club_file.decode()
            assert file.count(features) == before.count(',"rated":true') == 1
            now, then = lines_in(file.replace(features, "")), lines_in(before.replace(',"rated":true', ""))
            assert [parse_line(line) for line in now] == [parse_line(line) for line in then]
            assert connection.vendor != "sqlite" or now == then  # PostgreSQL sorts the keys inside of a column


@of_the_first_release
def test_a_start_where_money_is_in_another_currency(release: Release, tmp_path: Path) -> None:
    """Migrations rewrite such rows twice."""
    with filled_database(release, tmp_path):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE clubs_club SET currency = 'CHF'")
            cursor.execute("SELECT count(*) FROM settlement_cashentry")
            assert cursor.fetchone()[0] > 0

        call_command("prepare", verbosity=0)

        call_command("check_ledger", verbosity=0)
        assert {*CashEntry.objects.values_list("currency", flat=True)} == {"CHF"}
