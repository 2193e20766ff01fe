"""Dates for the tests, in a week by default, and answers to them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import uuid4

import time_machine
from django.utils import timezone

from dokoclub.dates.models import Answer, Date, Reply
from dokoclub.dates.services.answering import Details, answer_date
from dokoclub.dates.services.planning import Wanted, write_dates
from dokoclub.evenings.models.evening import date_of_play
from tests.cast import Cast

YES, MAYBE, NO = Answer.YES, Answer.MAYBE, Answer.NO


def in_days(days: int) -> date:
    return date_of_play() + timedelta(days=days)


def wanted(day: date | None = None, **facts: Any) -> Wanted:
    return Wanted(**{"day": day or in_days(7), "begins": time(19, 30), "place": "Gasthaus", **facts})


def plan(cast: Cast, day: date | None = None, **facts: Any) -> Date:
    (made,) = write_dates(cast.club, wanted(day, **facts), key=uuid4(), by=cast.ben)
    return made


def say(cast: Cast, one: Date, name: str, answer: Answer, *guests: str, **more: Any) -> Reply:
    """Answer in the named player's own name."""
    details = Details(guests=guests, **more) if guests or more else None
    return answer_date(one, cast.players[name], answer, details, by=cast.accounts.get(name, cast.anna))


def later(moment: datetime) -> Any:
    """Pretend that it is that much later."""
    return time_machine.travel(moment, tick=True)


def form_of(day: date, **fields: Any) -> dict[str, Any]:
    """Return the form as the page that plans dates sends it."""
    usual = {"day": day.isoformat(), "begins": "19:30", "rhythm": "once", "kind": "evening", "key": str(uuid4())}
    return {**usual, **fields}


def now() -> datetime:
    return timezone.now()
