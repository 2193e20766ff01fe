"""What the tests of the evenings may ask for."""

import pytest

from dokoclub.evenings.models import Sheet
from tests.cast import Cast
from tests.evenings import papers


@pytest.fixture
def sheet(cast: Cast) -> Sheet:
    """Anna, Ben, Cleo and Dora under the rules of the DDV; Anna deals first."""
    return papers.sheet(cast)
