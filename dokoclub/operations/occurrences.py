"""What was slow, and which uploads were refused lately: a line each in a file of DATA_DIR that every process writes.

Routes and reasons alone: no address, no name, no club. Each machine has its own.
"""

from __future__ import annotations

import json
import logging
import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings

SLOW: Final = 1000  # milliseconds from which an answer is slow
LATELY: Final = timedelta(days=7)
LARGEST: Final = 256 * 1024  # bytes; then a new file is begun, and the one before is read as well

_log = logging.getLogger(__name__)


class SlowPage(NamedTuple):
    route: str
    times: int
    longest: int  # milliseconds


class _Line(NamedTuple):
    at: datetime
    kind: str
    what: str
    ms: int


def note_answer(route: str, milliseconds: float) -> None:
    """Where it was slow."""
    if milliseconds >= SLOW:
        _append("slow", route, round(milliseconds))


def note_refused_upload(reason: str) -> None:
    _append("refused", reason, 0)


def list_slow_pages() -> list[SlowPage]:
    """Of the last seven days, the slowest first."""
    found: dict[str, list[int]] = {}
    for line in _read_lately("slow"):
        found.setdefault(line.what, []).append(line.ms)
    pages = (SlowPage(route, len(times), max(times)) for route, times in found.items())
    return sorted(pages, key=lambda page: -page.longest)


def count_refused_uploads() -> dict[str, int]:
    """By reason, of the last seven days, the most frequent first."""
    return dict(Counter(line.what for line in _read_lately("refused")).most_common())


def _append(kind: str, what: str, ms: int) -> None:
    """In one write, so that lines of several processes do not mix. A full disk holds up nobody."""
    line = json.dumps({"at": datetime.now(UTC).isoformat(), "kind": kind, "what": what, "ms": ms})
    path = _path()
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(descriptor, f"{line}\n".encode())
            is_full = os.fstat(descriptor).st_size > LARGEST
        finally:
            os.close(descriptor)
        if is_full:
            path.replace(_older(path))
    except OSError as wrong:
        _log.warning("What happened could not be noted: %s", wrong.strerror)


def _read_lately(kind: str) -> Iterator[_Line]:
    now = datetime.now(UTC)
    for path in (_older(_path()), _path()):
        try:
            text = path.read_text(encoding="utf-8")
        except OSError:
            continue
        lines = filter(None, map(_read_line, text.splitlines()))
        yield from (line for line in lines if line.kind == kind and abs(now - line.at) <= LATELY)


def _read_line(text: str) -> _Line | None:
    """None where the machine stopped while it was written."""
    try:
        found = json.loads(text)
        return _Line(datetime.fromisoformat(found["at"]), str(found["kind"]), str(found["what"]), int(found["ms"]))
    except (ValueError, KeyError, TypeError):
        return None


def _path() -> Path:
    return Path(settings.DATA_DIR) / "occurrences"


def _older(path: Path) -> Path:
    return path.with_name(f"{path.name}.old")
