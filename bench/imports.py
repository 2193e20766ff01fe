"""Time to import ten thousand games, and to undo the import: the services alone, on a separate database.
Processor time, which another job on the machine does not falsify. The longest step is the longest wait on a phone.
"""

from __future__ import annotations

import os
import random
import resource
import sys
import time
from datetime import date
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from uuid import uuid4

if TYPE_CHECKING:
    from dokoclub.exports.models import Import

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
SIZES = ((200, 50), (380, 26))  # evenings, games of each
AIM, STEP_AIM = 10, 2  # seconds
A_ROUND_OF_POINTS = ((1, 1, -1, -1), (-2, 2, 2, -2), (3, -3, 3, -3), (9, -3, -3, -3))


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "bench.settings"
    print(f"Import, Python {sys.version.split()[0]}, processor time\n")
    for evenings, games in SIZES:
        with TemporaryDirectory() as folder:
            if (child := os.fork()) == 0:  # each with its own database and memory
                os.environ["DATA_DIR"] = folder
                measure(evenings, games)
                sys.stdout.flush()
                os._exit(0)
            if os.waitpid(child, 0)[1]:
                sys.exit(1)


def measure(evenings: int, games: int) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.services.clubs import found_club
    from dokoclub.exports.models import ImportState
    from dokoclub.exports.sandbox.requests import Upload
    from dokoclub.exports.services import importing, reading
    from dokoclub.exports.services import reading as deciding
    from dokoclub.exports.services import removal as undoing

    call_command("migrate", verbosity=0)
    anna = Account.objects.create_user(username="bench", display_name="Bench")
    club = found_club(name="Bench", preset="hausrunde", player_name="", key=uuid4(), by=anna)
    uploads = [Upload(f"Jahr {part}.csv", year(part, evenings // 2, games)) for part in range(2)]
    scale = 10_000 / (evenings * games)
    print(f"{evenings} evenings of {games} games, as 10,000 games")
    before = time.process_time()
    made: Import = reading.hand_in(club, uploads, key=uuid4(), by=anna)
    told("read for the preview", (time.process_time() - before) * scale)
    players: dict[str, int | str] = {name.casefold(): deciding.NEW_MEMBER for name in NAMES}
    made = deciding.decide_people(made, deciding.Decided(options={}, days={}, players=players, first_day=None))
    longest = 0.0
    before = time.process_time()
    made = importing.begin_import(made, by=anna)
    while made.state == ImportState.RUNNING:
        step = time.process_time()
        made = importing.go_on(made, by=anna)
        longest = max(longest, time.process_time() - step)
    told("imported", (time.process_time() - before) * scale, AIM)
    told("the longest step", longest, STEP_AIM)
    before = time.process_time()
    undoing.undo_import(made, by=anna)
    told("undone", (time.process_time() - before) * scale)
    print(f"  memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB\n")


def year(part: int, evenings: int, games: int) -> bytes:
    """Return one file with a column of days."""
    chance = random.Random(part)
    lines = [";".join(("Datum", *NAMES))]
    for evening in range(evenings):
        day = date.fromordinal(date(2010 + part * 5, 1, 1).toordinal() + evening * 7)
        for _ in range(games):
            points: list[str] = [str(value) for value in chance.choice(A_ROUND_OF_POINTS)]
            points.insert(chance.randrange(5), "")
            lines.append(";".join((str(day), *points)))
    return "\n".join(lines).encode()


def told(what: str, seconds: float, aim: int | None = None) -> None:
    print(f"  {what:<24} {seconds:7.2f} s   {f'aim: under {aim} s' if aim else ''}", flush=True)


if __name__ == "__main__":
    main()
