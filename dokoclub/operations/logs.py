"""One JSON object a line on standard error, with what helps to find a fault and nothing that tells about a person."""

import json
import logging
import re
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from dokoclub.operations.occurrences import note_answer

log = logging.getLogger("dokoclub.requests")

# A secret in an address (invitation, login link, evening, pen), also percent-encoded; a mail and a network address.
SECRET: Final = re.compile(
    r"(?:(?<=[/=])|(?<=%2F)|(?<=%3D))[\w-]{16,}"
    r"|[^\s@]+@[^\s@]+"
    r"|(?<![\w.])(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}(?!\w)"
    r"|(?<=ip=)[\w:.%]*\w",
    re.IGNORECASE,
)
TRIVIAL: Final = {"healthz", "readyz"}
NOTHING_NEW: Final = 204


class JsonFormatter(logging.Formatter):
    """Leaves out the texts of exceptions: the database quotes the refused values in them."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message_of(record),
        }
        line |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0]:
            line |= {"error": record.exc_info[0].__name__, "where": places_of(record.exc_info[1])}
        return json.dumps(line, ensure_ascii=False)


def message_of(record: logging.LogRecord) -> str:
    """Django puts the address into its messages on refused and failed requests; the route says the same without ids."""
    request = getattr(record, "request", None)
    if isinstance(request, HttpRequest):
        return f"{getattr(record, 'status_code', 'refused')} {request.method} {route_of(request)}"
    return SECRET.sub("…", record.getMessage())


def route_of(request: HttpRequest) -> str:
    return request.resolver_match.route if request.resolver_match else "no such address"


def places_of(error: BaseException | None) -> list[str]:
    """Where it happened, innermost last."""
    frames = traceback.extract_tb(error.__traceback__) if error else []
    root = f"{settings.BASE_DIR}/"
    return [f"{frame.filename.removeprefix(root)}:{frame.lineno} {frame.name}" for frame in frames]


class RequestLog:
    """Notes every answered request: route, not address; no account, no name, no network address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        start = time.perf_counter()
        response = self.get_response(request)
        if response.status_code != NOTHING_NEW and route_of(request) not in TRIVIAL:
            milliseconds = round((time.perf_counter() - start) * 1000, 1)
            facts = {"method": request.method, "route": route_of(request), "status": response.status_code}
            log.info("answered", extra={"facts": facts | {"ms": milliseconds}})
            note_answer(route_of(request), milliseconds)
        return response


class NoAdvice(logging.Filter):
    """Leaves out granian's warning of many threads: most of them only wait for slow clients."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "seems quite high" not in str(record.msg)


def configure_logs(level: str) -> dict[str, Any]:
    """Return the settings of logging for Django and the server."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "dokoclub.operations.logs.JsonFormatter"}},
        "filters": {"no_advice": {"()": "dokoclub.operations.logs.NoAdvice"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django's own handlers would print to the terminal beside ours, or send mails with the whole request.
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "level": level, "propagate": True},
            "_granian": {"handlers": [], "level": level, "propagate": True, "filters": ["no_advice"]},
            "fido2": {"handlers": [], "level": "WARNING", "propagate": True},  # it tells the numbers of passkeys
        },
    }
