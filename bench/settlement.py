"""How fast money is settled, beside the aims: an evening of ten in the fewest payments, a year of forty players.

Part of `make bench`. One thread, processor time: the worst of several runs, and for the year as the pages of a club
find it, in a database of its own, the median beside it.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING
from uuid import uuid4

from scoring.money.corrections import OpenTransfer, clear_all, net_between
from scoring.money.transfers import EXACT_UP_TO, Transfer, fewest_payments

if TYPE_CHECKING:
    from dokoclub.clubs.models import Club

RUNS = 15
PLAYERS = 40
EVENINGS = 48
TRANSFERS_AN_EVENING = 30
EXACT_AIM, YEAR_AIM = 200, 50  # milliseconds


def main() -> None:
    print(f"Settlement, Python {sys.version.split()[0]}, one thread, the worst of {RUNS} runs of processor time\n")
    show("the exact minimum for 10 people", lambda: fewest_payments(hardest(10)), EXACT_AIM)
    show(
        f"the same for {EXACT_UP_TO}, the most that are searched",
        lambda: fewest_payments(hardest(EXACT_UP_TO)),
        EXACT_AIM,
    )
    year = open_transfers()
    seats = range(1, PLAYERS + 1)
    show(f"{len(year)} open transfers of {PLAYERS} players, cleared", lambda: clear_all(year, seats), YEAR_AIM)
    show("the same, netted for two of them", lambda: net_between(1, 2, year), None)
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        os.environ |= {"DJANGO_SETTINGS_MODULE": "bench.settings", "LOG_LEVEL": "WARNING", "DATA_DIR": home}
        club = filled(year)
        from dokoclub.settlement.selectors.owing import overview_of

        assert sum(len(pair.lines) for pair in overview_of(club).pairs) == len(year)
        show("the same from the database, every two netted", lambda: overview_of(club), YEAR_AIM)


def hardest(people: int) -> list[int]:
    """Claims of which no few sum to 0, so that every set of people has to be looked at."""
    claims = [3**place for place in range(people - 1)]
    return [*claims, -sum(claims)]


def open_transfers() -> list[OpenTransfer]:
    """A year in which nobody ever paid."""
    chance = random.Random(PLAYERS)
    found = []
    for number in range(EVENINGS * TRANSFERS_AN_EVENING):
        payer, receiver = chance.sample(range(1, PLAYERS + 1), 2)
        found.append(OpenTransfer(number, Transfer(payer, receiver, chance.randrange(1, 500))))
    return found


def filled(year: list[OpenTransfer]) -> Club:
    """A club whose evenings are all settled, and nothing of it is paid."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models import Player
    from dokoclub.clubs.services.clubs import found_club
    from dokoclub.evenings.models import Evening
    from dokoclub.settlement import models

    with open(os.devnull, "w") as nowhere:
        call_command("prepare", stdout=nowhere)
    owner = Account.objects.create_user(username="anna", display_name="Anna")
    club = found_club(name="Bench", preset="hausrunde", player_name="", key=uuid4(), by=owner)
    people = [Player.objects.create(club=club, name=f"Player {number}") for number in range(PLAYERS)]
    lists = []
    for number in range(EVENINGS):
        day = date(2025, 1, 6) + timedelta(weeks=number)
        evening = Evening.objects.create(club=club, date=day, stake=5, closed_at=timezone.now())
        money = models.EveningMoney.objects.create(
            club=club, evening=evening, day=day, rules={}, expected=[], frozen_at=timezone.now()
        )
        lists.append(models.SettledList.objects.create(money=money, kind=models.Kind.POINTS))
    models.Transfer.objects.bulk_create(
        models.Transfer(
            club=club,
            list=lists[number // TRANSFERS_AN_EVENING],
            payer=people[(payer or 0) - 1],
            receiver=people[(receiver or 0) - 1],
            cents=cents,
        )
        for number, (payer, receiver, cents) in year
    )
    return club


def show(what: str, do: Callable[[], object], aim: int | None) -> None:
    times = []
    for _ in range(RUNS):
        before = time.process_time()
        do()
        times.append((time.process_time() - before) * 1000)
    told = f"aim: under {aim} ms" if aim else ""
    print(f"  {what:<58} {max(times):8.2f} ms, median {statistics.median(times):8.2f} ms   {told}")


if __name__ == "__main__":
    main()
