"""What the tests of the money may ask for."""

import pytest

from dokoclub.evenings.models import Evening
from tests.cast import Cast
from tests.settlement import purse


@pytest.fixture
def evening(cast: Cast) -> Evening:
    """Anna +3, Ben +1, Cleo −1, Dora −3 at 5 cents a point; closed."""
    return purse.evening(cast)
