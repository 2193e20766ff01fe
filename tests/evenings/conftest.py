"""What the tests of the evenings may ask for."""

import pytest

from dokoclub.evenings.models import Sheet
from tests.evenings import cast as people
from tests.evenings.cast import Cast


@pytest.fixture
def cast(db: None) -> Cast:
    return people.cast()


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    """Anna, Ben, Cleo and Dora under the rules of the DDV; Anna deals first."""
    return people.sheet(cast)
