"""How fast money is settled, beside the aims: an evening of ten in the fewest payments, a year of forty players.

Part of `make bench`; needs nothing but Python. One thread, the worst of several runs of processor time.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from scoring.corrections import OpenTransfer, clearing, netting
from scoring.transfers import EXACT_UP_TO, Transfer, fewest

RUNS = 15
PLAYERS = 40
EVENINGS = 48
TRANSFERS_AN_EVENING = 30
EXACT_AIM, YEAR_AIM = 200, 50  # milliseconds


def main() -> None:
    print(f"Settlement, Python {sys.version.split()[0]}, one thread, the worst of {RUNS} runs of processor time\n")
    show("the exact minimum for 10 people", lambda: fewest(hardest(10)), EXACT_AIM)
    show(f"the same for {EXACT_UP_TO}, the most that are searched", lambda: fewest(hardest(EXACT_UP_TO)), EXACT_AIM)
    year = open_transfers()
    seats = range(1, PLAYERS + 1)
    show(f"{len(year)} open transfers of {PLAYERS} players, cleared", lambda: clearing(year, seats), YEAR_AIM)
    show("the same, netted for two of them", lambda: netting(1, 2, year), None)


def hardest(people: int) -> list[int]:
    """Claims of which no few sum to 0, so that every set of people has to be looked at."""
    claims = [3**place for place in range(people - 1)]
    return [*claims, -sum(claims)]


def open_transfers() -> list[OpenTransfer]:
    """A year in which nobody ever paid."""
    chance = random.Random(PLAYERS)
    found = []
    for number in range(EVENINGS * TRANSFERS_AN_EVENING):
        payer, receiver = chance.sample(range(1, PLAYERS + 1), 2)
        found.append(OpenTransfer(number, Transfer(payer, receiver, chance.randrange(1, 500))))
    return found


def show(what: str, do: Callable[[], object], aim: int | None) -> None:
    times = []
    for _ in range(RUNS):
        before = time.process_time()
        do()
        times.append((time.process_time() - before) * 1000)
    told = f"aim: under {aim} ms" if aim else ""
    print(f"  {what:<58} {max(times):8.2f} ms   {told}")


if __name__ == "__main__":
    main()
