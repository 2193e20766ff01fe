"""Broken Doko-Zettel files by the thousand, by every road into the program, and a club of ten years there and back.
`python -m bench.formats [SEED [COUNT]]`. Each broken file ends in sentences with pointers, never in a traceback.
Before them the same club is imported, exported and archived on a database of its own; COUNT 0 measures only that.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from io import BytesIO
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from bench.games import Games
from scoring.format.canonical import FORMAT, VERSION, write_document
from scoring.format.cli import check_content
from scoring.format.reckoning import compute_document
from tests.scoring.format_documents import broken_files

if TYPE_CHECKING:
    from scoring.tables.sheet import OldSheet

COUNT: Final = 20_000
EVENINGS, GAMES, PEOPLE = 500, 36, 14  # ten years
FIRST: Final = date(2016, 1, 8)
LONGEST: Final = 10  # seconds there and back


def main(seed: int, count: int = COUNT) -> None:
    seconds = time_ten_years()
    print(f"{EVENINGS * GAMES} games: read, checked and written again to the byte in {seconds:.1f} s of the processor")
    assert seconds < LONGEST
    with TemporaryDirectory() as folder:
        time_product(make_ten_years(), folder)
    begun, valid, problems = time.perf_counter(), 0, 0
    for content in broken_files(seed, count):
        found = check_content(content).problems
        assert all(problem.field == "" or problem.field.startswith("/") for problem in found), content
        assert all(str(problem) for problem in found), content
        told = import_club(content)
        assert all(pointer == "" or pointer.startswith("/") for pointer in told), content
        assert told or not found or not is_document(content), content
        sheets = import_sheets(content)
        assert not found or any(sheet.problems for sheet in sheets), content
        valid += not found
        problems += len(found)
    seconds = time.perf_counter() - begun
    print(f"{count} files, {valid} still valid, {problems} problems told, {seconds:.0f} s, no traceback")


def is_document(content: bytes) -> bool:
    from dokoclub.exports.sandbox.rows_child import is_document

    return is_document(BytesIO(content))


def import_club(content: bytes) -> list[str]:
    """Take a file apart as the import of a club does; return the pointers of its problems, "" for the whole file."""
    from dokoclub.exports.sandbox.rows_child import read_file

    found: dict[str, Any] = read_file(BytesIO(content), BytesIO())
    if "refused" in found:
        return [""]
    return [pointer for pointer, _text, _values in found["beside"].get("problems") or ()]


def import_sheets(content: bytes) -> list[OldSheet]:
    """Read a file as the import page does."""
    from dokoclub.exports.importers.unpacking import Budget
    from scoring.tables.reading import Options
    from tests.exports.old_sheets import read_old_sheets

    return read_old_sheets("x.json", content, Options(), Budget())


def time_ten_years() -> float:
    """Return how long a club of ten years takes: read, checked, and written again, the same to the byte."""
    content = make_ten_years()
    begun = time.process_time()
    report = check_content(content, must_be_canonical=True)
    assert report.problems == []
    return time.process_time() - begun


def time_product(content: bytes, folder: str) -> None:
    """Tell the processor time of import, export and archive, and the time of the import with its pauses for others."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "bench.settings", "DATA_DIR": folder}
    import django

    django.setup()
    from uuid import uuid4

    from django.core.management import call_command

    from dokoclub.accounts.models import Account
    from dokoclub.clubs.models import Club
    from dokoclub.exports.club_file.writing import club_file
    from dokoclub.exports.exporters.archive_files import build_archive
    from dokoclub.exports.models import Chosen
    from dokoclub.exports.services.club_file import found_from_file

    call_command("migrate", verbosity=0)
    owner = Account.objects.create_user(username="bench", display_name="Bench")

    def bring(given: bytes) -> Club:
        return found_from_file(BytesIO(given), key=uuid4(), by=owner)

    club = measure("imported", lambda: bring(content))
    written = measure("exported", lambda: "".join(club_file(club)).encode())
    assert "".join(club_file(bring(written))).encode() == written
    zipped = measure("archived", lambda: build_archive(club, Chosen()))
    print(f"the same to the byte on another install; the archive has {len(zipped) / 1e6:.2f} MB", flush=True)


def measure(what: str, run: Callable[[], Any]) -> Any:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    before, begun = [resource.getrusage(kind) for kind in kinds], time.perf_counter()
    found = run()
    seconds = time.perf_counter() - begun
    own, child = (
        after.ru_utime + after.ru_stime - one.ru_utime - one.ru_stime
        for one, after in zip(before, map(resource.getrusage, kinds), strict=True)
    )
    print(
        f"{what}: {own + child:.1f} s of the processor, {child:.1f} of them in the sandbox; {seconds:.1f} s", flush=True
    )
    return found


def make_ten_years() -> bytes:
    """Return the document of a club that played every week."""
    evenings = []
    for n in range(1, EVENINGS + 1):
        seats = [(n + turn) % PEOPLE + 1 for turn in range(4)]
        games = Games([str(seat) for seat in seats], seed=n)
        rows = [make_row(games.draw_facts(), f"r{n}-{number}") for number in range(GAMES)]
        day = (FIRST + timedelta(weeks=n - 1)).isoformat()
        evenings.append({"n": n, "day": day, "sheets": [{"n": n, "rules": 1, "players": seats, "rows": rows}]})
    players = [{"n": n, "name": f"Player {n}"} for n in range(1, PEOPLE + 1)]
    document = {"format": FORMAT, "version": VERSION, "scope": "club", "name": "Ten years", "players": players}
    document |= {"rules": [{"n": 1, "preset": "ddv", "meaning": 3}], "evenings": evenings}
    return write_document(compute_document(document)).encode()


def make_row(facts: dict[str, Any], key: str) -> dict[str, Any]:
    parties = {name: [int(player) for player in facts[name]] for name in ("re", "kontra")}
    announced = {party: word for party, word in facts["announced"].items() if word}
    extras = facts["extras"].items()
    counted = {party: {key: number for key, number in some.items() if number} for party, some in extras}
    return {**facts, **parties, "announced": announced, "extras": counted, "id": key}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1, int(sys.argv[2]) if len(sys.argv) > 2 else COUNT)
