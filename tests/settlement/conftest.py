"""Fixtures of the money tests."""

from datetime import date

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from dokoclub.evenings.models import Evening
from tests.cast import Cast
from tests.evenings.pages import phone
from tests.once import Once, taken_back
from tests.settlement import purse
from tests.settlement.owing import AGAINST


@pytest.fixture(scope="session")
def kept_evening(kept_cast: Once[Cast], django_db_blocker: DjangoDbBlocker) -> Once[Evening]:
    with taken_back(django_db_blocker):
        cast = kept_cast.anew()
        return Once(lambda: purse.evening(cast))


@pytest.fixture
def evening(cast: Cast, kept_evening: Once[Evening]) -> Evening:
    """Return a closed evening: Anna +3, Ben +1, Cleo −1, Dora −3 at 5 cents a point."""
    assert cast.club.players.count() == len(cast.four), "who comes before the evening is a member who stayed away"
    return kept_evening.anew()


@pytest.fixture
def two(cast: Cast) -> tuple[Evening, Evening]:
    """Return two evenings.

    Dora pays Anna 0.15 and Cleo pays Ben 0.05; a week later Anna pays Ben 0.10 and Cleo pays Dora 0.10.
    """
    return purse.evening(cast, day=date(2025, 3, 12)), purse.evening(cast, AGAINST, day=date(2025, 3, 19))


@pytest.fixture
def cleo(cast: Cast) -> Client:
    return phone(cast, "Cleo")
