"""Two hundred random steps through the kitty and its accounts, five times; more by tests.settlement.walking."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.cast import Cast
from tests.settlement import clearing_walks
from tests.settlement.walking import STEPS, walk_through

# Hundreds of rows in one transaction without statistics: PostgreSQL plans as for empty tables, and takes minutes.
pytestmark = pytest.mark.skipif(connection.vendor == "postgresql", reason="proves sums, on one database as on another")


@pytest.mark.promise("cents")
@pytest.mark.parametrize("seed", range(5))
def test_every_step_comes_to_what_the_oracle_says(cast: Cast, seed: int) -> None:
    walk = walk_through(cast, seed)
    assert sum(walk.seen.values()) == STEPS
    assert len(walk.seen) == 15


@pytest.mark.promise("cents")
@pytest.mark.parametrize("seed", range(3))
def test_clearings_change_nothing_but_who_pays_whom(cast: Cast, seed: int) -> None:
    walk = clearing_walks.walk_through(cast, seed, steps=40)
    assert len(walk.seen) == 7
