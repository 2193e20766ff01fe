"""How calendar files are answered."""

from __future__ import annotations

from typing import Final

from django.http import HttpResponse

CALENDAR: Final = "text/calendar; charset=utf-8"


def answer_file(content: bytes) -> HttpResponse:
    """One date, to download."""
    disposition = 'attachment; filename="dokoclub.ics"'
    return HttpResponse(content, content_type=CALENDAR, headers={"Content-Disposition": disposition})
