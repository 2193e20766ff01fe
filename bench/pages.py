"""Speed of every page and of saving a game, compared with Django alone: `python -m bench.pages [ROUNDS] [ROW…]`.
A server as `make run` starts it, and a database that has grown (`bench.grown`, 100,000 games): on SQLite, and on a
temporary PostgreSQL if its programs are installed. One client requests each row in turn, then eight at once, round
by round, so that a busy moment of the machine affects all rows. The output shows medians of whole requests (ms),
processor time of the server for an answer (cpu), answers per second, and ratios to the bare page or the bare insert of
the same run. A row that misses its aim is marked NOT. ROW: part of a row's name, or the name of a database.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from bench.games import UNWRITTEN, Games
from bench.serving import Question, Visitor, free_port, served
from bench.usage import read_usage, spend_between
from tests.throwaway_postgres import cluster, programs

ENGINES: Final = ("SQLite", "PostgreSQL")
ROUNDS: Final = 4
CLIENTS: Final = 8
ALONE, EACH = 12, 6  # answers of one client in a round, and of each of eight
OFTEN: Final = 4  # times as many if no sheet is used up
SECONDS: Final = 3.0  # for one row in one round
EARNEST: Final = ""  # PostgreSQL waits for the disk, as SQLite does
BARE_PAGE, BARE_INSERT = "bare page of 30 rows", "bare insert"
UNCHANGED, CHANGED, SAVED, OF_ALL = 2.5, 8, 7.5, 14  # aims: ratios to the row that each is compared with
ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / ".tools" / "bench"  # `make clean` takes it away
MADE_BY: Final = ("bench/grown.py", "bench/clones.py", "bench/games.py", "dokoclub/*/migrations/*.py")

Asked: TypeAlias = tuple[Question, bool]  # and whether it is measured
Asks: TypeAlias = Callable[[int, int], Iterator[Asked]]  # of one client, so many measured ones
Times: TypeAlias = list[tuple[float, float]]  # begin and end of each answer


class Row(NamedTuple):
    name: str
    asks: Asks
    aim: float | None = None
    beside: str = BARE_PAGE


@dataclass
class Seen:
    """The answers to so many clients, over the rounds."""

    milliseconds: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.milliseconds)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


def main() -> None:
    rounds, names = ROUNDS, sys.argv[1:]
    if names and names[0].isdigit():
        rounds, names = int(names[0]), names[1:]
    for engine in [word for word in names if word in ENGINES] or ENGINES:
        if engine == "PostgreSQL" and programs() is None:
            print("\nPostgreSQL is LEFT OUT: its programs are not on this machine.")
            continue
        with installed(engine) as (port, plan), served("dokoclub.wsgi", port, processes=None) as master:
            print(f"\n{engine}; load before: {os.getloadavg()[0]:.1f}", flush=True)
            rows = [row for row in list_rows(Grown(plan, port)) if is_wanted(row, names)]
            show(rows, measure(rows, rounds, master.pid))


def is_wanted(row: Row, names: Sequence[str]) -> bool:
    words = [word for word in names if word not in ENGINES]
    return not words or row.name in (BARE_PAGE, BARE_INSERT) or any(word in row.name for word in words)


# --- What is asked ----------------------------------------------------------------------------------------------------


class Grown:
    """The installation that `bench.grown` filled."""

    def __init__(self, plan: dict[str, Any], port: int) -> None:
        self.plan, self.port = plan, port
        self.cookies = [re.sub(r"\d+=", f"{port}=", cookie, count=1) for cookie in plan["cookies"]]  # named by the port
        self.waiting = {kind: iter(sheets) for kind, sheets in plan["sheets"].items()}
        self.written: dict[tuple[str, int], tuple[int, str]] = {}  # the game that a client corrects: sheet and row
        self.games = {kind: Games(players) for kind, players in plan["players"].items()}

    def read(self, path: str, *, again: bool = False) -> Asks:
        """Return page reads.
        `again`: by a browser with the present page; a game saved by another row would change it.
        """

        def asks(client: int, number: int) -> Iterator[Asked]:
            etag = self.find_etag(path, client) if again else ""
            return iter([(self._get(path, client)._replace(etag=etag), True)] * number * OFTEN)

        return asks

    def insert(self, client: int, number: int) -> Iterator[Asked]:
        form = {"evening": str(self.plan["few"]["evening"])}
        return iter([(self._get("/bare/insert/", client)._replace(form=form), True)] * number * OFTEN)

    def save(self, kind: str, base: int) -> Asks:
        """Return saves on another sheet each time, with its page open on the phone."""

        def asks(client: int, number: int) -> Iterator[Asked]:
            sheets = [self.take_sheet(kind) for _ in range(number)]
            yield from ((self._get(f"/sheets/{sheet}/", client), False) for sheet in sheets)
            yield from ((self._save(kind, sheet, base, client), True) for sheet in sheets)

        return asks

    def read_after_game(self, path: str, kind: str = "replayed") -> Asks:
        """Return page reads after a saved game. `{}` in the path: the sheet of that game.
        The first game is new, later ones correct it, so that the sheet keeps its length.
        """

        def asks(client: int, number: int) -> Iterator[Asked]:
            for _ in range(number):
                written = self.written.get((kind, client))
                sheet, row = written or (self.take_sheet(kind), "")
                saved = self._save(kind, sheet, None, client, row)
                self.written[kind, client] = (sheet, row or str((saved.form or {})["uuid"]))
                yield saved, False
                yield self._get(path.format(sheet), client), True

        return asks

    def take_sheet(self, kind: str) -> int:
        sheet = next(self.waiting[kind], None)
        if sheet is None:
            raise SystemExit(f"There are no more sheets of the kind {kind!r}: ask for fewer rounds.")
        return int(sheet)

    def find_news(self, sheet: int) -> str:
        """Return the address that a phone with this sheet polls for news."""
        page = Visitor().read(self._get(f"/sheets/{sheet}/", 0)).decode()
        told = re.search(r'data-follow="([^"]+)"', page)
        assert told
        path = told[1].replace("&amp;", "&")
        return f"{path}{'&' if '?' in path else '?'}version={self.plan['version']}"

    def find_etag(self, path: str, client: int) -> str:
        visitor = Visitor()
        visitor.read(self._get(path, client))
        return visitor.etag

    def _save(self, kind: str, sheet: int, base: int | None, client: int, row: str = "") -> Question:
        form = self.games[kind].fill_form() | ({"row": row} if row else {})
        return self._get(f"/sheets/{sheet}/ops/", client)._replace(form=form, base=base)

    def _get(self, path: str, client: int) -> Question:
        return Question(path, self.port, path, self.cookies[client])


def list_rows(grown: Grown) -> Iterator[Row]:
    """Yield pages of a club with ten evenings and of one with 2,000, unchanged and after a game."""
    full, few, many = grown.take_sheet("full"), grown.plan["few"], grown.plan["many"]
    sheet, club = f"/sheets/{full}/", f"/clubs/{many['club']}"
    yield Row(BARE_PAGE, grown.read("/bare/rows/"))
    yield Row(BARE_INSERT, grown.insert, beside=BARE_INSERT)
    yield Row("save game 1", grown.save("empty", UNWRITTEN), SAVED, BARE_INSERT)
    yield Row("save game 50", grown.save("half", grown.plan["version"]), SAVED, BARE_INSERT)
    yield Row("sheet of 60 games", grown.read(sheet), UNCHANGED)
    yield Row("the same, not modified (304)", grown.read(sheet, again=True), 0.6)
    yield Row("the same, nothing new (204)", grown.read(grown.find_news(full)), 1)
    yield Row("sheet, after a game", grown.read_after_game("/sheets/{}/", "full"), 5)
    pages = {
        "club": "/clubs/{club}/",
        "evenings": "/clubs/{club}/evenings/",
        "evening": "/evenings/{evening}/",
        "money": "/clubs/{club}/money/",
        "settlement": "/evenings/{evening}/settlement/",
        "rules": "/clubs/{club}/rules/",
        "players": "/clubs/{club}/players/",
    }
    for name, path in pages.items():
        yield Row(f"{name}, 10 evenings", grown.read(path.format(**few)), UNCHANGED)
        yield Row(f"{name}, 2,000 evenings", grown.read(path.format(**many)), UNCHANGED)
        yield Row(f"{name}, 2,000, after a game", grown.read_after_game(path.format(**many)), CHANGED)
    for name, path, aim in (
        ("table of 7,000 games", f"{club}/table/2025/", CHANGED),
        ("table of 28,000 games", f"{club}/table/2024/", CHANGED),
        ("table of all time", f"{club}/table/all/", CHANGED),
        ("statistics of 7,000 games", f"{club}/statistics/2025/", CHANGED),
        ("statistics of all time", f"{club}/statistics/all/", OF_ALL),
    ):
        yield Row(name, grown.read(path), UNCHANGED)
        yield Row(f"{name}, after a game", grown.read_after_game(path), aim)


# --- Asking -----------------------------------------------------------------------------------------------------------

_together: Any = None  # in a client's process: the barrier at which all eight wait for each other
_visitor = Visitor(timeout=600)


def measure(rows: Sequence[Row], rounds: int, master: int) -> dict[str, tuple[Seen, Seen]]:
    """Return the answers to one client and to eight, by row."""
    seen = {row.name: (Seen(), Seen()) for row in rows}
    barrier = multiprocessing.Barrier(CLIENTS)
    with ProcessPoolExecutor(CLIENTS, initializer=begin_client, initargs=(barrier,)) as pool:
        for number in range(-1, rounds):  # the first one warms up every process
            for row in rows:
                for clients, found in zip((1, CLIENTS), seen[row.name], strict=True):
                    share = ALONE if clients == 1 else EACH
                    jobs = [list(row.asks(client, share if number >= 0 else 3)) for client in range(clients)]
                    before = read_usage(master)
                    times = list(pool.map(ask_all, jobs, [clients > 1] * clients))
                    if number >= 0:
                        note(found, times, sum(spend_between(before, read_usage(master)).values()))
    return seen


def begin_client(barrier: Any) -> None:
    global _together
    _together = barrier


def ask_all(asked: list[Asked], is_together: bool) -> Times:
    """Send the questions until the time for a row is up, but at least one."""
    _visitor.connections.clear()  # the server closes idle connections
    if is_together:
        _together.wait()
    times: Times = []
    end = time.perf_counter() + SECONDS
    for question, is_measured in asked:
        begin = time.perf_counter()
        if begin > end and times:
            break
        _visitor.read(question)
        if is_measured:
            times.append((begin, time.perf_counter()))
    return times


def note(seen: Seen, times: Sequence[Times], processor: float) -> None:
    """Note the times. A rate is counted until the first client has finished: from then on there are fewer."""
    answers = [answer for of_one in times for answer in of_one]
    begin, end = min(begin for begin, _ in answers), min(of_one[-1][1] for of_one in times)
    seen.milliseconds += [(done - asked) * 1000 for asked, done in answers]
    seen.rates.append(sum(done <= end for _, done in answers) / (end - begin))
    seen.processor.append(processor * 1000 / len(answers))


def show(rows: Sequence[Row], seen: dict[str, tuple[Seen, Seen]]) -> None:
    print(f"{'':<40}{'ms':>8}{'cpu':>8}{'in 1 s':>8}{'of eight':>10}{'95 % ms':>9}{'× bare':>8}   aim")
    for row in rows:
        one, eight = seen[row.name]
        times = one.median / seen[row.beside][0].median
        high = statistics.quantiles(eight.milliseconds, n=20)[-1]
        aims = [f"≤ {row.aim:g}{' NOT' if times > row.aim else ''}"] if row.aim else []
        aims += ["eight NOT as many as one"] if eight.rate < one.rate else []
        print(f"{row.name:<40}{one.median:>8.2f}{statistics.median(one.processor):>8.2f}{one.rate:>8.0f}", end="")
        print(f"{eight.rate:>10.0f}{high:>9.0f}{times:>8.2f}   {'; '.join(aims)}", flush=True)


# --- The install ------------------------------------------------------------------------------------------------------


@contextmanager
def installed(engine: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Prepare an installation; yield its port and the plan. The environment configures the server."""
    before, port, bin_folder = dict(os.environ), free_port(), programs()
    postgres = cluster(bin_folder, options=EARNEST) if engine == "PostgreSQL" and bin_folder else nullcontext()
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home, postgres as made:
        os.environ |= {"DATA_DIR": home, "DATABASE_URL": "", "LOG_LEVEL": "ERROR"} | (made.environment if made else {})
        os.environ |= {"PUBLIC_URL": f"http://127.0.0.1:{port}", "DJANGO_SETTINGS_MODULE": "bench.settings"}
        try:
            yield port, filled() if made else copied_to(Path(home))
        finally:
            os.environ.clear()
            os.environ.update(before)


def copied_to(home: Path) -> dict[str, Any]:
    """Copy a filled SQLite database. Filling takes a quarter of a minute, so it is cached until its sources change."""
    made_by = [path.read_bytes() for pattern in MADE_BY for path in sorted(ROOT.glob(pattern))]
    kept = KEPT / hashlib.sha256(b"".join(made_by)).hexdigest()[:16]
    if not (kept / "plan.json").exists():
        shutil.rmtree(KEPT, ignore_errors=True)
        kept.mkdir(parents=True)
        os.environ["DATA_DIR"] = str(kept)
        (kept / "plan.json").write_text(json.dumps(filled()))
        os.environ["DATA_DIR"] = str(home)
    shutil.copytree(kept, home, dirs_exist_ok=True)
    return dict(json.loads((home / "plan.json").read_text()))


def filled() -> dict[str, Any]:
    """Fill a database in a separate process, so that this one stays small."""
    print("Filling a database …", flush=True)
    said = subprocess.run([sys.executable, "-m", "bench.grown"], check=True, capture_output=True, text=True).stdout
    return dict(json.loads(said.splitlines()[-1]))


if __name__ == "__main__":
    main()
