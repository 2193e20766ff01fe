"""Fixtures of the club tests: the cast, a separate data folder, and fresh rate-limit counts."""

from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.cast import Cast, signed_in


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    cache.clear()
    settings.DATA_DIR = tmp_path
    return tmp_path


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
