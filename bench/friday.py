"""100,000 clubs on a Friday at 21:00, as a queue: `python -m bench.friday [CLUBS] [--seed 1]`. A simulation, no trial.

Installs are cells that know nothing of each other. In each, requests come at random (Poisson: there are thousands of
phones, none of which waits for another), wait in one line for a core of the app nodes, and then in another one for a
core of the database; service times are exponential, so worse than measured ones, which vary less. A save also waits
for the standby. ASSUMED names what was assumed, COSTS what was measured; change both by your own figures. The same seed
gives the same numbers.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

AIM: Final = 0.5  # seconds: 95 % shall be below
BUSY: Final = 0.7  # of the cores at most: the rest is for what breaks, and for what nobody has assumed


class Assumed(NamedTuple):
    """About people."""

    playing: float = 0.25  # of the clubs on a Friday at 21:00
    tables: float = 1.5  # in each that plays
    minutes: float = 3.0  # between two games of a table
    phones: float = 4.0  # at a table
    awake: float = 0.5  # of these are looked at
    follows: float = 1.5  # seconds between two questions of a phone that is looked at (static/js/sheet.js)
    looks: float = 30.0  # seconds between two pages of who looks at the league: one at each table
    standby: float = 0.003  # seconds that a save waits until the standby has it, on the same network


class Cost(NamedTuple):
    """Seconds of a core for one request: of an app node, and of the database."""

    app: float
    database: float


# Medians of `python -m bench.cores`: what a request takes of a processor of the machine that docs/scale.md names.
COSTS: Final[Mapping[str, Cost]] = {
    "nothing new?": Cost(0.0006, 0.0006),
    "news": Cost(0.0030, 0.0012),
    "save": Cost(0.0050, 0.0021),
    "page": Cost(0.0027, 0.0005),
}


class Answer(NamedTuple):
    kind: str
    seconds: float


class Cell(NamedTuple):
    """Cores of one install."""

    app: int
    database: int


def rates_of(clubs: int, assumed: Assumed) -> dict[str, float]:
    """Requests a second by kind. Each game is news to every phone that is looked at."""
    tables = clubs * assumed.playing * assumed.tables
    games = tables / (60 * assumed.minutes)
    awake = assumed.phones * assumed.awake
    return {
        "nothing new?": tables * awake / assumed.follows - games * awake,
        "news": games * awake,
        "save": games,
        "page": tables / assumed.looks,
    }


def need_cores(rates: Mapping[str, float], costs: Mapping[str, Cost] = COSTS) -> Cell:
    """So many that none is busier than BUSY."""
    app, database = (sum(rate * getattr(costs[kind], of) for kind, rate in rates.items()) for of in Cost._fields)
    return Cell(math.ceil(app / BUSY), math.ceil(database / BUSY))


def simulate_cell(
    rates: Mapping[str, float],
    cell: Cell,
    *,
    seconds: float,
    seed: int,
    standby: float = 0.0,
    costs: Mapping[str, Cost] = COSTS,
) -> list[Answer]:
    """What was asked in so many seconds, in the order in which the app had done its part."""
    dice = random.Random(seed)
    came = sorted((at, kind) for kind, rate in sorted(rates.items()) for at in _arrivals(dice, rate, seconds))
    made = serve([(at, dice.expovariate(1 / costs[kind].app)) for at, kind in came], cell.app)
    asked = sorted((done, begin, kind) for (begin, kind), done in zip(came, made, strict=True))
    found = serve([(at, dice.expovariate(1 / costs[kind].database)) for at, _, kind in asked], cell.database)
    return [
        Answer(kind, done - begin + standby * (kind == "save"))
        for (_, begin, kind), done in zip(asked, found, strict=True)
    ]


def serve(jobs: Sequence[tuple[float, float]], servers: int) -> list[float]:
    """When each is done: (came, takes), the first to come first, by whoever is free."""
    free, done = [0.0] * servers, []
    for came, takes in jobs:
        end = max(came, free[0]) + takes
        heapq.heapreplace(free, end)
        done.append(end)
    return done


def _arrivals(dice: random.Random, rate: float, seconds: float) -> Iterator[float]:
    at = dice.expovariate(rate) if rate else seconds
    while at < seconds:
        yield at
        at += dice.expovariate(rate)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.friday", description=__doc__)
    parser.add_argument("clubs", type=int, nargs="?", default=100_000)
    parser.add_argument("--cell", type=int, default=5000, help="clubs of one install")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    assumed, cells = Assumed(), math.ceil(told.clubs / told.cell)
    rates = rates_of(told.cell, assumed)
    cell = need_cores(rates)
    print("\n".join(f"assumed: {name:<12} {value:g}" for name, value in assumed._asdict().items()))
    print(
        "\n".join(f"a core's seconds: {kind:<14} app {c.app:g}, database {c.database:g}" for kind, c in COSTS.items())
    )
    print(f"\n{told.clubs} clubs in {cells} cells of {told.cell}; in each {cell.app} cores for the app, "
          f"{cell.database} for the database")  # fmt: skip
    answers: list[Answer] = []
    worst = 0.0
    for number in range(cells):
        some = simulate_cell(rates, cell, seconds=told.seconds, seed=told.seed * 1000 + number, standby=assumed.standby)
        worst = max(worst, quantile([one.seconds for one in some], 95))
        answers += some
    print("\n".join(show_answers(answers, told.seconds)))
    print(f"the worst cell: 95 % below {worst * 1000:.0f} ms (aim {AIM * 1000:.0f})")
    print(
        f"all of it: {cells * cell.app} cores for the app, {cells * cell.database} for databases, as many for standbys"
    )


def quantile(values: Sequence[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def show_answers(answers: Sequence[Answer], seconds: float) -> Iterator[str]:
    yield f"{'':<14} {'a second':>10} {'50 %':>7} {'95 %':>7} {'99 %':>7} ms"
    for kind in [*COSTS, "all of them"]:
        times = [one.seconds * 1000 for one in answers if kind in (one.kind, "all of them")]
        at = [quantile(times, percent) for percent in (50, 95, 99)]
        yield f"{kind:<14} {len(times) / seconds:>10.1f} " + " ".join(f"{each:>7.1f}" for each in at)


if __name__ == "__main__":
    main()
