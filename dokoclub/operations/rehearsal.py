"""Rehearsal of a restore: the newest backup is restored separately, recomputed and compared."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from dokoclub.operations import backup, hooks
from dokoclub.operations.copies import BackupRefused

Prints = dict[int, tuple[str, str | None]]  # club -> its state and the SHA-256 of its file


def rehearse_restore() -> list[str]:
    """Rehearse a restore; return the findings as sentences. Raises BackupRefused if it would not restore everything.

    The site may run; its database stays unchanged. Only for a process with one thread: meanwhile the connection
    leads to the restored copy.
    """
    copy = backup.newest_copy()
    backup.remove_abandoned()
    backup.check_copy(copy)
    name = f"{backup.REHEARSAL}-{datetime.now(UTC).strftime(backup.TIME)}"
    with backup.choose_engine().lend_scratch(Path(settings.BACKUP_DIR), name) as scratch, _pointed_at(scratch):
        backup.load_copy(copy)
        ledger, problems = _check_ledger()
        restored = {club: (state, _digest(club)) for club, state in _states().items()}
    unwritten = [club for club, (_, digest) in restored.items() if digest is None]
    if unwritten:
        problems.append(f"These clubs cannot be written as files: {', '.join(map(str, unwritten))}.")
    compared, differing = _compare(restored)
    if differing:
        named = ", ".join(map(str, differing))
        problems.append(f"The files of these clubs differ although nobody changed them since the copy: {named}.")
    if problems:
        raise BackupRefused("\n".join([*problems, compared]))
    return [f"{copy.name} can be restored.", ledger, compared]


@contextmanager
def _pointed_at(name: str) -> Iterator[None]:
    usual = connection.settings_dict["NAME"]
    _lead_to(name)
    try:
        yield
    finally:
        _lead_to(usual)


def _lead_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name
    ContentType.objects.clear_cache()  # its ids belong to one database


def _check_ledger() -> tuple[str, list[str]]:
    """Return the output of check_ledger if all is well, else its complaints."""
    said = StringIO()
    try:
        call_command("check_ledger", stdout=said)
    except CommandError as wrong:
        return "", [f"The restored copy does not add up: {wrong}"]
    return said.getvalue().strip(), []


def _compare(restored: Prints) -> tuple[str, list[int]]:
    """Return a sentence on the number of compared clubs, and the list of those that differ.

    Clubs changed since the copy, or during the comparison, cannot be compared.
    """
    same = [club for club, state in _states().items() if club in restored and restored[club][0] == state]
    differing = [club for club in same if _digest(club) != restored[club][1]]
    now = _states() if differing else {}
    wrong = [club for club in differing if now.get(club) == restored[club][0]]
    compared = len(same) - len(differing)
    changed = len(restored) - compared - len(wrong)
    return f"The same files as today: {compared} clubs. Changed since: {changed} clubs.", wrong


def _states() -> Mapping[int, str]:
    return {club: state for prints in hooks.club_prints for club, state in prints.read_states().items()}


def _digest(club: int) -> str | None:
    """Return the SHA-256 of the club's file; None if stored data cannot be written."""
    try:
        return "".join(prints.digest_file(club) for prints in hooks.club_prints)
    except DatabaseError:
        raise
    except Exception:
        return None
