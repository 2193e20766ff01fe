"""The lines that differ, as the message of a failed comparison of paper."""

import pytest

pytest.register_assert_rewrite("tests.scoring.paper", "tests.scoring.league_paper")
