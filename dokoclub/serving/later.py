"""Responses while the server cannot write: 503 with a reason, a time to retry, and the typed values.

Nothing was written.
"""

import errno
import logging
import shutil
import sqlite3
import sys
from collections.abc import Callable
from typing import Final, NamedTuple

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.defaults import server_error

from dokoclub.operations.status import is_other_version

_log = logging.getLogger(__name__)


class BusyReason(NamedTuple):
    title: Promise
    text: Promise
    seconds: int  # until a retry is worthwhile; up to ten seconds the sheet waits by itself
    kept: Promise | str = ""  # shown where the typed values are not lost


BUSY: Final = BusyReason(
    _("One moment"),
    _("The server is busy. Nothing was saved; send it again."),
    2,
)
AWAY: Final = BusyReason(_("One moment"), _("The database isn't answering. Nothing was saved; send it again."), 2)
OTHER_VERSION: Final = BusyReason(
    _("A new version is coming"),
    _("The server is being updated. Nothing was saved; send it again in a moment."),
    10,
)
FULL: Final = BusyReason(
    _("No room left"),
    _("The server's storage is full, nothing was saved. Ask its operator to free space."),
    60,
    _("Your entry is kept: send it again later."),
)

UNWRITABLE: Final = BusyReason(
    _("Saving is off right now"),
    _(
        "The server is full or can't write to its folder. Nothing new was saved; older data is "
        "safe. Tell this site's operator and send it again later."
    ),
    60,
)

NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT)
FORBIDDEN: Final = (errno.EROFS, errno.EACCES, errno.EPERM)
LEAST: Final = 128 * 1024  # bytes that a small write takes; when they are missing, SQLite also calls it an I/O error
FORGERY: Final = "csrfmiddlewaretoken"  # the page brings a new token
SECRETS: Final = ("password", "code", "credential")  # parts of field names whose values no page shows again


STATES: Final = {  # PostgreSQL error codes
    "55P03": BUSY,  # lock_not_available
    "40P01": BUSY,  # deadlock_detected
    "53100": FULL,  # disk_full
    "25006": UNWRITABLE,  # read_only_sql_transaction
    "53300": AWAY,  # too_many_connections
    "57P01": AWAY,  # admin_shutdown
    "57P02": AWAY,  # crash_shutdown
    "57P03": AWAY,  # cannot_connect_now
}


class AnswerLater:
    """Middleware that answers 503 with Retry-After where an error is temporary and not a bug."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _answer(request, exception)


def answer_error(request: HttpRequest) -> HttpResponse:
    """Answer errors outside of a view, such as while saving a session; the URLconf's handler500."""
    exception = sys.exc_info()[1]
    return (exception and _answer(request, exception)) or server_error(request)


def _answer(request: HttpRequest, exception: BaseException) -> HttpResponse | None:
    reason = find_reason(exception)
    if reason in (FULL, UNWRITABLE):
        _log.error(
            "Nothing can be written: is the disk full, or may it only be read? See /healthz.", exc_info=exception
        )
    return answer_later(request, reason) if reason else None


def answer_later(request: HttpRequest, reason: BusyReason) -> HttpResponse:
    """Answer 503 with the reason.

    A script gets the text alone, as its page still holds the typed values.
    """
    if request.headers.get("HX-Request"):
        told = f"{reason.text} {reason.kept}".rstrip()
        answer = HttpResponse(told, content_type="text/plain; charset=utf-8", status=503)
    else:
        answer = render(request, "later.html", {"reason": reason, "typed": read_typed(request)}, status=503)
    answer.headers["Retry-After"] = str(reason.seconds)
    return answer


def read_typed(request: HttpRequest) -> list[tuple[str, str]] | None:
    """Return the fields of a form for resubmission as they are.

    Return None without a form, or for one with files or secrets.
    """
    if request.method != "POST" or request.content_type != "application/x-www-form-urlencoded":
        return None
    if any(secret in name for name in request.POST for secret in SECRETS):
        return None
    return [(name, value) for name, values in request.POST.lists() if name != FORGERY for value in values]


def find_reason(exception: BaseException) -> BusyReason | None:
    if isinstance(exception, OSError):
        return FULL if exception.errno in NO_ROOM else UNWRITABLE if exception.errno in FORBIDDEN else None
    if isinstance(exception, DatabaseError | InterfaceError):
        cause = exception.__cause__
        told = _by_sqlite(cause) if isinstance(cause, sqlite3.Error) else _by_postgresql(exception, cause)
        return told or (OTHER_VERSION if is_other_version() else None)
    return None


def _by_sqlite(cause: sqlite3.Error) -> BusyReason | None:
    code = (getattr(cause, "sqlite_errorcode", None) or 0) & 0xFF  # the primary result code
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return BUSY
    if code == sqlite3.SQLITE_FULL:
        return FULL
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
        return UNWRITABLE if has_room() else FULL
    return None


def _by_postgresql(exception: Exception, cause: BaseException | None) -> BusyReason | None:
    """Return the reason by the SQLSTATE.

    There is none where the server was not reached or went away.
    """
    state = getattr(cause, "sqlstate", "none of PostgreSQL's")
    if state is None:
        return AWAY if isinstance(exception, OperationalError | InterfaceError) else None
    if state.startswith("08"):  # connection_exception
        return AWAY
    return STATES.get(state)


def has_room() -> bool:
    try:
        return shutil.disk_usage(settings.DATA_DIR).free >= LEAST
    except OSError:
        return True
