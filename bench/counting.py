"""How fast are the league and its statistics of 100,000 games? `python -m bench.counting [ROUNDS [EVENINGS]]`.

Part of `make bench`. The demo club with 2,100 evenings, on a server as `make run` starts it, beside a bare page of 30
rows behind the same middleware. Each page is asked again and again as when nothing has changed; statistics of all time
also for the first time after a game was written, and after a restart.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import uuid4

from bench.serving import Question, Visitor, free_port, served

if TYPE_CHECKING:
    from dokoclub.clubs.models import Club

ROUNDS: Final = 40
EVENINGS: Final = 2_100  # some 100,000 games
DEMO_AIM: Final = 90  # seconds
WARM_UP: Final = 3
RESTARTS: Final = 5
BARE: Final = "bare page of 30 rows"
NEW_GAME: Final = "the same after a new game"
RESTARTED: Final = "the same after a restart"
ALL: Final = "statistics of all time"
OF_MONTH: Final = "statistics of a month"

Times = dict[str, list[float]]  # milliseconds of whole requests


class Page(NamedTuple):
    path: str  # below that of the club
    aim: float = 0  # × bare; 0: none was said


PAGES: Final = {
    "table of this month": Page("table/{year}-{month:02}/"),
    "table of a year": Page("table/{before}/", 2),
    "table of all time": Page("table/all/"),
    OF_MONTH: Page("statistics/{year}-{month:02}/"),
    "statistics of a year": Page("statistics/{before}/", 4),
    ALL: Page("statistics/all/", 6),
    "a player's, of all time": Page("players/{player}/statistics/all/"),
    "who with whom, of all time": Page("statistics/all/matrix/"),
}
AIMS: Final = {name: page.aim for name, page in PAGES.items()} | {NEW_GAME: 12, RESTARTED: 12}


def main() -> None:
    rounds, evenings = ([int(word) for word in sys.argv[1:3]] + [ROUNDS, EVENINGS][len(sys.argv[1:3]) :])[:2]
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        port = free_port()
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "WARNING", "PUBLIC_URL": f"http://127.0.0.1:{port}", "DEMO": "1"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
        club, cookie = filled(evenings)
        show(measured(club, port, cookie, rounds))


def filled(evenings: int) -> tuple[Club, str]:
    """The demo club, and the cookie of its visitor."""
    import django

    django.setup()
    from django.core.management import call_command

    from bench.pages import signed_in
    from dokoclub.accounts.services import demo_visitor
    from dokoclub.clubs.services.demo import demo_club
    from dokoclub.evenings.models import Entry

    with open(os.devnull, "w") as nowhere:
        call_command("migrate", verbosity=0)
        start = time.perf_counter()
        call_command("seed_demo", evenings=evenings, stdout=nowhere)
        took = time.perf_counter() - start
        call_command("prepare", stdout=nowhere)
    games = Entry.objects.games().count()
    print(f"The demo club has {games:,} games, made in {took:.0f} s (aim: {DEMO_AIM} for 100,000).\n", flush=True)
    return demo_club(), signed_in(demo_visitor())


def measured(club: Club, port: int, cookie: str, rounds: int) -> Times:
    questions = list_questions(club, port, cookie)
    by_name = {question.name: question for question in questions}
    of_all, of_month = by_name[ALL], by_name[OF_MONTH]
    taken: Times = {}
    visitor = Visitor()
    with served("dokoclub.wsgi", port):
        for number in range(-WARM_UP, rounds):
            for question in questions:
                note(taken, question.name, visitor.ask(question), counts=number >= 0)
        for number in range(-WARM_UP, rounds):
            write_game(club)
            note(taken, NEW_GAME, visitor.ask(of_all), counts=number >= 0)
            note(taken, BARE, visitor.ask(questions[0]), counts=number >= 0)
    for _ in range(RESTARTS):
        visitor = Visitor()
        with ExitStack() as stack:
            stack.enter_context(served("dokoclub.wsgi", port))
            for question in (questions[0], of_month) * 4:  # the process is warm, but knows nothing of this page
                visitor.ask(question)
            note(taken, RESTARTED, visitor.ask(of_all))
    return taken


def note(taken: Times, name: str, milliseconds: float, *, counts: bool = True) -> None:
    if counts:
        taken.setdefault(name, []).append(milliseconds)


def list_questions(club: Club, port: int, cookie: str) -> list[Question]:
    from django.urls import reverse

    from dokoclub.evenings.models.evening import date_of_play

    today, below = date_of_play(), reverse("clubs:show_club", args=[club.pk])
    player = club.players.playing().order_by("pk")[0].pk
    gaps = {"year": today.year, "month": today.month, "before": today.year - 1, "player": player}
    pages = [Question(name, port, below + page.path.format(**gaps), cookie) for name, page in PAGES.items()]
    return [Question(BARE, port, "/bare/rows/", cookie), *pages]


def write_game(club: Club) -> None:
    """On tonight's table."""
    from dokoclub.evenings.models import Sheet
    from dokoclub.evenings.services import NewRow, write_on

    sheet = Sheet.objects.open().filter(evening__club=club).latest("pk")
    four = sheet.players[:4]
    facts = {"kind": "normal", "re": four[:2], "kontra": four[2:], "re_points": 131}
    with write_on(sheet, by=None) as work:
        work.write(NewRow(facts=facts, uuid=uuid4()))


def show(taken: Times) -> None:
    bare = statistics.median(taken[BARE])
    print(f"{'100,000 games':<28} {'median ms':>9} {'95 % below':>10} {'× bare':>7}")
    for name, times in taken.items():
        high = statistics.quantiles(times, n=20)[-1]
        aim = f"   aim: {AIMS[name]:g}" if AIMS.get(name) else ""
        median = statistics.median(times)
        print(f"{name:<28} {median:>9.2f} {high:>10.2f} {median / bare:>7.1f}{aim}")


if __name__ == "__main__":
    main()
