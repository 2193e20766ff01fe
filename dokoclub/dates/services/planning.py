"""Planning of dates: write, change, cancel and renew them, each by itself."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.locks import lock_club, refuse_other_content
from dokoclub.core.http import Reused
from dokoclub.dates.models import Date, DateState
from dokoclub.dates.models.date import USUAL_LENGTH, begin_at, days_before, end_at, get_last_day
from dokoclub.evenings.models.evening import date_of_play


class TooLate(Exception):
    """The date has begun, is over or was cancelled: it can no longer be changed or answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The data of a date; times are local.

    `ends`: None is four hours later, an earlier time is on the next day.
    """

    day: date
    begins: time
    ends: time | None = None
    place: str = ""
    note: str = ""
    kind: str = "evening"
    answer_days: int | None = None  # number of days before, at the same time; None: until it begins
    places: int | None = None

    @property
    def start(self) -> datetime:
        return begin_at(self.day, self.begins)

    @property
    def end(self) -> datetime:
        """Return the end, at least five minutes after the start, even if a clock change removes an hour."""
        usual = self.start + USUAL_LENGTH
        return max(end_at(self.day, self.begins, self.ends), self.start + USUAL_LENGTH / 48) if self.ends else usual

    @property
    def answer_until(self) -> datetime | None:
        return None if self.answer_days is None else days_before(self.start, self.answer_days)


@transaction.atomic
def write_dates(club: Club, wanted: Wanted, days: Sequence[date] = (), *, key: UUID, by: Account | None) -> list[Date]:
    """Write a date on the day of `wanted`, or on each of `days`; skip moments at which one begins already.

    The same key returns the dates that it wrote. Raises ValidationError by field, and Reused.
    """
    lock_club(club)
    refuse_other_content(key, club, wanted, days)
    each = [replace(wanted, day=day) for day in dict.fromkeys(days or [wanted.day])]
    uuids = {one.day: uuid5(key, one.day.isoformat()) for one in each}
    if written := list(Date.objects.filter(uuid__in=uuids.values())):
        if {date.club_id for date in written} != {club.pk}:
            raise Reused(key)
        return written
    _refuse_days(each)
    taken = set(Date.objects.planned().filter(club=club).values_list("start", flat=True))
    series = key if len(each) > 1 else None
    new = [
        Date(club=club, uuid=uuids[one.day], series=series, made_by=by, **_facts(one))
        for one in each
        if one.start not in taken
    ]
    for row in new:
        _save(row, by=by)
    return new


@transaction.atomic
def change_date(date: Date, wanted: Wanted, *, by: Account | None) -> Date:
    """Change a date. Answers remain; a new start asks for them again. Equal data changes nothing.

    Raises TooLate, and ValidationError by field.
    """
    date = lock_date(date)
    refuse_started(date)
    facts = _facts(wanted)
    if all(getattr(date, name) == value for name, value in facts.items()):
        return date
    if date.start != wanted.start:
        _refuse_days([wanted])
        date.moves += 1
    for name, value in facts.items():
        setattr(date, name, value)
    _change(date, by=by)
    return date


@transaction.atomic
def cancel_date(date: Date, *, by: Account | None) -> Date:
    """Cancel a date, which remains crossed out in the list.

    The second time changes nothing. Raises TooLate once begun.
    """
    return _set_state(date, DateState.CANCELLED, by=by)


@transaction.atomic
def renew_date(date: Date, *, by: Account | None) -> Date:
    """Undo `cancel_date`; the answers are still there. The second time changes nothing. Raises TooLate."""
    return _set_state(date, DateState.PLANNED, by=by)


def lock_date(date: Date) -> Date:
    """Lock a date until the transaction ends; other writers wait. Return its current state."""
    found = Date.objects.select_for_update(of=("self",), no_key=True).select_related("club").filter(pk=date.pk).first()
    if found is None or found.club.deleted_at is not None:
        raise TooLate
    return found


def refuse_started(date: Date) -> None:
    if date.start <= timezone.now():
        raise TooLate


def _set_state(date: Date, state: DateState, *, by: Account | None) -> Date:
    date = lock_date(date)
    if date.state != state:
        refuse_started(date)
        date.state = state
        _change(date, by=by)
    return date


def _change(date: Date, *, by: Account | None) -> None:
    date.sequence += 1
    date.changed_at = timezone.now()
    _save(date, by=by)


def _save(date: Date, *, by: Account | None) -> None:
    date._history_user = by  # type: ignore[attr-defined]
    date.clean_fields()
    date.save()


def _facts(wanted: Wanted) -> dict[str, object]:
    return {
        "start": wanted.start,
        "end": wanted.end,
        "answer_until": wanted.answer_until,
        "place": wanted.place,
        "note": wanted.note,
        "kind": wanted.kind,
        "places": wanted.places,
    }


def _refuse_days(each: Sequence[Wanted]) -> None:
    now, last = timezone.now(), get_last_day(date_of_play())
    if any(one.start <= now for one in each):
        raise ValidationError({"day": _("Choose a later time.")})
    if any(one.day > last for one in each):
        raise ValidationError({"day": _("Choose days within the next twelve months.")})
