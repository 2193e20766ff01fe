"""How much do eight clients get done, beside one? `python -m bench.eight [ROUNDS] [ROW…]`, part of `make bench`.

A server as `make run` starts it, with a process a core, and a database that has grown (`bench.grown`): on SQLite, and
on a PostgreSQL that is thrown away where its programs are. Each row is asked by one client, then by eight at once,
round by round, so that a busy moment of the machine hits all of them; each ratio is to the bare page or the bare insert
of the same run. The clients are processes that do next to nothing; what they take of the processors is printed, and
where that is over a tenth, eight have to do no more than they do of the bare page. ROW: part of
a row's name, or the name of a database.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from bench.crowd import Crowd, count_cores, gather_crowd
from bench.measures import Measured, Server, measure_rows
from bench.rows import BARE_INSERT, BARE_PAGE, Grown, list_rows
from bench.serving import Question, Visitor, free_port, served
from bench.together import measure_together
from bench.verdicts import show_measured
from tests.throwaway_postgres import cluster, programs

SITE: Final = "dokoclub.wsgi"
ENGINES: Final = ("SQLite", "PostgreSQL")
ROUNDS: Final = 4
CLIENTS: Final = 8
EARNEST: Final = ""  # PostgreSQL waits for the disk, as SQLite does
ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / ".tools" / "bench"  # `make clean` takes it away
MADE_BY: Final = ("bench/grown.py", "bench/clones.py", "bench/games.py", "dokoclub/*/migrations/*.py")


def main() -> None:
    rounds, names = ROUNDS, sys.argv[1:]
    if names and names[0].isdigit():
        rounds, names = int(names[0]), names[1:]
    with gather_crowd(CLIENTS) as crowd:
        for engine in [word for word in names if word in ENGINES] or ENGINES:
            if engine == "PostgreSQL" and programs() is None:
                print("\nPostgreSQL: its programs are not on this machine.")
                continue
            with installed(engine) as (port, plan), served(SITE, port, processes=None) as master:
                print(f"\n{engine}, {count_cores()} cores; load before: {os.getloadavg()[0]:.1f}")
                print(f"All cores together do {measure_together():.2f} × as much as one alone.")
                show_measured(
                    measured(
                        crowd, Server(port, master.pid), plan, rounds, [word for word in names if word not in ENGINES]
                    )
                )


def measured(
    crowd: Crowd, server: Server, plan: dict[str, Any], rounds: int, names: Sequence[str]
) -> dict[str, Measured]:
    grown = Grown(plan)
    rows = list_rows(grown, addresses_of_news(grown, server.port))
    always = (BARE_PAGE, BARE_INSERT)
    wanted = [row for row in rows if not names or row.name in always or any(name in row.name for name in names)]
    return measure_rows(crowd, server, wanted, rounds)


def addresses_of_news(grown: Grown, port: int) -> list[str]:
    """As the page of a sheet names it to each client, whose seal it has, with the version that it shows."""
    sheet, visitor = grown.take_sheet("full"), Visitor()
    pages = [visitor.read(Question("sheet", port, f"/sheets/{sheet}/", cookie)) for cookie in grown.plan["cookies"]]
    return [_address_of_news(page.decode(), grown.plan["version"]) for page in pages]


def _address_of_news(page: str, version: int) -> str:
    told = re.search(r'data-follow="([^"]+)"', page)
    assert told
    return f"{told[1].replace('&amp;', '&')}{'&' if '?' in told[1] else '?'}version={version}"


# --- The install -----------------------------------------------------------------------------------------------------


@contextmanager
def installed(engine: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The port that it shall be served on, and what can be asked there; the environment tells the server the rest."""
    before, port = dict(os.environ), free_port()
    bin_folder = programs()
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
    """Filling an SQLite database takes a quarter of a minute, so it is kept until what makes it changes."""
    kept = KEPT / hashlib.sha256(b"".join(path.read_bytes() for path in made_by())).hexdigest()[:16]
    if not (kept / "plan.json").exists():
        shutil.rmtree(KEPT, ignore_errors=True)
        kept.mkdir(parents=True)
        os.environ["DATA_DIR"] = str(kept)
        plan = filled()
        (kept / "plan.json").write_text(json.dumps(plan))
        os.environ["DATA_DIR"] = str(home)
    shutil.copytree(kept, home, dirs_exist_ok=True)
    return dict(json.loads((home / "plan.json").read_text()))


def made_by() -> Iterator[Path]:
    return (path for pattern in MADE_BY for path in sorted(ROOT.glob(pattern)))


def filled() -> dict[str, Any]:
    """In a process of its own: this one shall stay small."""
    print("Filling a database …", flush=True)
    said = subprocess.run([sys.executable, "-m", "bench.grown"], check=True, capture_output=True, text=True).stdout
    return dict(json.loads(said.splitlines()[-1]))


if __name__ == "__main__":
    main()
