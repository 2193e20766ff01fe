"""The club that tests of club files write and read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation

from tests.exports.club_files import write_filled_club


@pytest.fixture
def english() -> Iterator[None]:
    """Refusals are compared in the language in which they are written."""
    with translation.override("en"):
        yield


@pytest.fixture
def written(db: None) -> str:
    """The file of a club that has one of everything."""
    return write_filled_club()
