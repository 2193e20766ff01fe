"""What memory do so many processes take? `python -m bench.footprint`, Linux only.

MB that the server has for itself (PSS: what processes share is divided among them), all its processes together: just
started, and after each has shown every page of `bench.rows` to eight clients.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bench.crowd import Crowd, gather_crowd
from bench.eight import CLIENTS, SITE, addresses_of_news, installed
from bench.measures import Server, ask_all
from bench.rows import Grown, list_rows
from bench.serving import served

PROCESSES: Final = (1, 2, 4)
LEFT_OUT: Final = ("all time", "new game", "2,000")  # what only the largest clubs take


def main() -> None:
    with gather_crowd(CLIENTS) as crowd:
        for processes in PROCESSES:
            start, after = measure(crowd, processes)
            print(f"{processes} processes: {start:.0f} MB, later {after:.0f} MB", flush=True)


def measure(crowd: Crowd, processes: int) -> tuple[float, float]:
    with (
        installed("SQLite") as (port, plan),
        served(SITE, port, processes=processes) as master,
    ):
        grown, server = Grown(plan), Server(port, master.pid)
        news = addresses_of_news(grown, port)
        start = own_memory(master.pid)
        for row in list_rows(grown, news):
            if not any(part in row.name for part in LEFT_OUT):
                ask_all(crowd, server, row, CLIENTS, 3)
        return start, own_memory(master.pid)


def own_memory(master: int) -> float:
    """MB of it and of those that it started."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return sum(_kilobytes(process) for process in [str(master), *children]) / 1024


def _kilobytes(process: str) -> int:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


if __name__ == "__main__":
    main()
