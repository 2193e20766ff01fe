"""What every test may ask for."""

import gc
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.utils import translation
from pytest_django import DjangoDbBlocker

from tests import clock
from tests.cast import Cast, make_cast
from tests.once import Once, once


def pytest_configure() -> None:
    clock.start()


def pytest_unconfigure() -> None:
    clock.stop()


def pytest_report_header() -> str:
    return f"Tests run at {clock.NOW.isoformat(timespec='minutes')}"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    clock.set_to(clock.NOW - clock.BEFORE)


@pytest.fixture(autouse=True)
def now() -> None:
    """After everything that lasts longer than a test, before everything else."""
    clock.set_to(clock.NOW)


@pytest.fixture(autouse=True)
def no_counts_left_over() -> None:
    """Of who tried how often: the tests before this one seem to have run in the same minute."""
    cache.clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Browser tests last: the quick ones fail first, and Playwright's loop does not run under the others."""
    items.sort(key=lambda item: "/tests/browser/" in item.path.as_posix())


def pytest_collection_finish() -> None:
    """Thousands of tests and all modules stay until the end: no search for garbage needs to look at them again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def language_of_the_install() -> None:
    """A request leaves its language behind in the thread; the next test begins without it."""
    translation.deactivate()


@pytest.fixture(scope="module")
def cast_of_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Once[Cast]]:
    yield from once(make_cast, django_db_blocker)


@pytest.fixture
def cast(cast_of_module: Once[Cast], db: None) -> Cast:
    """Anna owns the club, Ben writes, Cleo keeps the money, Dora only reads, a stranger is of another club."""
    return cast_of_module.anew()
