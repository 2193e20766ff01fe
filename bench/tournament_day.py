"""A whole tournament day in browsers: `python -m bench.tournament_day [GAMES]`, lists of 24 if none is said.

Twenty people, five tables, three rounds, two phones a table, one table without a network for a round; the standing is
compared with the engine's. The tests play the same day with lists of four (tests/browser/test_tournament_day.py).
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

GAMES: Final = "24"
TEST: Final = "tests/browser/test_tournament_day.py"


def main(arguments: Sequence[str]) -> int:
    (games,) = [*arguments, GAMES][:1]
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-o", "faulthandler_timeout=0", TEST]
    began = time.monotonic()
    done = subprocess.run(command, env=os.environ | {"DOKO_GAMES": games}, check=False)
    print(f"A day of {games} games a list took {time.monotonic() - began:.0f} s.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
