"""How long does the ledger take, without the page around it? `python -m bench.evenings [ROUNDS]`.

Saving the first and the fiftieth game of a sheet and reading a sheet of sixty, beside one bare Django insert, in turn,
so that a busy moment of the machine hits all of them. On SQLite as in earnest: a file, synchronous FULL.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

if TYPE_CHECKING:
    from dokoclub.clubs.models import Club, Player
    from dokoclub.evenings.models import Sheet

ROUNDS: Final = 40
WARM_UP: Final = 3
BARE: Final = "a bare Django insert"


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory(prefix="dokoclub-bench-") as home:
        os.environ |= {"DATA_DIR": home, "DJANGO_SETTINGS_MODULE": "dokoclub.settings", "LOG_LEVEL": "WARNING"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        show(measured(rounds))


def show(times: dict[str, list[float]]) -> None:
    """Medians in milliseconds, and how many bare inserts that is."""
    bare = statistics.median(times[BARE])
    for name, found in times.items():
        median = statistics.median(found)
        print(f"{name:<32}{median * 1000:8.2f} ms{median / bare:8.1f} ×")
    first, fiftieth = (statistics.median(times[f"save game {number}"]) for number in (1, 50))
    print(f"the 50th game takes {fiftieth / first:.2f} times as long as the 1st")


def measured(rounds: int) -> dict[str, list[float]]:
    """Seconds, by what was done."""
    from dokoclub.evenings import selectors, services
    from dokoclub.evenings.models import SecretLink, Sheet

    club, four = people()
    dice = random.Random(1)
    times: dict[str, list[float]] = {}
    for number in range(-WARM_UP, rounds):
        sheet = new_sheet(club, four)

        def read(sheet: Sheet = sheet) -> object:
            return selectors.sheet_page(Sheet.objects.select_related("evening__club").get(pk=sheet.pk))

        steps: list[tuple[str, Callable[[], object]]] = [
            (BARE, partial(SecretLink.objects.create, evening=sheet.evening)),
            ("save game 1", partial(save, sheet, four, dice)),
            ("(48 games at once)", partial(services.write_entries, sheet, rows(four, dice, 48), by=None)),
            ("save game 50", partial(save, sheet, four, dice)),
            ("(10 games at once)", partial(services.write_entries, sheet, rows(four, dice, 10), by=None)),
            ("read a sheet of 60 games", read),
            ("preview game 61", partial(selectors.preview, sheet, facts(four, dice))),
            ("read the evening", partial(selectors.evening_page, sheet.evening)),
        ]
        for name, step in steps:
            began = time.perf_counter()
            step()
            if number >= 0:
                times.setdefault(name, []).append(time.perf_counter() - began)
    return times


def people() -> tuple[Club, list[Player]]:
    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models import Player
    from dokoclub.clubs.services.clubs import found_club

    owner = Account.objects.create_user(username="anna", display_name="Anna")
    club = found_club(name="Bench", preset="hausrunde", player_name="", key=uuid4(), by=owner)
    return club, [Player.objects.create(club=club, name=name) for name in ("Anna", "Ben", "Cleo", "Dora")]


def new_sheet(club: Club, four: list[Player]) -> Sheet:
    from dokoclub.evenings import services
    from dokoclub.evenings.models import Sheet
    from scoring.presets import HAUSRUNDE

    table = services.NewSheet(players=four, rules=HAUSRUNDE)
    evening = services.open_evening(club, [table], key=uuid4(), by=None)
    return Sheet.objects.select_related("evening__club").get(evening=evening)


def facts(four: list[Player], dice: random.Random) -> dict[str, Any]:
    players = [str(player.pk) for player in dice.sample(four, 4)]
    return {
        "kind": "normal",
        "re": players[:2],
        "kontra": players[2:],
        "re_points": dice.randint(60, 200),
        "announced": {"re": dice.choice([None, "re", "no90"])},
        "extras": {"re": {"fuchs": dice.randint(0, 1)}, "kontra": {"doppelkopf": dice.randint(0, 1)}},
    }


def rows(four: list[Player], dice: random.Random, number: int) -> list[Any]:
    from dokoclub.evenings.services import NewRow

    return [NewRow(facts=facts(four, dice), uuid=uuid4()) for _ in range(number)]


def save(sheet: Sheet, four: list[Player], dice: random.Random) -> None:
    from dokoclub.evenings import services

    services.write_entry(sheet, facts(four, dice), uuid=uuid4(), expected=None, by=None)


if __name__ == "__main__":
    main()
