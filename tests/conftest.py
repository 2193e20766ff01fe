"""What every test may ask for."""

import gc
import os
import subprocess
import sys
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import pytest
from django.conf import settings
from django.core.cache import cache, caches
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase
from django.test import client as test_client
from django.utils import translation
from pytest_django import DjangoDbBlocker

from dokoclub.accounts.access.throttling import unknown_tokens
from dokoclub.evenings.domain.sheet_state import clear_sheet_cache
from dokoclub.operations import disk
from tests import clock, migrated, portions
from tests.cast import Cast, make_cast
from tests.emptied import empty_tables
from tests.once import Once
from tests.processes import PATIENCE

pytest.register_assert_rewrite("tests.scoring.paper", "tests.scoring.league_paper")  # the lines that differ
sys.dont_write_bytecode = False  # each worker would read and rewrite all asserts again, for seconds
gc.set_threshold(100_000, 50, 50)  # tests end soon, and most of what they leave goes without a search


def pytest_configure(config: pytest.Config) -> None:
    if portions.DRAWN is not None and config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = portions.DRAWN  # Hypothesis reads it after this
    clock.start()
    TransactionTestCase._fixture_teardown = empty_tables  # type: ignore[attr-defined]
    test_client.store_rendered_templates = store_pages  # type: ignore[attr-defined]


def store_pages(*told: Any, template: Any, _store: Any = test_client.store_rendered_templates, **more: Any) -> None:  # type: ignore[attr-defined]
    """Keep for response.context what pages were made of, but not of each of thousands of widgets."""
    if not str(template.name).startswith("django/forms/"):
        _store(*told, template=template, **more)


def pytest_unconfigure() -> None:
    clock.stop()


def pytest_report_header() -> list[str]:
    return [f"Tests run at {clock.NOW.isoformat(timespec='minutes')}", portions.describe(portions.DRAWN)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    clock.set_to(clock.NOW - clock.BEFORE)


@pytest.fixture(autouse=True)
def now() -> None:
    """After everything that lasts longer than a test, before everything else."""
    clock.set_to(clock.NOW)


@pytest.fixture(autouse=True)
def no_counts_left_over() -> None:
    """Of who tried how often: the tests before this one seem to have run in the same minute. Nor of who was erased."""
    for counts in (cache, unknown_tokens, caches["kept"]):
        counts.clear()
    clear_sheet_cache()
    disk.probe = disk.make_probe()  # to which the transaction of each test is somebody who goes on writing
    (Path(settings.DATA_DIR) / "erased_ids").unlink(missing_ok=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only the portion of this commit. Browser tests last: the quick ones fail first, without Playwright's loop.

    Of those, files of many tests first: no worker is left alone with one at the end.
    """
    chosen = portions.choose(items, postgresql=connection.vendor == "postgresql")
    config.hook.pytest_deselected(items=[*{*items} - {*chosen}])
    items[:] = chosen
    tests_in = Counter(item.path for item in items)
    items.sort(key=lambda item: "/tests/browser/" in item.path.as_posix() and 1 / tests_in[item.path])


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay until the end: no search for garbage needs to look at them."""
    gc.freeze()


@pytest.fixture(autouse=True)
def language_of_the_install() -> None:
    """A request leaves its language behind in the thread; the next test begins without it."""
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """What lies where the database goes is a copy of a migrated one, or nothing."""
    return connection.vendor == "sqlite" or bool(migrated.CLUSTER) or bool(request.config.getvalue("reuse_db"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, django_db_use_migrations: bool, django_db_blocker: DjangoDbBlocker
) -> TextIO | None:
    """Before the database is set up: a migrated one is laid there, or is to be kept afterwards."""
    if migrated.CLUSTER and django_db_use_migrations:
        with django_db_blocker.unblock():
            return migrated.copy_in(migrated.CLUSTER)
    if connection.vendor != "sqlite" or not django_db_use_migrations:
        return None
    return migrated.copy_to(Path(settings.DATABASES["default"]["TEST"]["NAME"]))


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_modify_db_settings: TextIO | None, django_db_blocker: DjangoDbBlocker
) -> None:
    if django_db_modify_db_settings:
        with django_db_blocker.unblock():
            keep = migrated.keep_in_cluster if migrated.CLUSTER else migrated.keep
            keep(django_db_modify_db_settings)


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a new install, to be copied: `manage.py prepare` takes seconds."""
    folder = tmp_path_factory.mktemp("prepared")
    migrated.lay_static(folder)
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    command = [sys.executable, "manage.py", "prepare"]
    subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=True, capture_output=True, timeout=PATIENCE)
    return folder


@pytest.fixture(scope="session")
def kept_cast(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Once[Cast]:
    with django_db_blocker.unblock():
        return Once(make_cast)


@pytest.fixture(scope="session")
def kept_demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Once[str]:
    with django_db_blocker.unblock():
        return Once(partial(call_command, "seed_demo", verbosity=0))


@pytest.fixture
def demo(kept_demo: Once[str], db: None) -> None:
    """The demo club, with as many evenings as it usually has."""
    kept_demo.anew()


@pytest.fixture
def cast(kept_cast: Once[Cast], db: None) -> Cast:
    """Anna owns the club, Ben writes, Cleo keeps the money, Dora only reads, a stranger is of another club."""
    return kept_cast.anew()
