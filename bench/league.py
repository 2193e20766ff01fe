"""How fast is the table of a year? `python -m bench.league [ROUNDS]`, part of `make bench`. Aims are × the bare page.

Three servers, each with a database of its own: 7,000 games in the year and nothing else, the same year behind thirteen
older ones (100,000 games in all), and a year of 28,000 games. One client asks them in turn, beside a bare page of
thirty rows from each. The table reads `Result` rows alone, so only evenings, sheets and results are filled in.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import uuid4

from bench.serving import Question, Visitor, free_port, served

if TYPE_CHECKING:
    from dokoclub.clubs.models import Club, Player
    from dokoclub.evenings.models import Evening, Result, Sheet

ROUNDS: Final = 60
WARM_UP: Final = 5
YEAR: Final = 2025
EVENINGS: Final = 48  # a year
GAMES_A_SHEET: Final = 24
BARE: Final = "bare page of 30 rows"


class Case(NamedTuple):
    name: str
    players: int
    games: int  # in the year
    older: int  # years before it, of as many games
    aim: str


CASES: Final = (
    Case("7,000 games, no other year", 35, 7_000, 0, "aim: 2"),
    Case("7,000 games, 100,000 in all", 35, 7_000, 13, "aim: 2, and 1.3 times the one above"),
    Case("28,000 games", 140, 28_000, 0, "aim: 6"),
)


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home, ExitStack() as stack:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "bench.settings", "LOG_LEVEL": "WARNING"}
        questions = []
        for index, case in enumerate(CASES):
            port = free_port()
            os.environ |= {"DATA_DIR": str(Path(home, str(index))), "PUBLIC_URL": f"http://127.0.0.1:{port}"}
            cookie, path = filled(index)
            stack.enter_context(served("dokoclub.wsgi", port))
            questions.append(Question(f"{BARE} ({index + 1})", port, "/bare/rows/", cookie))
            questions.append(Question(case.name, port, path, cookie))
        show(measured(questions, rounds))


def filled(index: int) -> tuple[str, str]:
    """Cookie of a member, and the address of the table; in a process of its own, because its database is."""
    command = [sys.executable, "-c", f"from bench.league import fill; fill({index})"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    cookie, path = json.loads(said.splitlines()[-1])
    return cookie, path


def measured(questions: list[Question], rounds: int) -> dict[str, list[float]]:
    """Milliseconds of whole requests."""
    visitor = Visitor()
    taken: dict[str, list[float]] = {}
    for number in range(-WARM_UP, rounds):
        for question in questions:
            milliseconds = visitor.ask(question)
            if number >= 0:
                taken.setdefault(question.name, []).append(milliseconds)
    return taken


def show(taken: dict[str, list[float]]) -> None:
    print(f"{'table of a year':<28} {'median ms':>9} {'95 % below':>10} {'× bare':>7}")
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for index, case in enumerate(CASES):
        bare = medians[f"{BARE} ({index + 1})"]
        high = statistics.quantiles(taken[case.name], n=20)[-1]
        median = medians[case.name]
        print(f"{case.name:<28} {median:>9.2f} {high:>10.2f} {median / bare:>7.1f}   {case.aim}")
    alone, behind = (medians[case.name] for case in CASES[:2])
    print(f"{BARE:<28} {statistics.median(medians[f'{BARE} ({n + 1})'] for n in range(len(CASES))):>9.2f}")
    print(f"\nWith the older years it takes {behind / alone:.2f} times as long as without them (aim: 1.3 at most).")


# --- A club of many years --------------------------------------------------------------------------------------------


def fill(index: int) -> None:
    """Into the database of DATA_DIR; prints what `filled` reads."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test import Client
    from django.urls import reverse

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.services.clubs import found_club

    with open(os.devnull, "w") as nowhere:
        call_command("prepare", stdout=nowhere)
    case = CASES[index]
    owner = Account.objects.create_user(username="anna", display_name="Anna")
    club = found_club(name="Bench", preset="hausrunde", player_name="", key=uuid4(), by=owner)
    players = people(club, case.players)
    for year in range(YEAR - case.older, YEAR + 1):
        fill_year(club, players, year, case.games)
    client = Client()
    client.force_login(owner)
    name = settings.SESSION_COOKIE_NAME
    cookie = f"{name}={client.cookies[name].value}"
    print(json.dumps([cookie, reverse("standings:show_table", args=[club.pk, str(YEAR)])]))


def people(club: Club, number: int) -> list[Player]:
    from dokoclub.clubs.models import Player

    names = [f"Spieler {index}" for index in range(number)]
    Player.objects.bulk_create(Player(club=club, name=name, folded_name=name.casefold()) for name in names)
    return list(club.players.all())


def fill_year(club: Club, players: list[Player], year: int, games: int) -> None:
    """`games` on 48 evenings, in one round of as many tables as it takes."""
    from django.db import transaction
    from django.utils import timezone

    from dokoclub.evenings.models import Evening, Result, Sheet

    dice = random.Random(year)
    first = date(year, 1, 4)
    with transaction.atomic():
        evenings = Evening.objects.bulk_create(
            Evening(club=club, date=first + timedelta(days=7 * week), closed_at=timezone.now())
            for week in range(EVENINGS)
        )
        seated = list(tables(evenings, players, round(games / GAMES_A_SHEET), dice))
        sheets = Sheet.objects.bulk_create([sheet for sheet, _ in seated], batch_size=500)
        rows = [row for sheet, (_, four) in zip(sheets, seated, strict=True) for row in results(sheet, four, dice)]
        Result.objects.bulk_create(rows, batch_size=500)


def tables(
    evenings: list[Evening], players: list[Player], number: int, dice: random.Random
) -> Iterator[tuple[Sheet, list[Player]]]:
    """Who sits where: four at most tables, five at some."""
    from dokoclub.evenings.models import Sheet
    from scoring.rules.presets import HAUSRUNDE
    from scoring.rules.rules import store_rules

    rules = store_rules(HAUSRUNDE)
    waiting: list[Player] = []
    for index in range(number):
        evening = evenings[index * EVENINGS // number]
        if len(waiting) < 5:
            waiting = dice.sample(players, len(players))
        four = [waiting.pop() for _ in range(4 if index % 3 else 5)]
        ids = [str(player.pk) for player in four]
        sheet = Sheet(evening=evening, table=str(index), rules=rules, players=ids, first_dealer=four[0], games=24)
        yield sheet, four


def results(sheet: Sheet, four: list[Player], dice: random.Random) -> Iterator[Result]:
    """Points that sum to zero."""
    from dokoclub.evenings.models import Result

    points = [dice.randint(-40, 40) for _ in four[1:]]
    for player, amount in zip(four, [*points, -sum(points)], strict=True):
        yield Result(
            sheet=sheet,
            player=player,
            games=GAMES_A_SHEET,
            decided=GAMES_A_SHEET,
            won=dice.randint(6, 16),
            scores=amount,
            balance=amount,
            solos=dice.randint(0, 3),
            extras={"fuchs": caught} if (caught := dice.randint(0, 3)) else {},
        )


if __name__ == "__main__":
    main()
