"""When did each daily job last end well? A small file for each in DATA_DIR, which no restore replaces."""

from __future__ import annotations

import json
import logging
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

JOBS: Final = ("check_database", "purge", "clearsessions", "backup", "rehearse_restore")  # in this order
DEMO: Final = "reset_demo"  # where DEMO_RESET says so
SENDING: Final = (
    "send_backup"  # behind them all, where BACKUP_COMMAND says how: a line that hangs holds up none of them
)

_log = logging.getLogger(__name__)


class Note(NamedTuple):
    """Of one job."""

    ended: datetime | None = None  # well, the last time
    tried: datetime | None = None  # by the night, the last time
    by_night: bool = False  # and not by cron or by hand
    failures: int = 0  # tries since it ended well; the one that is running counts, because it may be killed
    left_out: bool = False  # the last try found that this install cannot do it


def list_jobs() -> tuple[str, ...]:
    """Those of this install."""
    return (*JOBS, *([DEMO] if settings.DEMO_RESET else []), *([SENDING] if settings.BACKUP_COMMAND else []))


def read_note(job: str) -> Note:
    """Empty where there is none, or where it cannot be read: then the job is simply done again."""
    try:
        stored = json.loads(_path(job).read_text(encoding="utf-8"))
        moments = _moment(stored["ended"]), _moment(stored["tried"])
        left_out = bool(stored.get("left_out"))
        return Note(*moments, by_night=bool(stored["by_night"]), failures=int(stored["failures"]), left_out=left_out)
    except (OSError, ValueError, KeyError, TypeError):
        return Note()


def note_begun(job: str) -> None:
    """Raises OSError: a job that cannot be noted would be begun again and again."""
    before = read_note(job)
    _write(job, before._replace(tried=datetime.now(UTC), failures=before.failures + 1))


def note_left_out(job: str) -> None:
    """This install cannot do it, which is no failure; it is asked again the next day."""
    _write(job, read_note(job)._replace(failures=0, left_out=True))


def note_ended(job: str, *, by_night: bool = False) -> None:
    """It ended well, whoever had it done."""
    try:
        _write(job, read_note(job)._replace(ended=datetime.now(UTC), by_night=by_night, failures=0, left_out=False))
    except OSError as wrong:
        _log.warning("That %s ended well could not be noted: %s", job, wrong.strerror)


def _write(job: str, note: Note) -> None:
    path = _path(job)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    stored = note._asdict() | {"ended": _text(note.ended), "tried": _text(note.tried)}
    unfinished.write_text(json.dumps(stored), encoding="utf-8")
    unfinished.replace(path)


def _path(job: str) -> Path:
    return Path(settings.DATA_DIR) / "jobs" / f"{job}.json"


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text).astimezone(UTC) if text else None


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None
