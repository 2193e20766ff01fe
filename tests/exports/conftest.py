"""What the tests of imports and exports may ask for."""

from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.evenings import cast as people
from tests.evenings.cast import Cast
from tests.once import Once, once


@pytest.fixture(scope="module")
def cast_of_module(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Once[Cast]]:
    yield from once(people.cast, django_db_blocker)


@pytest.fixture
def cast(cast_of_module: Once[Cast], db: None) -> Cast:
    return cast_of_module.anew()
