"""Do tournaments come out right? `python -m bench.tournaments [TOURNAMENTS] [SEED]`, 500 if none is said.

Each has 8 to 168 people, one to four rounds, people who withdraw and come late, corrections, prizes; one in twenty-five
is played game by game, the others by totals. After each round the ledger is checked, seats, sums and ranks are compared
with a book that is kept beside it (tests/tournaments/days.py). The tests play a dozen small ones.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final

TOURNAMENTS: Final = "500"
SEED: Final = "1"
TEST: Final = "tests/tournaments/test_simulated.py"


def main(arguments: Sequence[str]) -> int:
    number, seed = [*arguments, *(TOURNAMENTS, SEED)[len(arguments) :]][:2]
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-s", "-x", "-o", "faulthandler_timeout=0", TEST]
    environment = os.environ | {"DOKO_TOURNAMENTS": number, "DOKO_SEED": seed}
    met: Counter[str] = Counter()
    began = time.monotonic()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        for line in running.stdout or ():
            told = line.lstrip(".")
            if told.startswith("{'"):
                met += Counter(ast.literal_eval(told))
            elif not told.startswith("{"):
                print(told, end="")
    told_of = ", ".join(f"{often:,} {what}" for what, often in met.most_common())
    print(f"{number} days in {time.monotonic() - began:.0f} s: {told_of}")
    return running.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
