"""Does the server grow? `python -m bench.memory [REQUESTS]`: its memory after 2,000 and after 20,000 requests.

Four people of the demo club turn pages (club, hall of fame, money, files, evenings and their sheets), two save games,
on a server as `make run` starts it. Ends with 1 where the memory at the end is more than 1.1 times that after 2,000.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from typing import TYPE_CHECKING, Final

from bench.bombs import memory_of
from bench.serving import Question, Visitor, free_port, served

if TYPE_CHECKING:
    from bench.evenings import Table

REQUESTS: Final = 20_000
FIRST: Final = 2_000
MOST: Final = 1.1
READERS, WRITERS = 4, 2
OF_CLUB: Final = (
    "clubs:show_club",
    "clubs:list_players",
    "clubs:show_rules",
    "evenings:list_evenings",
    "standings:show_hall",
    "settlement:show_overview",
    "settlement:show_cash_box",
    "exports:show_files",
    "exports:print_empty",
    "exports:export_club",
)
OF_EVENING: Final = ("evenings:show_evening", "settlement:show_evening", "evenings:show_evening_chart")
OF_SHEET: Final = ("evenings:show_sheet", "evenings:show_chart", "evenings:show_large", "exports:print_sheet")


def main() -> int:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        port = free_port()
        os.environ |= {"DATA_DIR": home, "DEMO": "1", "LOG_LEVEL": "ERROR", "PUBLIC_URL": f"http://127.0.0.1:{port}"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "dokoclub.settings"
        pages, tables = prepared(port)
        with served("dokoclub.wsgi", port) as server:
            pages = [page for page in pages if is_there(page)]
            print(f"{len(pages)} pages; begin: {memory_of(server.pid):.0f} MB", flush=True)
            counter, sizes = Counter(), {}
            for goal in [*range(FIRST, requests, FIRST), requests]:
                ask_until(goal, counter, pages, tables)
                sizes[goal] = memory_of(server.pid)
                print(f"after {goal:>6}: {sizes[goal]:.0f} MB, load {os.getloadavg()[0]:.1f}", flush=True)
    times = sizes[requests] / sizes[FIRST]
    print(f"{times:.3f} times that after {FIRST} (aim: {MOST} at most)")
    return 0 if times <= MOST else 1


class Counter:
    """Of all threads."""

    def __init__(self) -> None:
        self._lock, self.asked = threading.Lock(), 0

    def goes_on(self, goal: int) -> bool:
        with self._lock:
            self.asked += 1
            return self.asked <= goal


def prepared(port: int) -> tuple[list[Question], list[Iterator[Question]]]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.urls import reverse

    from bench.evenings import Table
    from bench.pages import signed_in
    from dokoclub.accounts.models import Account
    from dokoclub.accounts.services import demo_visitor
    from dokoclub.clubs.services.demo import demo_club
    from dokoclub.evenings.models import Evening, Sheet

    call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
    club, cookie = demo_club(), signed_in(demo_visitor())
    asked = [(name, club.pk) for name in OF_CLUB]
    asked += [
        (name, pk) for pk in Evening.objects.filter(club=club).values_list("pk", flat=True) for name in OF_EVENING
    ]
    asked += [
        (name, pk) for pk in Sheet.objects.filter(evening__club=club).values_list("pk", flat=True) for name in OF_SHEET
    ]
    pages = [Question(name, port, reverse(name, args=[pk]), cookie) for name, pk in asked]
    table = Table(port)
    table.cookie = signed_in(Account.objects.get(username="bench"))
    tables = [saves(table) for _ in range(WRITERS)]
    connection.close()
    return pages, tables


def saves(table: Table) -> Iterator[Question]:
    """Sixty games on one sheet after the other; a generator, so that each thread has its own."""
    sheets = [table._new_sheet() for _ in range(80)]
    return (table._save("save", sheet, number) for sheet in sheets for number in range(1, 61))


def is_there(page: Question) -> bool:
    connection = HTTPConnection("127.0.0.1", page.port)
    connection.request("GET", page.path, headers={"Cookie": page.cookie})
    return connection.getresponse().status == 200


def ask_until(goal: int, counter: Counter, pages: Sequence[Question], tables: Sequence[Iterator[Question]]) -> None:
    counter.asked = min(counter.asked, goal)
    threads = [threading.Thread(target=ask_some, args=(goal, counter, turn(pages, place))) for place in range(READERS)]
    threads += [threading.Thread(target=ask_some, args=(goal, counter, table)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counter.asked = goal


def turn(pages: Sequence[Question], place: int) -> Iterator[Question]:
    """All of them, again and again, each reader from elsewhere."""
    begin = place * len(pages) // READERS
    return itertools.cycle([*pages[begin:], *pages[:begin]])


def ask_some(goal: int, counter: Counter, questions: Iterator[Question]) -> None:
    visitor = Visitor()
    while counter.goes_on(goal):
        visitor.ask(next(questions))


if __name__ == "__main__":
    sys.exit(main())
