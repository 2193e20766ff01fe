"""Logs: JSON lines on standard error without personal data, notes on daily jobs, and incidents."""

import json
import logging
import os
import re
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse

JOBS: Final = ("check_database", "purge", "clearsessions", "backup", "rehearse_restore")  # in this order
DEMO: Final = "reset_demo"  # with DEMO_RESET
SENDING: Final = "send_backup"  # after all others, with BACKUP_COMMAND: a hanging connection delays none of them

_log = logging.getLogger(__name__)
SLOW: Final = 1000  # milliseconds from which a response is slow
LATELY: Final = timedelta(days=7)
LARGEST: Final = 256 * 1024  # bytes; then a new file starts, and the previous one is read, too
log = logging.getLogger("dokoclub.requests")

# A secret in an address (invitation, login link, evening, scoring link), also percent-encoded; mail and network
# addresses.
SECRET: Final = re.compile(
    r"(?:(?<=[/=])|(?<=%2F)|(?<=%3D))[\w-]{16,}"
    r"|[^\s@]+@[^\s@]+"
    r"|(?<![\w.])(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}(?!\w)"
    r"|(?<=ip=)[\w:.%]*\w",
    re.IGNORECASE,
)
TRIVIAL: Final = {"healthz", "readyz"}
NOTHING_NEW: Final = 204


class JobLog(NamedTuple):
    """The note of one job."""

    ended: datetime | None = None  # last successful end
    tried: datetime | None = None  # last start by the scheduler
    by_night: bool = False  # done by the scheduler, not by cron or by hand
    failures: int = 0  # tries since the last success, including a running one, since it may be killed
    left_out: bool = False  # the last try found that this install does not support it


def list_jobs() -> tuple[str, ...]:
    """List the jobs of this install."""
    return (*JOBS, *([DEMO] if settings.DEMO_RESET else []), *([SENDING] if settings.BACKUP_COMMAND else []))


def read_job_log(job: str) -> JobLog:
    """Read a note; empty if missing or unreadable: then the job is simply done again."""
    try:
        stored = json.loads(_path(job).read_text(encoding="utf-8"))
        moments = _moment(stored["ended"]), _moment(stored["tried"])
        left_out = bool(stored.get("left_out"))
        return JobLog(*moments, by_night=bool(stored["by_night"]), failures=int(stored["failures"]), left_out=left_out)
    except (OSError, ValueError, KeyError, TypeError):
        return JobLog()


def log_start(job: str) -> None:
    """Note the start of a job. Raises OSError: otherwise the job would start again and again."""
    before = read_job_log(job)
    _write(job, before._replace(tried=datetime.now(UTC), failures=before.failures + 1))


def log_skipped(job: str) -> None:
    """Note that this install does not support the job, which is no failure; it is tried again the next day."""
    _write(job, read_job_log(job)._replace(failures=0, left_out=True))


def log_end(job: str, *, by_night: bool = False) -> None:
    """Note the success of a job, no matter how it was started."""
    try:
        _write(job, read_job_log(job)._replace(ended=datetime.now(UTC), by_night=by_night, failures=0, left_out=False))
    except OSError as wrong:
        _log.warning("That %s ended well could not be noted: %s", job, wrong.strerror)


def _write(job: str, note: JobLog) -> None:
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
    """Record a slow response."""
    if milliseconds >= SLOW:
        _append("slow", route, round(milliseconds))


def note_refused_upload(reason: str) -> None:
    _append("refused", reason, 0)


def list_slow_pages() -> list[SlowPage]:
    """List the slow pages of the last seven days, slowest first."""
    found: dict[str, list[int]] = {}
    for line in _read_lately("slow"):
        found.setdefault(line.what, []).append(line.ms)
    pages = (SlowPage(route, len(times), max(times)) for route, times in found.items())
    return sorted(pages, key=lambda page: -page.longest)


def count_refused_uploads() -> dict[str, int]:
    """Count refused uploads of the last seven days by reason, most frequent first."""
    return dict(Counter(line.what for line in _read_lately("refused")).most_common())


def _append(kind: str, what: str, ms: int) -> None:
    """Append a line in one write, so that processes do not mix lines. A full disk is only logged."""
    line = json.dumps({"at": datetime.now(UTC).isoformat(), "kind": kind, "what": what, "ms": ms})
    path = _incidents_path()
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
    for path in (_older(_incidents_path()), _incidents_path()):
        try:
            text = path.read_text(encoding="utf-8")
        except OSError:
            continue
        lines = filter(None, map(_read_line, text.splitlines()))
        yield from (line for line in lines if line.kind == kind and abs(now - line.at) <= LATELY)


def _read_line(text: str) -> _Line | None:
    """Parse a line; None if it was cut short by a crash."""
    try:
        found = json.loads(text)
        return _Line(datetime.fromisoformat(found["at"]), str(found["kind"]), str(found["what"]), int(found["ms"]))
    except (ValueError, KeyError, TypeError):
        return None


def _incidents_path() -> Path:
    return Path(settings.DATA_DIR) / "occurrences"


def _older(path: Path) -> Path:
    return path.with_name(f"{path.name}.old")


class JsonFormatter(logging.Formatter):
    """A log formatter that omits the texts of exceptions: the database quotes refused values in them."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": get_message(record),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0]:
            line |= {"error": record.exc_info[0].__name__, "where": list_places(record.exc_info[1])}
        return json.dumps(line, ensure_ascii=False)


def get_message(record: logging.LogRecord) -> str:
    """Return the message without addresses: Django includes them for failed requests, so use the route instead."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest):
        return f"{getattr(record, 'status_code', 'refused')} {request.method} {get_route(request)}"
    return SECRET.sub("…", record.getMessage())


def get_route(request: HttpRequest) -> str:
    return request.resolver_match.route if request.resolver_match else "no such address"


def list_places(error: BaseException | None) -> list[str]:
    """List the places of the error, innermost last."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    root = f"{settings.BASE_DIR}/"
    return [f"{frame.filename.removeprefix(root)}:{frame.lineno} {frame.name}" for frame in frames]


class RequestLog:
    """Log every answered request by route: no address, account, name or network address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = self.get_response(request)
        if response.status_code != NOTHING_NEW and get_route(request) not in TRIVIAL:
            milliseconds = round((time.perf_counter() - start) * 1000, 1)
            facts = {"method": request.method, "route": get_route(request), "status": response.status_code}
            log.info("answered", extra={"facts": facts | {"ms": milliseconds}})
            note_answer(get_route(request), milliseconds)
        return response


class NoAdvice(logging.Filter):
    """Drop granian's warning of many threads: most of them only wait for slow clients."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "seems quite high" not in str(record.msg)


def configure_logs(level: str) -> dict[str, Any]:
    """Return the logging settings for Django and the server."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "dokoclub.operations.logs.JsonFormatter"}},
        "filters": {"no_advice": {"()": "dokoclub.operations.logs.NoAdvice"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's handlers would also print to the terminal, or mail whole requests.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "_granian": {"handlers": [], "level": level, "propagate": True, "filters": ["no_advice"]},
            "fido2": {"handlers": [], "level": "WARNING", "propagate": True},  # it logs passkey ids
        },
    }
