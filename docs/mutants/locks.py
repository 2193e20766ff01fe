"""A lock left out: two who write at once write over each other.

SQLite lets one write at a time, so there nothing would happen; the tests ask for the lock itself.
"""

from __future__ import annotations

from typing import Final

from docs.mutants.mutant import Mutant

MUTANTS: Final = (
    Mutant(
        "club-not-held",
        "dokoclub/clubs/services/writing.py",
        "Club.objects.select_for_update(no_key=True).get(pk=club.pk)",
        "Club.objects.get(pk=club.pk)",
        "Two owners who leave at once leave nobody behind.",
        "tests/clubs/test_locks.py",
    ),
    Mutant(
        "sheet-not-held",
        "dokoclub/evenings/services/writing.py",
        'Sheet.objects.select_for_update(of=("self",), no_key=True)\n',
        "Sheet.objects\n",
        "Two phones write a game with the same number.",
        "tests/evenings/test_locks.py",
    ),
    Mutant(
        "evening-not-held",
        "dokoclub/evenings/services/writing.py",
        'Evening.objects.select_for_update(of=("self",), no_key=True).select_related',
        "Evening.objects.select_related",
        "A table opens while its evening is being closed.",
        "tests/evenings/test_locks.py",
    ),
    Mutant(
        "transfers-not-held",
        "dokoclub/settlement/services/holding.py",
        'Transfer.objects.alive().select_for_update(of=("self",), no_key=True).select_related',
        "Transfer.objects.alive().select_related",
        "Two treasurers who tap at once pay twice.",
        "tests/settlement/test_locks.py",
    ),
    Mutant(
        "season-without-its-club-held",
        "dokoclub/standings/services/seasons.py",
        "    lock_club(season.club)\n    season.refresh_from_db()\n    _write(",
        "    season.refresh_from_db()\n    _write(",
        "Two seasons that are changed at once share days.",
        "tests/house/test_locks.py",
    ),
    Mutant(
        "founder-not-held",
        "dokoclub/clubs/services/clubs.py",
        "    lock_account(by.pk)\n",
        "",
        "A double tap founds two clubs, or ends in an error.",
        "tests/house/test_locks.py",
    ),
)
