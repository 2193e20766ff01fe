"""What is played at this moment: by somebody, in whatever club, or in a club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import F

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings import hooks
from dokoclub.evenings.models import Entry, Evening, Seat, Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """An evening that is open in one of somebody's clubs."""

    evening: Evening
    players: tuple[Player, ...]  # who sits at its open tables, table by table
    sheet: Sheet | None  # the one that a tap means: where the account sits, or the only open one
    may_write: bool
    may_score: bool  # the account may begin and close evenings of the club
    is_mine: bool  # the account sits there


def sheet_being_written(account: Account) -> Sheet | None:
    """The open sheet that the account wrote on last; else the youngest one where it sits; else None.

    Two queries at most.
    """
    sheets = Sheet.objects.open().filter(evening__closed_at=None, evening__club__memberships__account=account)
    written = Entry.objects.filter(sheet__in=sheets, written_by=account).order_by("-written_at", "-pk")
    last = written.select_related("sheet").first()
    if last is not None:
        return last.sheet
    seats = Seat.objects.taken().filter(sheet__in=sheets, player__account=account)
    seat = seats.select_related("sheet").order_by("-sheet__opened_at", "-sheet").first()
    return seat.sheet if seat else None


def played_now(club: Club) -> Sheet | Evening | None:
    """The only sheet that is open, else the only evening; None where there are several, or none.

    Two queries at most.
    """
    evenings = Evening.objects.open().filter(club=club)
    sheets = list(Sheet.objects.open().filter(evening__in=evenings)[:2])
    if len(sheets) == 1:
        return sheets[0]
    found = list(evenings[:2])
    return found[0] if len(found) == 1 else None


def evening_of_day(club: Club, day: date) -> Evening | None:
    """Return the evening of that day, an open one first; tournaments are none. One query."""
    found = Evening.objects.alive().filter(club=club, date=day)
    for unusual in hooks.unusual_evenings:
        found = found.exclude(pk__in=unusual())
    return found.order_by(F("closed_at").desc(nulls_first=True), "-pk").first()


def is_unusual(evening: Evening) -> bool:
    """Return whether it belongs to something longer, as to a tournament. One query for each hook."""
    found = Evening.objects.filter(pk=evening.pk)
    return any(found.filter(pk__in=unusual()).exists() for unusual in hooks.unusual_evenings)


def planned_today(club: Club) -> hooks.Planned | None:
    """Return what the club has planned for today, as long as no evening has begun. Queries of the hooks."""
    return next((one for planned in hooks.planned_today if (one := planned(club))), None)


def running_evenings(account: Account, most: int) -> list[Running]:
    """Those of all the account's clubs, at most that many: those of today, then where it sits, then the newest.

    Three queries, one where none is open.
    """
    clubs = Club.objects.seen_by(account).values("pk")
    found = Evening.objects.open().filter(club__in=clubs).select_related("club").order_by("-date", "-pk")
    evenings = list(found[:most])
    if not evenings:
        return []
    members = Membership.objects.filter(account=account, club__in=[evening.club_id for evening in evenings])
    scoring = {member.club_id for member in members if member.may_score}
    seats = Seat.objects.taken().filter(sheet__in=Sheet.objects.open().filter(evening__in=evenings))
    taken = list(seats.select_related("player", "sheet").order_by("sheet__round", "sheet", "place"))
    running = (
        _running(evening, [seat for seat in taken if seat.sheet.evening_id == evening.pk], account, scoring)
        for evening in evenings
    )
    return sorted(running, key=lambda one: (one.evening.is_of_earlier_day, not one.is_mine))


def _running(evening: Evening, seats: Sequence[Seat], account: Account, scoring: set[int]) -> Running:
    own = [seat for seat in seats if seat.player.account_id == account.pk]
    meant = [sheet for sheet, _seats in groupby(own or seats, key=lambda seat: seat.sheet)]
    return Running(
        evening=evening,
        players=tuple(seat.player for seat in seats),
        sheet=meant[0] if len(meant) == 1 else None,
        may_write=not evening.club.is_moving and (bool(own) or evening.club_id in scoring),
        may_score=not evening.club.is_moving and evening.club_id in scoring,
        is_mine=bool(own),
    )
