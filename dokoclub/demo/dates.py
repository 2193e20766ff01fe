"""Dates of the demo club: past and coming weeks, one date moved, one canceled."""

from datetime import date, time, timedelta
from random import Random
from typing import Final

from django.db import transaction
from simple_history.utils import bulk_create_with_history

from dokoclub.clubs.models import Player
from dokoclub.dates.models import Answer, Date, Reply
from dokoclub.dates.services import answering, planning
from dokoclub.demo.club import Demo
from dokoclub.evenings.models import Evening
from dokoclub.evenings.models.evening import date_of_play

BEGINS: Final = time(19, 30)
WEEKS_AHEAD: Final = 10
WEEKS_BACK: Final = 8  # evenings with a planned date
PLACES: Final = ("Linde", "Linde", "bei Georg", "Linde", "Vereinsheim")
MOVED, CANCELLED = 2, 4  # index among the coming dates
SHARES: Final = ((0.7, 0.1, 0.15), (0.5, 0.15, 0.2), (0.4, 0.1, 0.1))  # yes, maybe, no; the rest is open
LESS_KNOWN: Final = (0.15, 0.05, 0.05)


@transaction.atomic
def make_dates(demo: Demo) -> None:
    dice, players = demo.dice("dates"), demo.players()
    over = Evening.objects.not_deleted().filter(club=demo.club).exclude(closed_at=None).order_by("-date")
    for evening in over[:WEEKS_BACK]:
        _find_date(evening, demo, players, dice)
    made = []
    for number, day in enumerate(days_ahead(date_of_play())):
        wanted = _wanted(day, PLACES[number % len(PLACES)])
        made += planning.write_dates(demo.club, wanted, key=demo.key(f"date-{number}"), by=demo.owner)
        shares = SHARES[number] if number < len(SHARES) else LESS_KNOWN
        for player in players:
            (answer,) = dice.choices([Answer.YES, Answer.MAYBE, Answer.NO, None], [*shares, 1 - sum(shares)])
            if answer:
                brings = answering.Details(guests=("Nele",)) if answer == Answer.YES and player.name == "Ina" else None
                answering.answer_date(made[-1], player, answer, brings, by=player.account or demo.owner)
    moved = made[MOVED]
    planning.change_date(moved, _wanted(moved.day, moved.place, begins=time(18, 30)), by=demo.owner)
    planning.cancel_date(made[CANCELLED], by=demo.owner)


def days_ahead(today: date) -> list[date]:
    """List weekly days, starting a week after the last evening."""
    return [today + timedelta(weeks=number) for number in range(1, WEEKS_AHEAD + 1)]


def _wanted(day: date, place: str, begins: time = BEGINS) -> planning.Wanted:
    return planning.Wanted(day=day, begins=begins, place=place, answer_days=2)


def _find_date(evening: Evening, demo: Demo, players: list[Player], dice: Random) -> None:
    """Create the date of a past evening directly with its replies, since past dates can no longer be planned."""
    wanted = _wanted(evening.date, evening.place)
    one = Date.objects.create(
        club=demo.club,
        uuid=demo.key(evening.key),
        start=wanted.start,
        end=wanted.end,
        answer_until=wanted.answer_until,
        place=evening.place,
        changed_at=wanted.start - timedelta(days=60),
        made_by=demo.owner,
    )
    there = set(Player.objects.filter(seats__sheet__evening=evening).values_list("pk", flat=True))
    replies = [_said(one, player, demo, dice.random(), came=player.pk in there) for player in players]
    bulk_create_with_history([reply for reply in replies if reply], Reply, default_user=demo.owner)


def _said(one: Date, player: Player, demo: Demo, chance: float, *, came: bool) -> Reply | None:
    """Return a reply: players who came said yes; others mostly declined in time, some late, some never answered."""
    if not came and chance > 0.75:
        return None
    late = not came and chance > 0.6
    given = one.last_moment + timedelta(hours=20) if late else one.last_moment - timedelta(days=1 + 9 * chance)
    answer, by = Answer.YES if came else Answer.NO, player.account or demo.owner
    return Reply(date=one, player=player, answer=answer, late=late, given_at=given, given_by=by)
