"""Cost of a page in installations of 10, 100, 1,000 and 5,000 clubs: `python -m bench.sizes [CLUBS …]`.
On one temporary PostgreSQL, a database each, filled with clubs of equal size: the product builds one, and it is
copied (`bench.sizes.copying`). Every page that the owner of a club can read is requested in turn from servers without
a cache, and a game is saved; then PostgreSQL explains every query of every page in the largest.
Ends with 1 if a page takes over 1.2 times as much processor time there as in the smallest (app and database; the
clock's ratio is shown next to it), or reads a growing table from end to end. `--games 400`: of each club, so 2 million
in 5,000 of them, on some 8 GB; `--folder`: the place for the databases.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from bench.chaos.site import backends_of
from bench.serving import Question, Visitor, free_port, served, throw_away_when_told_to_end
from bench.sizes.verdict import AIM, Taken, Times, compare, find_slower, see_page
from bench.usage import read_usage, seconds_of, spend_between
from tests.throwaway_postgres import MISSING, Cluster, cluster, programs

SIZES: Final = [10, 100, 1000, 5000]
ROUNDS: Final = 7
AGAIN: Final = (
    4  # times at most, with more rounds each, for what seems slow: a busy moment of the machine is no finding
)
LOADING: Final = "-c fsync=off -c full_page_writes=off -c wal_level=minimal -c max_wal_senders=0 -c shared_buffers=1GB"
SERVER: Final = {
    "DJANGO_SETTINGS_MODULE": "bench.sizes.settings",
    "LOG_LEVEL": "ERROR",
    "NIGHTLY": "0",
    "HOST": "127.0.0.1",
    "PUBLIC_URL": "http://127.0.0.1",  # the cookies of all sizes have the same names
}
ROOT: Final = Path(__file__).resolve().parents[2]

Told = dict[int, dict[str, Any]]
Asks = dict[str, dict[int, Callable[[], Question]]]  # by page and size


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.sizes", description=__doc__)
    parser.add_argument("clubs", type=int, nargs="*", default=SIZES)
    parser.add_argument("--games", type=int, default=400, help="of each club")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--plans", action="store_true", help="no times: only how PostgreSQL finds what is asked for")
    parser.add_argument("--folder", default=None, help="where the databases lie meanwhile")
    told = parser.parse_args()
    bin_folder = programs()
    if bin_folder is None:
        print(f"LEFT OUT: all of it. {MISSING}", file=sys.stderr)
        return 0
    throw_away_when_told_to_end()
    tempfile.tempdir = told.folder
    with cluster(bin_folder, options=LOADING) as made, tempfile.TemporaryDirectory(prefix="dokoclub-sizes-") as home:
        os.environ |= made.environment
        filled = {number: fill(number, told.games, made.address, Path(home)) for number in sorted(told.clubs)}
        taken = measure(filled, made, 0 if told.plans else told.rounds)
        whole = explain(filled, taken.keys(), Path(home))
    wrong = [] if told.plans else [name for name, times in taken.items() if is_wrong(name, times)]
    return 1 if wrong or whole else 0


def fill(number: int, games: int, address: str, home: Path) -> dict[str, Any]:
    """Fill a database with `number` clubs; return the plan for requests."""
    name, began = name_of(number), time.monotonic()
    socket = address.removeprefix("postgres:///").removesuffix("/postgres")
    subprocess.run(["createdb", f"--host={socket}", name], check=True)
    (home / name).mkdir()
    own = SERVER | {"DATABASE_URL": address.removesuffix("postgres") + name, "DATA_DIR": str(home / name)}
    command = [sys.executable, "-m", "bench.sizes.fill", str(number), str(games)]
    said = subprocess.run(command, env=os.environ | own, stdout=subprocess.PIPE, text=True, check=True).stdout
    told = json.loads(said.splitlines()[-1])
    print(f"{number:>6} clubs, {number * games:>9} games: {told['bytes'] / 2**20:>6.0f} MB in "
          f"{time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
    return dict(told) | {"variables": own}


def name_of(number: int) -> str:
    """Return the name of the database with so many clubs."""
    return f"clubs_{number}"


# --- Times ------------------------------------------------------------------------------------------------------------


def measure(filled: Told, made: Cluster, rounds: int) -> dict[str, Times]:
    """Return the times of each page by size.
    One client asks all servers in turn, so that a busy moment affects all.
    """
    import django

    os.environ |= SERVER | filled[min(filled)]["variables"]
    django.setup()
    from bench.sizes.pages import SAVE, list_pages, save_pages

    with ExitStack() as stack:
        servers = {number: serve(stack, told) for number, told in filled.items()}
        ports = {number: port for number, (port, _) in servers.items()}
        meter = Meter(made, {number: master for number, (_, master) in servers.items()})
        visitor = Visitor(timeout=60)
        pages: Asks = {SAVE: {}}
        for number, told in filled.items():
            saves = save_pages(told["gaps"])
            pages[SAVE][number] = asks(saves, ports[number], told["cookie"])
            for page in list_pages(told["gaps"]):
                question = Question(page.name, ports[number], page.path, told["cookie"])
                pages.setdefault(page.name, {})[number] = lambda question=question: question  # type: ignore[misc]
        answered = {name: by for name, by in pages.items() if all(is_page(visitor, by[n]()) for n in by)}
        print(f"{len(answered)} pages of {len(pages)} are asked; the others lead on, or need a token", flush=True)
        taken: dict[str, Times] = {name: {number: [] for number in filled} for name in answered}
        for turn in range(AGAIN if rounds else 0):
            doubtful = {name: answered[name] for name in find_slower(taken)} if turn else answered
            ask_in_turns(visitor, meter, doubtful, taken, rounds * (turn + 1))
    if rounds:
        print("\n".join(compare(taken)), flush=True)
    return taken


class Meter:
    """A meter of the processor time that the server and the database of each size have used so far."""

    def __init__(self, made: Cluster, masters: dict[int, int]) -> None:
        self._made, self._masters = made, masters

    def take(self, number: int, ask: Callable[[], float]) -> Taken:
        """Run `ask`, which returns milliseconds, and return the time that it took."""
        app, database = read_usage(self._masters[number]), self._database(number)
        clock = ask()
        spent = sum(spend_between(app, read_usage(self._masters[number])).values())
        return Taken(clock, 1000 * (spent + self._database(number) - database))

    def _database(self, number: int) -> float:
        return sum(seconds_of(pid) for pid in backends_of(self._made, database=name_of(number)))


def serve(stack: ExitStack, told: dict[str, Any]) -> tuple[int, int]:
    """Start a server; return the port, and the process that started the workers."""
    port, before = free_port(), dict(os.environ)
    os.environ |= told["variables"]
    master = stack.enter_context(served("dokoclub.wsgi", port))
    os.environ.clear()
    os.environ.update(before)
    return port, master.pid


def asks(pages: Iterator[Any], port: int, cookie: str) -> Callable[[], Question]:
    def ask() -> Question:
        page = next(pages)
        return Question(page.name, port, page.path, cookie, page.form, base=page.base)

    return ask


def is_page(visitor: Visitor, question: Question) -> bool:
    try:
        visitor.read(question)
    except SystemExit:
        return False
    return True


def ask_in_turns(visitor: Visitor, meter: Meter, pages: Asks, taken: dict[str, Times], rounds: int) -> None:
    for number in range(rounds):
        for name, by_size in pages.items():
            for size in sorted(by_size, reverse=bool(number % 2)):
                question = by_size[size]()
                taken[name][size].append(meter.take(size, lambda question=question: visitor.ask(question)))  # type: ignore[misc]


def is_wrong(name: str, times: Times) -> bool:
    from bench.sizes.pages import WHOLE_INSTALL

    return name not in WHOLE_INSTALL and see_page(times).ratio > AIM


# --- Plans ------------------------------------------------------------------------------------------------------------


def explain(filled: Told, pages: Sequence[str] | Any, home: Path) -> list[Any]:
    """List the growing tables that pages in the largest database read from end to end."""
    from bench.sizes.pages import WHOLE_INSTALL

    small, large = filled[min(filled)], filled[max(filled)]
    growing = [table for table, rows in large["rows"].items() if rows > 2 * small["rows"].get(table, 0)]
    file = home / "asked.json"
    file.write_text(json.dumps(large | {"growing": growing, "pages": [*pages]}), encoding="utf-8")
    command = [sys.executable, "-m", "bench.sizes.plans", str(file)]
    own = os.environ | large["variables"]
    said = subprocess.run(command, env=own, stdout=subprocess.PIPE, text=True, check=True).stdout
    told = json.loads(said.splitlines()[-1])
    print(f"{told['queries']} queries explained, on {len(growing)} tables that grow")
    found = [one for one in told["found"] if one["page"] not in WHOLE_INSTALL]
    for one in told["found"]:
        left = " (counts the whole install)" if one["page"] in WHOLE_INSTALL else ""
        print(f"  {one['page']}: {one['how']} of {one['table']}, {one['rows']:.0f} rows{left}\n      {one['sql']}")
    return found


if __name__ == "__main__":
    sys.exit(main())
