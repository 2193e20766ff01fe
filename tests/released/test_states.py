"""A backup of states in between: a released version's, with only some of the migrations that came since.

Whoever runs the newest of every day has such a database, and so has whoever was interrupted while it was migrated.
Their number is bounded, since a state takes seconds and every migration would add one for each release: of the newest
release every state is restored, of an older one only those in which an app has just got its newest migration.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.version_triggers import unwatch_tables
from dokoclub.operations import backup
from dokoclub.operations.status import check_health
from tests.released.asked import OWNER, asked, client_of
from tests.released.rendered import rendered_once
from tests.released.stored import RELEASES, Release

pytestmark = pytest.mark.skipif("connection.vendor != 'sqlite'", reason="a file of SQLite")

Key = tuple[str, str]  # app and name of a migration


def added_since(release: Release) -> list[Key]:
    """Our migrations of today that the release does not have, each behind those that it needs."""
    known = {tuple(Path(path).with_suffix("").parts[1::2]) for path in release.migrations}
    loader = MigrationLoader(None)
    planned = dict.fromkeys(key for leaf in loader.graph.leaf_nodes() for key in loader.graph.forwards_plan(leaf))
    ours = {key for key, one in loader.disk_migrations.items() if type(one).__module__.startswith("dokoclub.")}
    return [key for key in planned if key in ours and key not in known]


NEWEST: Final = min(RELEASES, key=lambda release: len(added_since(release)))  # it lacks the fewest


def states_since(release: Release) -> list[list[Key]]:
    """More migrations each time, until all but one are there: test_backup.py restores what lacks all of them."""
    order = added_since(release)
    newest = {app: end for end, (app, _) in enumerate(order, start=1)}
    ends = range(1, len(order)) if release == NEWEST else sorted(newest.values())
    return [order[:end] for end in ends if end < len(order)]


def name_of(state: list[Key]) -> str:
    return "+".join(f"{app}.{name[:4]}" for app, name in state)


STATES: Final = [(release, state) for release in RELEASES for state in states_since(release)]


@contextmanager
def led_to(path: Path) -> Iterator[None]:
    usual = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = str(path)
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual


class Walk:
    """The database of one release, migrated a step further for each state that is asked for."""

    def __init__(self, release: Release, folder: Path) -> None:
        self.release, self.path, self.state = release, folder / "then.sqlite3", list[Key]()

    def make_backup(self, state: list[Key]) -> Path:
        """As `manage.py backup` of a program with only these migrations would have written it."""
        if not self.state or state[: len(self.state)] != self.state:
            self.path.write_bytes(self.release.backup)
            self.state = []
        with led_to(self.path):
            unwatch_tables()  # as before every `migrate`: triggers name tables that are made again
            MigrationExecutor(connection).migrate(state[len(self.state) :])
            self.state = state
            return backup.back_up()


@pytest.fixture(scope="module")
def walks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Release, Walk]]:
    with rendered_once():
        yield {release: Walk(release, tmp_path_factory.mktemp(release.commit)) for release in RELEASES}


@pytest.mark.promise("earlier")
@pytest.mark.cases
@pytest.mark.parametrize(("release", "state"), STATES, ids=[name_of(state) for _, state in STATES])
def test_it_is_restored_migrated_and_comes_to_what_it_came_to(
    release: Release,
    state: list[Key],
    walks: dict[Release, Walk],
    tmp_path: Path,
    settings: Settings,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> None:
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.BACKUP_DIR.mkdir()
    with django_db_blocker.unblock():
        copy = walks[release].make_backup(state)
        with led_to(tmp_path / "db.sqlite3"):
            call_command("restore", str(copy))

            call_command("check_ledger", verbosity=0)
            assert check_health()["unapplied_migrations"] == 0
            club = Club.objects.get(memberships__account__username=OWNER)
            assert asked(client_of(Account.objects.get(username=OWNER)), club) == release.figures
            answer = Client().post("/account/login/", {"login": OWNER, "password": "wrong wrong"})
            assert answer.status_code == 422  # it is counted and noted: the new tables are there
