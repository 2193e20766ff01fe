"""The cast, a data folder of one's own, and no counts left over from the test before."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoDbBlocker, Settings

from tests.clubs.cast import Cast, make_cast, signed_in
from tests.once import Once, once


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    cache.clear()
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture(scope="module")
def cast_of_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Once[Cast]]:
    yield from once(make_cast, django_db_blocker)


@pytest.fixture
def cast(cast_of_module: Once[Cast], db: None) -> Cast:
    return cast_of_module.anew()


@pytest.fixture
def anna(cast: Cast) -> Client:
    return signed_in(cast.anna)


@pytest.fixture
def ben(cast: Cast) -> Client:
    return signed_in(cast.ben)


@pytest.fixture
def dora(cast: Cast) -> Client:
    return signed_in(cast.dora)


@pytest.fixture
def stranger(cast: Cast) -> Client:
    return signed_in(cast.stranger)
