"""What a failed comparison of paper shows: the lines that differ."""

import pytest

pytest.register_assert_rewrite("tests.scoring.paper", "tests.scoring.league_paper")
