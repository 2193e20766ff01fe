"""A Friday evening on a small cluster: `make cluster`, with MINUTES=10 and TABLES=0.
On this machine, on sockets and the loopback, thrown away afterwards: PostgreSQL with a synchronous standby, PgBouncer
by transaction, Redis, two app nodes and HAProxy, from Debian's packages (unpacked into a temporary folder if they are
not installed), configured with the very texts of docs/operations.md. An unavailable program is LEFT OUT by name.
The run measures the cost of the standby for a save; searches by steps (TABLES=0) how many tables can meet with 95 % of
all answers below 500 ms; and then they meet for MINUTES, while a node, the cache and the primary are killed. Locust
plays the crowd, on the same cores. Ends with 1 if an answered game is lost or doubled, or anything is wrong for over
30 s.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import dev
from bench.cluster.scene import LOST, Scene, databases_in, have_postgres, nodes_at
from bench.serving import throw_away_when_told_to_end

LEAST: Final = 8  # clubs, with enough sheets to measure the standby's price


def main() -> int:
    parser = argparse.ArgumentParser(prog="make cluster", description=__doc__)
    parser.add_argument("minutes", type=float, nargs="?", default=float(os.environ.get("MINUTES") or 10))
    parser.add_argument("--locust", type=Path, help="a Python that has it; without: one is made in .tools")
    parser.add_argument("--tables", type=int, default=int(os.environ.get("TABLES") or 0), help="0: search")
    parser.add_argument("--every", type=float, default=180, help="seconds between two games of a table")
    parser.add_argument("--first", type=int, default=20, help="tables, with which the search begins")
    parser.add_argument("--most", type=int, default=600, help="tables: so many clubs are made")
    parser.add_argument("--step", type=float, default=30, help="seconds of each step of the search")
    parser.add_argument("--processes", type=int, default=1, help="of each node")
    parser.add_argument("--without", choices=[*LOST, "standby"], action="append", default=[])
    told = parser.parse_args()
    bin_folder = have_postgres()
    if bin_folder is None:
        return 0
    throw_away_when_told_to_end()
    with (
        tempfile.TemporaryDirectory(prefix="dokoclub-cluster-", ignore_cleanup_errors=True) as folder,
        databases_in(Path(folder), bin_folder, tuple(told.without)) as scene,
    ):
        return play(scene, told)


def play(scene: Scene, told: argparse.Namespace) -> int:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from bench.cluster.filling import fill_clubs, highest_entry
    from bench.cluster.price import measure_price, show_price

    with open(os.devnull, "w") as nowhere:
        call_command("prepare", stdout=nowhere)
    plan = fill_clubs(max(told.tables or told.most, LEAST))
    print(f"{len(plan['tables'])} clubs; load {os.getloadavg()[0]:.1f}", flush=True)
    if "standby" not in told.without:
        scene.pair.start_standby()
    connection.close()
    with nodes_at(scene, told.processes):
        if scene.pair.has_standby:
            print("\n".join(show_price(measure_price(scene.pair, scene.port, plan))), flush=True)
        since = highest_entry()
        connection.close()
        return meet(scene, plan, told, since)


def meet(scene: Scene, plan: dict[str, Any], told: argparse.Namespace, since: int) -> int:
    from bench.cluster import evening

    evening.write_plan(scene.home, plan)
    locust = told.locust or bring_locust()
    if locust is None:
        print("LEFT OUT: locust (neither uv nor pip got it, see above): nobody meets, and nothing is killed.")
        return 0
    crowd = evening.Crowd(locust, scene.home, scene.port, told.every)
    tables = told.tables
    if not tables:
        tables = search(crowd, told)
    if not tables:
        print("Not even the first step stayed below the aim: try --first with fewer tables.")
        return 1
    asked, kills = evening.hold_evening(crowd, scene, tables, told.minutes * 60, step=15)
    return conclude(scene, since, tables, asked, kills)


def search(crowd: Any, told: argparse.Namespace) -> int:
    """Return the largest number of tables that stayed below the aim."""
    from bench.cluster.evening import search_most, show_step
    from bench.cluster.seen import is_fast

    best = 0
    for tables, asked in search_most(crowd, told.first, told.most, told.step):
        print(show_step(tables, asked), flush=True)
        best = max(best, tables) if is_fast(asked) else best
    return best


def conclude(scene: Scene, since: int, tables: int, asked: Any, kills: Any) -> int:
    from django.db import connection

    from bench.chaos.verdict import judge
    from bench.chaos.writers import Book
    from bench.cluster import seen

    connection.close()
    connection.settings_dict |= {"HOST": str(scene.pair.first.folder), "PORT": ""}  # the present primary
    book = Book()
    seen.read_games(scene.home / "games", book)
    print(f"\n{tables} tables, a game every few minutes, for {asked[-1].at - asked[0].at:.0f} s; "
          f"load {os.getloadavg()[0]:.1f}")  # fmt: skip
    print("\n".join(seen.show_table(asked)))
    lasted = seen.seconds_of_errors(asked, kills)
    for kill, seconds in zip(kills, lasted, strict=True):
        wrong = "no error" if seconds is None else f"the last error {seconds:.1f} s later"
        print(f"killed: {kill.what:<14} {wrong:<28} ({kill.note})")
    print(f"{'errors before anything was killed':<36} {seen.count_before(asked, kills)}")
    verdict = judge(book, since=since)
    for name, number in verdict.items():
        print(f"{name:<36} {number}")
    return 0 if seen.is_well(verdict, lasted) else 1


def bring_locust() -> Path | None:
    """Install Locust in a separate environment; return its Python, or None if it is unavailable.
    So its packages never mix with the served ones.
    """
    apart, wanted = dev.TOOLS / "locust", dev.ROOT / "requirements" / "cluster.txt"
    is_here = dev.install_with_uv(apart, wanted) or dev.install_with_pip(apart, wanted)
    return apart / "bin" / "python" if is_here else None


if __name__ == "__main__":
    sys.exit(main())
