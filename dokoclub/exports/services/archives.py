"""Archives: their records, and those of large clubs, which another process makes and which wait for one download."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta
from threading import Thread
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.exports.models import Archive, ArchiveState
from dokoclub.exports.sandbox.process import NICENESS, Ending
from dokoclub.ui.texts import translate_text

BETWEEN_ARCHIVES: Final = timedelta(minutes=1)  # of a club
AT_ONCE: Final = 2  # made by other processes, in the whole install
_PIECE: Final = 64 * 1024  # bytes

_log: Final = logging.getLogger(__name__)


@transaction.atomic
def note_archive(
    club: Club, contents: Sequence[str], *, key: UUID, by: Account, state: ArchiveState = ArchiveState.SENT
) -> tuple[Archive, bool]:
    """Record an archive for everybody in it. Return it and whether it is new: the same key records once.

    Raises ValidationError within a minute.
    """
    club = lock_club(club)
    refuse_other_content(key, by, list(contents))
    known = Archive.objects.filter(club=club, key=key).defer("content").first()
    if known is not None:
        return known, False
    if Archive.objects.filter(club=club, made_at__gt=timezone.now() - BETWEEN_ARCHIVES).exists():
        raise ValidationError(_("An archive was made just now. Try again in a minute."))
    if state == ArchiveState.MAKING and Archive.objects.making().count() >= AT_ONCE:
        raise ValidationError(translate_text(Ending.BUSY.value))
    purge_archives()
    return Archive.objects.create(club=club, contents=list(contents), made_by=by, key=key, state=state), True


def order_archive(club: Club, contents: Sequence[str], *, key: UUID, by: Account) -> Archive:
    """Record an archive and have another process make it. Raises ValidationError like `note_archive`."""
    archive, is_new = note_archive(club, contents, key=key, by=by, state=ArchiveState.MAKING)
    if is_new:
        start_process(archive)
    return archive


def start_process(archive: Archive) -> None:
    """Start `manage.py archive` for this record. Its state in the database tells every server how it went."""
    command = [sys.executable, "-m", "dokoclub", "manage", "archive", str(archive.club_id)]
    command += ["--record", str(archive.pk), "--language", get_language() or settings.LANGUAGE_CODE]
    try:
        start_child(command)
    except OSError:
        _log.exception("The process for an archive could not be started.")
        fail_archive(archive)


def start_child(command: Sequence[str]) -> None:
    """Start a process that gives way to requests; do not wait for it."""
    child = subprocess.Popen(  # noqa: S603
        command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    with suppress(ProcessLookupError):
        os.setpriority(os.PRIO_PROCESS, child.pid, NICENESS)
    Thread(target=child.wait, name="archive", daemon=True).start()  # no zombie remains


def finish_archive(archive: Archive, content: bytes) -> None:
    Archive.objects.filter(pk=archive.pk, state=ArchiveState.MAKING).update(state=ArchiveState.READY, content=content)


def fail_archive(archive: Archive) -> None:
    Archive.objects.filter(pk=archive.pk, state=ArchiveState.MAKING).update(state=ArchiveState.FAILED)


def hand_out(archive: Archive) -> Iterator[bytes]:
    """Yield the file piece by piece; delete it once all of it was sent."""
    content = bytes(archive.content or b"")
    for start in range(0, len(content), _PIECE):
        yield content[start : start + _PIECE]
    Archive.objects.filter(pk=archive.pk).update(state=ArchiveState.SENT, content=None)


def purge_archives() -> int:
    """Delete files that nobody downloaded within an hour, and records of failures; return their number."""
    overdue = Archive.objects.to_purge()
    kept = overdue.filter(state=ArchiveState.READY).update(state=ArchiveState.SENT, content=None)
    return kept + overdue.delete()[0]
