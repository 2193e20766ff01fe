"""What is open of closed evenings that nobody has frozen. It is derived each time, so a process remembers it.

A club that never settles has thousands of such evenings, and writes on one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final, TypeVar

from django.db import connection
from django.db.models import Count, Q, Sum

from dokoclub.clubs.models import Club, MonthStamp
from dokoclub.clubs.models.stamp import stamp_of_people
from dokoclub.evenings.models import Evening
from dokoclub.settlement.models import EveningMoney
from dokoclub.settlement.selectors import rules
from dokoclub.settlement.selectors.lines import Line
from dokoclub.settlement.selectors.live import Live, excuses_that_cost, settle_all_live
from scoring.money.methods import MoneyRules

Made = TypeVar("Made")

_MOST_REMEMBERED: Final = 10_000  # months and evenings in a process, of a few short lines each
_REMEMBERED: Final[dict[Hashable, tuple[Any, tuple[Any, ...]]]] = {}  # by evening, by club and month, and by club


def live_lines(club: Club) -> Iterator[Line]:
    """The oldest evening first. Ten queries at most, one where nothing has changed since this process was asked last.

    Evenings of a month in which nothing was written are not read again, as long as nobody paid anything either.
    """
    states = _states_of_months(club)
    known = {
        month: lines for month, state in states.items() if (lines := _remembered((club.pk, month), state)) is not None
    }
    missing = sorted(states.keys() - known.keys())
    if missing or not states:
        first = date.fromisoformat(f"{missing[0]}-01") if missing else date.min
        found: dict[str, list[Line]] = {month: [] for month in states if month >= f"{first:%Y-%m}"}
        for line in _lines_since(club, first):
            found.setdefault(f"{line.day:%Y-%m}", []).append(line)
        known |= {month: tuple(lines) for month, lines in found.items()}
        _remember({(club.pk, month): (states[month], known[month]) for month in found if month in states})
    for month in sorted(known):
        yield from known[month]


def _states_of_months(club: Club) -> dict[str, str]:
    """Of everything that the lines of a month rest on. Empty where changes may not be seen yet. One query.

    The stamps are read with them: those that came with the club are of before this request has written.
    """
    if connection.in_atomic_block:
        return {}
    words = MonthStamp.objects.filter(club=club).exclude(club__stamp=None)
    read = words.values_list("month", "word", "club__stamp__people", "club__stamp__money")
    return {month: f"{people} {money} {word}" for month, word, people, money in read}


def _lines_since(club: Club, first: date) -> Iterator[Line]:
    """Nine queries at most, two where no evening has changed."""
    waiting = _waiting(club, first)
    if not waiting:
        return
    of_club = rules.of_club(getattr(club, "money", None))
    evenings = [evening for evening in waiting if _is_for_money(evening, of_club)]
    answers = excuses_that_cost(club, [(one, _money_of(one)) for one in evenings], of_club)
    states = _states(club, of_club, evenings, answers)
    known = {pk: lines for pk, state in states.items() if (lines := _remembered(pk, state)) is not None}
    missing = [evening for evening in evenings if evening.pk not in known]
    for found in settle_all_live(club, missing) if missing else ():
        known[found.evening.pk] = tuple(_lines(found))
    _remember({pk: (state, known[pk]) for pk, state in states.items()})
    for evening in evenings:
        yield from known[evening.pk]


def _waiting(club: Club, first: date) -> list[Evening]:
    """From that day on, with the versions of their sheets. One query."""
    closed = Evening.objects.alive().filter(club=club, closed_at__isnull=False, date__gte=first)
    waiting = closed.filter(Q(money=None) | Q(money__frozen_at=None)).select_related("money")
    written = waiting.annotate(written=Sum("sheets__version"), tables=Count("sheets"))
    return list(written.order_by("date", "pk"))


def _is_for_money(evening: Evening, of_club: MoneyRules) -> bool:
    """A club that plays for honour alone may have closed hundreds: nothing is worked out for them."""
    return rules.in_force(rules.rules_of(_money_of(evening), of_club), evening.stake).method != "none"


def _money_of(evening: Evening) -> EveningMoney | None:
    return getattr(evening, "money", None)


def _states(
    club: Club, of_club: MoneyRules, evenings: Iterable[Evening], answers: Mapping[int, object]
) -> dict[int, str]:
    """Of everything that an evening's lines rest on. None where changes may not be seen yet: nothing is remembered."""
    people = stamp_of_people(club)
    if not people or connection.in_atomic_block:
        return {}
    return {evening.pk: f"{people} {of_club} {_state_of(evening)} {answers.get(evening.pk)}" for evening in evenings}


def _state_of(evening: Any) -> str:
    money = _money_of(evening)
    chosen = f"{money.rules} {money.expected} {money.excused}" if money else ""
    return f"{evening.version} {evening.written} {evening.tables} {chosen}"


def worked_out(club: Club, lines: tuple[Line, ...], work: Callable[[], tuple[Made, ...]]) -> tuple[Made, ...]:
    """What follows of the lines that are open in a club, and of nothing else; not anew for the same lines."""
    found: tuple[Made, ...] | None = _remembered(("of", club.pk), lines)
    if found is None:
        found = work()
        _remember({("of", club.pk): (lines, found)})
    return found


def _remembered(place: Hashable, state: object) -> tuple[Any, ...] | None:
    found = _REMEMBERED.get(place)
    return found[1] if found and found[0] == state else None


def _remember(some: Mapping[Any, tuple[Any, tuple[Any, ...]]]) -> None:
    if len(_REMEMBERED) + len(some) > _MOST_REMEMBERED:
        _REMEMBERED.clear()
    _REMEMBERED.update(some)


def _lines(found: Live) -> Iterator[Line]:
    for kind, place, _, listing in found.lists:
        for transfer in listing.transfers:
            yield Line(
                day=found.evening.date,
                evening=found.evening.pk,
                kind=kind.value,
                correction=0,
                place=place,
                owed=transfer,
                currency=found.currency,
                row=None,
            )
