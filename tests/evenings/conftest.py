"""Fixtures of the evening tests."""

import pytest
from pytest_django import DjangoDbBlocker

from dokoclub.evenings.models import Sheet
from tests.cast import Cast
from tests.evenings import papers
from tests.once import Once, taken_back


@pytest.fixture(scope="session")
def kept_sheet(kept_cast: Once[Cast], django_db_blocker: DjangoDbBlocker) -> Once[Sheet]:
    with taken_back(django_db_blocker):
        cast = kept_cast.anew()
        return Once(lambda: papers.sheet(cast))


@pytest.fixture
def sheet(cast: Cast, kept_sheet: Once[Sheet]) -> Sheet:
    """Return a sheet of Anna, Ben, Cleo and Dora under the rules of the DDV; Anna deals first."""
    return kept_sheet.anew()
