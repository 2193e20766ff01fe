"""Dates as calendars read them (RFC 5545): the feed of somebody or of a club, and one date to keep.

Times are written in UTC: rules of a time zone weigh more than a feed, and the library's are wrong for an hour twice a
year. No alarms, which some calendars drop and others ask about, and no attendees: they would publish addresses.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from icalendar import STATUS, Calendar, Event, vDuration

from dokoclub.clubs.models import Club
from dokoclub.dates import words
from dokoclub.dates.models import Opens, Secret
from dokoclub.dates.selectors import Shown

PRODUCT: Final = "-//dokoclub//dates//EN"
ASKED_AGAIN: Final = timedelta(hours=1)  # what is asked of calendars; they come when they like
PRODUCER: Final = "dokoclub"  # instead of a host: a uid stays what it is when the site moves to another


def write_feed(secret: Secret, dates: Iterable[Shown]) -> bytes:
    """The same dates give the same bytes, in the language of the install, whoever asks."""
    with translation.override(settings.LANGUAGE_CODE):
        name = secret.club.name if secret.opens == Opens.CLUB and secret.club else _("Doppelkopf")
        calendar = _calendar(f"feed-{secret.pk}@{PRODUCER}", name)
        calendar.add("refresh-interval", vDuration(ASKED_AGAIN), parameters={"VALUE": "DURATION"})
        calendar.add("x-published-ttl", "PT1H")
        return _filled(calendar, dates, leads=secret.player is None or secret.player.account_id is not None)


def write_moved(club: Club) -> bytes:
    """In the place of its dates, on the day on which it was said: the club is elsewhere."""
    moved_at = club.deleted_at or club.founded_at
    with translation.override(settings.LANGUAGE_CODE):
        uid = f"moved-{club.key}"
        calendar = _calendar(uid, club.name)
        event = Event.new(
            uid=uid,
            summary=_("%(club)s has moved") % {"club": club.name},
            description=club.moved_to,
            url=club.moved_to,
            start=timezone.localdate(moved_at),
            stamp=_in_utc(moved_at),
        )
        calendar.add_component(event)
        written: bytes = calendar.to_ical()
        return written


def write_one(shown: Shown, *, leads: bool) -> bytes:
    """One date, as a file. `leads`: to its page, which asks for an account."""
    with translation.override(settings.LANGUAGE_CODE):
        return _filled(_calendar(shown.date.uid, shown.date.club.name), [shown], leads=leads)


def _calendar(uid: str, name: str) -> Calendar:
    """The library writes the name twice: as the standard calls it, and as calendars do."""
    return Calendar.new(prodid=PRODUCT, uid=uid, name=name)


def _filled(calendar: Calendar, dates: Iterable[Shown], *, leads: bool) -> bytes:
    for shown in dates:
        calendar.add_component(_event(shown, leads=leads))
    written: bytes = calendar.to_ical()
    return written


def _event(shown: Shown, *, leads: bool) -> Event:
    date, reply = shown.date, shown.reply
    changed = max(date.changed_at, reply.given_at) if reply and shown.answers else date.changed_at
    return Event.new(
        uid=date.uid,
        summary=words.summary_of(date, reply, answers=shown.answers),
        start=_in_utc(date.start),
        end=_in_utc(date.end),
        stamp=_in_utc(changed),
        last_modified=_in_utc(changed),
        sequence=date.sequence,
        status=STATUS.CANCELLED if date.is_cancelled else STATUS.CONFIRMED,
        location=date.place or None,
        description=date.note or None,
        url=settings.PUBLIC_URL + reverse("dates:show_date", args=[date.pk]) if leads else None,
    )


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)
