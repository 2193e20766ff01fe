"""Verdict on the sent games, from the database after the last writer has ended."""

from __future__ import annotations

import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterator
from io import StringIO

from django.core.management import CommandError, call_command
from django.db import connection

from bench.chaos.writers import Book, Game
from dokoclub.evenings.models import Entry


def judge(book: Book, *, since: int = 0) -> dict[str, int | str]:
    """Return the counts by name; those that have to be 0 are in WRONG, and both checks have to be "clean".
    `since`: the highest key of earlier rows on other sheets.
    """
    rows: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in Entry.objects.filter(pk__gt=since).order_by("pk"):
        rows[str(entry.uuid)].append(entry)
    numbers: defaultdict[int, list[int]] = defaultdict(list)
    games = Entry.objects.games().filter(pk__gt=since).order_by("number")
    for sheet, number in games.values_list("sheet", "number"):
        numbers[sheet].append(number or 0)
    history = Counter(str(uuid) for uuid in Entry.history.filter(id__gt=since).values_list("uuid", flat=True))
    return {
        "answered": len(book.answered),
        "found": sum(key in rows for key in book.answered),
        "lost": sum(key not in rows for key in book.answered),
        "doubled": sum(len(found) > 1 for found in rows.values()),
        "wrong": sum(not is_as_sent(found[0], book.sent[key]) for key, found in rows.items() if key in book.sent),
        "never sent": len(rows.keys() - book.sent.keys()),
        "sheets with gaps in their numbers": sum(found != [*range(1, len(found) + 1)] for found in numbers.values()),
        "history not exactly once": sum(history[key] != 1 for key in rows),
        "check_ledger": check_ledger(),
        "integrity_check": check_integrity(),
    }


WRONG = ("lost", "doubled", "wrong", "never sent", "sheets with gaps in their numbers", "history not exactly once")


def is_well(verdict: dict[str, int | str]) -> bool:
    checks = (verdict["check_ledger"], verdict["integrity_check"])
    return not any(verdict[name] for name in WRONG) and checks == ("clean", "clean")


def is_as_sent(entry: Entry, game: Game) -> bool:
    """Return whether an entry matches the sent game, reading the fields directly, without the tested code."""
    form, facts = game.form, entry.facts
    counted = facts.get("extras", {})
    stored = (
        set(facts["re"]),
        facts["re_points"],
        facts.get("announced", {}).get("re"),
        counted.get("re", {}).get("fuchs", 0),
        counted.get("kontra", {}).get("karlchen", 0),
    )
    sent = (
        set(form["re_party"].split()),
        int(form["re_augen"]),
        "re" if form["re_call"] else None,
        int(form["re_fuchs"]),
        int(form["kontra_karlchen"]),
    )
    return entry.sheet_id == game.sheet and stored == sent


def check_ledger() -> str:
    try:
        call_command("check_ledger", stdout=StringIO())
    except CommandError as difference:
        return str(difference)
    return "clean"


def check_integrity() -> str:
    """Run SQLite's own check, or PostgreSQL's pg_amcheck."""
    return "; ".join(_faults()) or "clean"


def _faults() -> Iterator[str]:
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            yield from (row[0] for row in cursor.fetchall() if row[0] != "ok")
            cursor.execute("PRAGMA foreign_key_check")
            yield from (str(row) for row in cursor.fetchall())
        return
    told = connection.settings_dict
    command = ["pg_amcheck", "--install-missing", "--heapallindexed", f"--host={told['HOST']}", str(told["NAME"])]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        yield (done.stdout + done.stderr).strip()[:400]
