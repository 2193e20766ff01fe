"""What do the pages of the rating cost beside the table of the year? `python -m bench.strength [ROUNDS]`.

In the club of 2,000 evenings and 100,000 games (`bench.grown`), in one process, round by round: each page as whoever
comes first after a new game gets it, and again as it is kept. Ratios are to the table of the year of the same round;
the very first page, which counts all games once, is told beside them.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any, Final
from uuid import uuid4

from bench.eight import installed
from bench.grown import YEAR

ROUNDS: Final = 15
TABLE: Final = "table of the year"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with installed("SQLite") as (_, plan):
        import django

        django.setup()
        show(measured(plan, rounds))


def measured(plan: dict[str, Any], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of the processor by what was asked."""
    from django.test import Client

    from dokoclub.clubs.models import Club
    from dokoclub.standings import services

    club = Club.objects.get(pk=plan["many"]["club"])
    services.switch_rating(club, True)
    client = Client(headers={"Cookie": plan["cookies"][0], "Host": "127.0.0.1"})
    player = club.players.filter(guest=False).order_by("pk")[0].pk
    pages = {
        TABLE: f"table/{YEAR}/",
        "rating": "rating/",
        "a player's rating": f"players/{player}/rating/",
        "statistics of all time": "statistics/all/",
    }

    def asking(page: str) -> Callable[[], object]:
        return lambda: answered(client.get(f"/clubs/{club.pk}/{page}").status_code)

    found: dict[str, list[float]] = {f"{name}, the very first": [timed(asking(page))] for name, page in pages.items()}
    for _ in range(rounds):
        for name, page in pages.items():
            write_game(plan)
            found.setdefault(f"{name}, after a new game", []).append(timed(asking(page)))
            found.setdefault(f"{name}, kept", []).append(timed(asking(page)))
    return found


def answered(status: int) -> None:
    assert status == 200, status


def write_game(plan: dict[str, Any]) -> None:
    from dokoclub.evenings.models import Sheet
    from dokoclub.evenings.services import NewRow, write_on

    players = [str(player) for player in plan["players"]["replayed"]][:4]
    facts = {"kind": "normal", "re": players[:2], "kontra": players[2:], "re_points": 131}
    sheet = Sheet.objects.get(pk=plan["sheets"]["replayed"][0])
    with write_on(sheet, by=None) as work:
        work.write(NewRow(facts=facts, uuid=uuid4()))


def timed(work: Callable[[], object]) -> float:
    """Milliseconds of the processor, so that what else the machine does plays no part."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1000


def show(found: dict[str, list[float]]) -> None:
    print(f"load: {os.getloadavg()[0]:.1f}")
    for name, times in found.items():
        of = f"{TABLE},{name.partition(',')[2]}"
        print(f"{name:45} {median(times):8.1f} ms  {median(times) / median(found[of]):6.1f} × {TABLE}")


if __name__ == "__main__":
    main()
