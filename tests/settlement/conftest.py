"""What the tests of the money may ask for."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from dokoclub.evenings.models import Evening
from tests.once import Once, once
from tests.settlement import purse
from tests.settlement.purse import Cast, people


@pytest.fixture(scope="module")
def cast_of_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Once[Cast]]:
    yield from once(people.cast, django_db_blocker)


@pytest.fixture
def cast(cast_of_module: Once[Cast], db: None) -> Cast:
    return cast_of_module.anew()


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """Anna +3, Ben +1, Cleo −1, Dora −3 at 5 cents a point; closed."""
    return purse.evening(cast)
