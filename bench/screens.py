"""What do screens in the room cost? `python -m bench.screens [SCREENS] [TABLES]`, 20 screens and 10 tables without.

An evening and a tournament in a database of its own, one minute of each: every screen asks every five seconds, and at
each table a game is saved in three minutes. Told are the requests a second, the queries of each, the processor's time,
and how large the page is. Ends with 1 beyond 4 requests a second for 20 screens, 5 queries, or 40 kB.
"""

from __future__ import annotations

import gzip
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import uuid4

if TYPE_CHECKING:
    from django.test import Client

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models import Club
    from dokoclub.evenings.models import Sheet
    from dokoclub.screens.models import ScreenLink

SCREENS, TABLES = 20, 10
EVERY: Final = 5  # seconds between two questions of a screen, as in static/js/screen.js
MINUTE: Final = 60
GAME_LASTS: Final = 180  # seconds, at a table
MOST_REQUESTS: Final = 4 / SCREENS  # a second, of one screen
MOST_QUERIES: Final = 5
MOST_BYTES: Final = 40_000


class Asked(NamedTuple):
    status: int
    queries: int
    ms: float  # of the processor


def main() -> int:
    screens = int(sys.argv[1]) if len(sys.argv) > 1 else SCREENS
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else TABLES
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        os.environ |= {"DATA_DIR": home, "LOG_LEVEL": "ERROR", "DJANGO_SETTINGS_MODULE": "dokoclub.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("prepare", stdout=open(os.devnull, "w"))  # noqa: SIM115
        print(f"{screens} screens, {tables} tables, load {os.getloadavg()[0]:.1f}")
        wrong = [what for name, link, write in rooms(tables) for what in measure(name, link, write, screens, tables)]
    print(*wrong, sep="\n")
    return 1 if wrong else 0


def rooms(tables: int) -> Iterator[tuple[str, ScreenLink, Callable[[int], None]]]:
    """What is shown, its link, and how a game is saved at one of its tables."""
    from dokoclub.accounts.models import Account
    from dokoclub.clubs.services.clubs import found_club
    from dokoclub.evenings.services import NewSheet, open_evening
    from dokoclub.screens.access import Target
    from dokoclub.screens.services.links import make_screen
    from dokoclub.tournaments.models import Tournament
    from dokoclub.tournaments.services import Listed, enter_entrants, found_tournament, plan_seating, start_round
    from scoring.rules.presets import PRESETS
    from scoring.rules.rules import store_rules

    owner = Account.objects.create_user("bench")
    club = found_club(name="Linde", preset="ddv", player_name="", key=uuid4(), by=owner)
    rules = PRESETS["ddv"].rules
    seated = people(club, tables * 4)
    new = [
        NewSheet(players=seated[place * 4 : place * 4 + 4], rules=rules, table=str(place + 1))
        for place in range(tables)
    ]
    evening = open_evening(club, new, key=uuid4(), by=owner)
    sheets = list(evening.sheets.order_by("pk"))
    yield "evening", make_screen(Target(club, evening=evening), by=owner), saver(sheets, owner)

    facts: dict[str, Any] = {"name": "Turnier", "rules": store_rules(rules)}
    one = found_tournament(club, facts, key=uuid4(), by=owner)
    enter_entrants(one, [], [Listed(f"Turniergast {number}") for number in range(tables * 4)], by=owner)
    plan_seating(one)
    start_round(one, 1, by=owner)
    one = Tournament.objects.get(pk=one.pk)
    assert one.evening is not None
    sheets = list(one.evening.sheets.order_by("pk"))
    yield "tournament", make_screen(Target(club, tournament=one), by=owner), saver(sheets, owner)


def people(club: Club, number: int) -> list[Any]:
    from dokoclub.clubs.models import Player

    names = [f"Spieler {place}" for place in range(number)]
    return Player.objects.bulk_create(Player(club=club, name=name, folded_name=name.casefold()) for name in names)


def saver(sheets: list[Sheet], by: Account) -> Callable[[int], None]:
    from dokoclub.evenings.services import NewRow, write_on

    def save(number: int) -> None:
        sheet = sheets[number % len(sheets)]
        four = list(sheet.players)
        facts = {"kind": "normal", "re": four[:2], "kontra": four[2:], "re_points": 131}
        with write_on(sheet, by=by) as work:
            work.write(NewRow(facts=facts, uuid=uuid4()))

    return save


def measure(name: str, link: ScreenLink, save: Callable[[int], None], screens: int, tables: int) -> Iterator[str]:
    """What is beyond its bound."""
    from django.test import Client
    from django.urls import reverse

    from dokoclub.evenings.services import link_token

    token = link_token(link)
    client = Client(headers={"Host": "localhost"})  # one for all: making it takes longer than asking
    page = client.get(reverse("screens:open_screen", args=[token])).content
    follow = reverse("screens:follow_screen", args=[token])
    versions, asked, saved = [version_in(page.decode())] * screens, [], 0
    for second in range(MINUTE):
        if second * tables // GAME_LASTS > saved or second == EVERY:
            saved += 1
            save(saved)
        for screen in range(second % EVERY, screens, EVERY):  # one after the other, not all at once
            answer, version = ask(client, follow, versions[screen])
            versions[screen] = version or versions[screen]
            asked.append(answer)
    new, nothing = [one for one in asked if one.status == 200], [one for one in asked if one.status == 204]
    most = max(one.queries for one in asked)
    each = len(asked) / MINUTE / screens
    print(
        f"{name:10} {len(asked) / MINUTE:.1f} requests a second, {saved} games saved; nothing new: {len(nothing)} × "
        f"{median(one.ms for one in nothing):.1f} ms, {max(one.queries for one in nothing)} queries; new: {len(new)} × "
        f"{median(one.ms for one in new):.1f} ms (first {max(one.ms for one in new):.1f} ms), {most} queries at most; "
        f"page {len(page) / 1000:.1f} kB, as sent {len(gzip.compress(page)) / 1000:.1f} kB"
    )
    yield from [f"{name}: more than 4 requests a second for 20 screens"] if each > MOST_REQUESTS else []
    yield from [f"{name}: {most} queries"] if most > MOST_QUERIES else []
    yield from [f"{name}: {len(page)} bytes"] if len(page) > MOST_BYTES else []


def ask(client: Client, follow: str, version: str) -> tuple[Asked, str]:
    """And the new version, where there is one."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as queries:
        begin = time.process_time()
        answer = client.get(follow, {"version": version})
        took = (time.process_time() - begin) * 1000
    return Asked(answer.status_code, len(queries), took), version_in(answer.content.decode())


def version_in(page: str) -> str:
    found = re.search(r'data-version="(\w+)"', page)
    return found[1] if found else ""


if __name__ == "__main__":
    sys.exit(main())
