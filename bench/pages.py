"""How fast is every page, and saving a game, beside what Django alone costs in the same run? `make bench [ROUNDS]`.

Three servers as `make run` starts them: a bare Django page; the demo club; and one with a single thread on which games
are written, on SQLite as in earnest (a file, synchronous FULL). One client asks everything in turn, round by round, so
that a busy moment of the machine hits all of it. Shown are medians of whole requests, and their ratio to a bare one.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from bench.serving import Question, Visitor, free_port, served

if TYPE_CHECKING:
    from dokoclub.accounts.models import Account

ROUNDS: Final = 40
WARM_UP: Final = 3
BARE: Final = "bare Django page"
BARE_INSERT: Final = "bare insert"
BARE_ROWS: Final = "bare page of 30 rows"
# Issue of the evening: milliseconds that nothing may take longer than.
AIMS: Final = {"save game 50": 25, "sheet of 60 games": 20}

Times = dict[str, list[float]]  # milliseconds of every answer, by what was asked


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home, ExitStack() as stack:
        bare, demo, table = free_port(), free_port(), free_port()
        os.environ |= {"DATA_DIR": home, "DEMO": "1", "LOG_LEVEL": "WARNING", "PUBLIC_URL": f"http://127.0.0.1:{demo}"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
        pages, written = prepared(demo, table)
        stack.enter_context(served("bench.bare", bare))
        stack.enter_context(served("dokoclub.wsgi", demo))
        stack.enter_context(served("dokoclub.wsgi", table))
        show(measured([Question(BARE, bare, "/"), *pages], written, rounds))


def prepared(demo: int, table: int) -> tuple[list[Question], Callable[[], Iterable[Question]]]:
    """The pages of the demo club, and what is asked at a table, anew in each round."""
    import django

    django.setup()
    from django.core.management import call_command

    from bench.evenings import Table
    from dokoclub.accounts.services import demo_visitor

    call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
    at_table = Table(table)
    at_table.cookie = signed_in(at_table.owner)
    return pages_of_demo(demo, signed_in(demo_visitor())), at_table.questions


def signed_in(account: Account) -> str:
    """The cookie of a session."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(account)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


def pages_of_demo(port: int, cookie: str) -> list[Question]:
    from django.urls import reverse

    from dokoclub.clubs.services.demo import demo_club

    club = [demo_club().pk]
    return [
        Question("health", port, "/healthz"),
        Question("sign in", port, reverse("account_login")),
        Question("club", port, reverse("clubs:show_club", args=club), cookie),
        Question("players", port, reverse("clubs:list_players", args=club), cookie),
        Question("rules", port, reverse("clubs:show_rules", args=club), cookie),
    ]


def measured(pages: Sequence[Question], written: Callable[[], Iterable[Question]], rounds: int) -> Times:
    visitor, taken = Visitor(), Times()
    for number in range(-WARM_UP, rounds):
        for questions in (pages, written()):
            for question in questions:
                milliseconds = visitor.ask(question)
                if number >= 0:
                    taken.setdefault(question.name, []).append(milliseconds)
    return taken


def show(taken: Times) -> None:
    medians = {name: statistics.median(times) for name, times in taken.items()}
    beside = medians[BARE]
    print(f"{'whole requests':<26} {'median ms':>9} {'95 % below':>10} {'× bare':>8}")
    for name, times in taken.items():
        if name in (BARE, BARE_INSERT, BARE_ROWS):
            print()
            beside = medians[name]
        high = statistics.quantiles(times, n=20)[-1]
        aim = f"   aim: {AIMS[name]}" if name in AIMS else ""
        print(f"{name:<26} {medians[name]:>9.2f} {high:>10.2f} {medians[name] / beside:>8.1f}{aim}")
    times_as_long = medians["save game 50"] / medians["save game 1"]
    print(f"\nThe 50th game takes {times_as_long:.2f} times as long as the 1st (aim: 2 at most).")


if __name__ == "__main__":
    main()
