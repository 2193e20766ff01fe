"""Random walks of two phones over a bad network, which must not lose or double games.
`python -m bench.interleavings [WALKS] [SEED]`.
Each is an evening of two phones, up to 30 steps, against the real pages: games, corrections, seats, undoing;
requests and answers that are lost, doubled, delayed and late; a server that fails after its last row; another access
to the sheet. Each walk takes about a third of a second of work. The tests walk a hundred (tests/evenings/phones.py has
the rules).
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Final

WALKS: Final = "1000"
SEED: Final = "1"
TEST: Final = "tests/evenings/test_phones.py"


def main(arguments: Sequence[str]) -> int:
    walks, seed = [*arguments, *(WALKS, SEED)[len(arguments) :]][:2]
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-s", "-x", "-o", "faulthandler_timeout=0", TEST]
    environment = os.environ | {"DOKO_WALKS": walks, "DOKO_SEED": seed}
    met: Counter[str] = Counter()
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as running:
        for line in running.stdout or ():
            told = line.lstrip(".")
            if told.startswith("{'"):
                met += Counter(ast.literal_eval(told))
            elif not told.startswith("{"):
                print(told, end="")
    print(f"{walks} walks: {', '.join(f'{number} {what}' for what, number in met.most_common())}")
    return running.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
