"""What the tests of imports and exports may ask for."""

import pytest

from tests.evenings import cast as people
from tests.evenings.cast import Cast


@pytest.fixture
def cast(db: None) -> Cast:
    return people.cast()
