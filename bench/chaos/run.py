"""A run of `bench.chaos` on one database, which the environment variables name."""

from __future__ import annotations

import argparse
import os
import re
import statistics
import threading
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.bombs import memory_of
from bench.chaos.killing import Killer
from bench.chaos.site import Site
from bench.chaos.upgrading import Upgrader
from bench.chaos.writers import GAMES, NEVER, Book, Game, Writer
from tests.throwaway_postgres import CAREFUL, Cluster, programs

A_SECOND = 12  # games that a writer may save: enough sheets are prepared for them


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float)
    for name in ("--writers", "--processes", "--servers", "--seed"):
        parser.add_argument(name, type=int)
    parser.add_argument("--pause", type=float)
    parser.add_argument("--calm", action="store_true")
    parser.add_argument("--upgrade", action="store_true")
    parser.add_argument("--cluster", type=Path)
    told = parser.parse_args()
    home = Path(os.environ["DATA_DIR"])
    os.environ |= {"DJANGO_SETTINGS_MODULE": "dokoclub.settings", "LOG_LEVEL": "ERROR", "NIGHTLY": "0"}
    os.environ |= {"PUBLIC_URL": "http://127.0.0.1"}
    cookie, games = prepare(told.writers, told.minutes)
    book, killed = write_and_kill(told, home, cookie, games)
    return 0 if show(book, killed, home) else 1


def prepare(writers: int, minutes: float) -> tuple[str, list[list[list[Game]]]]:
    """Return the writers' cookie, and for each writer the games of each sheet."""
    from bench.serving import set_up, signed_in

    set_up()
    from django.db import connection

    from bench.evenings import Table

    table = Table(0)
    sheets = max(2, int(minutes * 60 * A_SECOND / GAMES))
    games: list[list[list[Game]]] = [[] for _ in range(writers)]
    for pair in range(0, writers, 2):
        for _ in range(sheets):
            sheet = table._new_sheet().pk
            for one in games[pair : pair + 2]:
                one.append([Game(sheet, table.games.fill_form()) for _ in range(GAMES)])
    cookie = signed_in(table.owner)
    connection.close()
    return cookie, games


def write_and_kill(
    told: argparse.Namespace, home: Path, cookie: str, games: Sequence[Sequence[Sequence[Game]]]
) -> tuple[Book, Counter[str]]:
    """Return the book of sent and answered games, and the number of kills by kind."""
    sites = [Site(home, told.processes) for _ in range(told.servers)]
    for site in sites:
        site.wait()
    book, end, done = Book(), threading.Event(), threading.Event()
    ports = [site.port for site in sites]
    writers = [
        Writer(ports, cookie, some, book, done, pause=told.pause, seed=told.seed + number)
        for number, some in enumerate(games)
    ]
    killer = Killer(sites, cluster_in(told.cluster), end, seed=told.seed)
    page = f"/sheets/{games[0][0][0].sheet}/"
    upgrader = Upgrader(sites, home, page, cookie, book, told.minutes * 60)
    disturbing: list[threading.Thread] = [upgrader] if told.upgrade else [] if told.calm else [killer]
    for thread in [*writers, *disturbing]:
        thread.start()
    time.sleep(told.minutes * 6)
    early = [memory_of(site.pid) for site in sites] if told.calm else []
    time.sleep(told.minutes * 54)
    end.set()
    for site, before in zip(sites, early, strict=False):
        print(f"memory of a server                   {before:.0f} → {memory_of(site.pid):.0f} MB")
    for thread in disturbing:
        thread.join()
    done.set()
    for writer in writers:
        writer.join()
    for site in sites:
        site.stop()
    return book, killer.killed


def cluster_in(folder: Path | None) -> Cluster | None:
    bin_folder = programs()
    return Cluster(bin_folder, folder, options=CAREFUL) if folder and bin_folder else None


def show(book: Book, killed: Counter[str], home: Path) -> bool:
    from bench.chaos.verdict import is_well, judge

    verdict = judge(book)
    for name, number in [("killed", sum(killed.values())), *killed.items(), *sorted(book.counts.items())]:
        print(f"{name:<36} {number}")
    for name, told in verdict.items():
        print(f"{name:<36} {told}")
    times = statistics.quantiles([1000 * one for one in book.taken], n=100)
    print(f"a save, whole request: median {times[49]:.0f} ms, 95 % {times[94]:.0f}, 99 % {times[98]:.0f}, "
          f"most {1000 * max(book.taken):.0f}; load {os.getloadavg()[0]:.1f}")  # fmt: skip
    show_log(home / "server.log")
    return is_well(verdict) and not wrong_answers(book)


def wrong_answers(book: Book) -> bool:
    """Return whether there were wrong answers, also to page reads."""
    wrong = [f"{what}answered {status}" for what in ("", "page ") for status in (400, 403, 404, 422, 500)]
    wrong += [f"answered 409 {reason}" for reason in ("closed", "other", "reused")]
    return any(book.counts[name] for name in [*wrong, NEVER, "migrated: not"])


def show_log(log: Path) -> None:
    """Print the errors in the log with their number."""
    found = re.findall(r'"level": "error".*?"message": "([^"]*)"(?:, "error": "(\w+)")?', log.read_text())
    for (message, error), number in Counter(found).most_common(6):
        print(f"    {number} × {message} {error}")


if __name__ == "__main__":
    raise SystemExit(main())
