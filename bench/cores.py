"""What does a request take of a processor, in the app and in PostgreSQL? `python -m bench.cores [ROUNDS]`.

Processor time, not the clock's: so it holds on a busy machine, too. One server process on a PostgreSQL that is thrown
away, as docs/scale.md and `bench.friday` count with it. Pages are asked for after a game was saved, as on an evening.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, Final

from bench.chaos.site import backends_of
from bench.friday import BUSY, Assumed, Cost, rates_of
from bench.games import Games
from bench.serving import Question, Visitor, free_port, served
from bench.usage import read_usage, seconds_of, spend_between
from tests.throwaway_postgres import MISSING, Cluster, cluster, programs

ROUNDS: Final = 12
EACH: Final = 10  # requests of a kind in a round
CLUBS, GAMES = "10", "200"
CORES: Final = (2, 16, 64)


def main() -> None:
    rounds = int(sys.argv[1]) if sys.argv[1:] else ROUNDS
    bin_folder = programs()
    if bin_folder is None:
        sys.exit(f"LEFT OUT: all of it. {MISSING}")
    port = free_port()
    with tempfile.TemporaryDirectory() as home, cluster(bin_folder, options="") as made:
        os.environ |= made.environment | {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "NIGHTLY": "0"}
        os.environ |= {"DJANGO_SETTINGS_MODULE": "dokoclub.settings", "PUBLIC_URL": f"http://127.0.0.1:{port}"}
        command = [sys.executable, "-m", "bench.sizes.fill", CLUBS, GAMES]
        said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
        told = json.loads(said.splitlines()[-1])
        with served("dokoclub.wsgi", port) as master:
            costs = measure(Evening(told, port), made, master.pid, rounds)
    show(costs)


class Evening:
    """One sheet on which games are saved, a phone that follows it, and a page of the league."""

    def __init__(self, told: dict[str, Any], port: int) -> None:
        self.gaps, self.cookie, self.port = told["gaps"], told["cookie"], port
        self.visitor, self.games = Visitor(timeout=60), Games(self.gaps["four"])
        self.sheet, self.number = self.gaps["waiting"][0], 0
        self.follow = self._find_follow()

    def ask(self, path: str, form: dict[str, str] | None = None) -> bytes:
        return self.visitor.read(Question(path, self.port, path, self.cookie, form))

    def save(self) -> None:
        self.number += 1
        self.ask(f"/sheets/{self.sheet}/entries/", self.games.fill_form(self.number))

    def hear_nothing(self) -> None:
        self.ask(f"{self.follow}version={self.version}")

    def hear_news(self) -> None:
        """Of the last game."""
        self.ask(f"{self.follow}version={int(self.version) - 1}")

    def look(self) -> None:
        club, month = self.gaps["club_id"], self.gaps["months"][-1]
        self.ask(f"/clubs/{club}/table/{month}/")

    def note_version(self) -> None:
        self.version = re.findall(rb'data-version="(\d+)"', self.ask(f"/sheets/{self.sheet}/"))[0].decode()

    def _find_follow(self) -> str:
        page = self.ask(f"/sheets/{self.sheet}/").decode()
        found = re.findall(r'data-follow="([^"]+)"', page)[0].replace("&amp;", "&")
        return f"{found}{'&' if '?' in found else '?'}"


def measure(evening: Evening, made: Cluster, master: int, rounds: int) -> dict[str, Cost]:
    """Seconds of a core by kind."""
    taken: dict[str, list[Cost]] = {}
    for number in range(-1, rounds):
        for kind, ask, times in list_kinds(evening):
            cost = spend(ask, times, made, master)
            evening.note_version()
            if number >= 0:
                taken.setdefault(kind, []).append(cost)
    return {kind: Cost(*map(statistics.median, zip(*costs, strict=True))) for kind, costs in taken.items()}


def list_kinds(evening: Evening) -> Iterator[tuple[str, Callable[[], None], int]]:
    yield "save", evening.save, EACH
    yield "nothing new?", evening.hear_nothing, EACH
    yield "news", evening.hear_news, EACH
    yield "page", evening.look, EACH


def spend(ask: Callable[[], None], times: int, made: Cluster, master: int) -> Cost:
    app, database = read_usage(master), read_database(made)
    for _ in range(times):
        ask()
    used = sum(spend_between(app, read_usage(master)).values())
    return Cost(used / times, (read_database(made) - database) / times)


def read_database(made: Cluster) -> float:
    """Seconds that its processes for the site have taken so far."""
    return sum(map(seconds_of, backends_of(made)))


def show(costs: dict[str, Cost]) -> None:
    for kind, cost in costs.items():
        print(f"{kind:<14} app {1000 * cost.app:>6.2f} ms, database {1000 * cost.database:>6.2f} ms of a core")
    assumed = Assumed()
    rates = rates_of(1, assumed)
    tables = assumed.playing * assumed.tables
    app = sum(rate * costs[kind].app for kind, rate in rates.items()) / tables
    database = sum(rate * costs[kind].database for kind, rate in rates.items()) / tables
    print(f"a table that plays takes {100 * app:.2f} % of a core of the app, {100 * database:.2f} % of the database's")
    print(f"a core of the app saves {1 / costs['save'].app:.0f} games a second, or answers "
          f"{1 / costs['nothing new?'].app:.0f} phones")  # fmt: skip
    for cores in CORES:
        print(f"{cores:>3} cores, {100 * BUSY:.0f} % busy: {BUSY * cores / (app + database):>7.0f} tables at once")


if __name__ == "__main__":
    main()
