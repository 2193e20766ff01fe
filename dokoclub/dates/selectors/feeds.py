"""What stands in a calendar feed: 60 days back, 13 months ahead."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Q

from dokoclub.clubs.models import Player
from dokoclub.dates.models import Date, Opens, Reply, Secret, State
from dokoclub.evenings.models import PlayerMerge

DAYS_BACK: Final = 60
DAYS_AHEAD: Final = 397  # thirteen months


class Shown(NamedTuple):
    """A date with the answer of whom the feed belongs to. `answers`: the feed tells it at all."""

    date: Date
    reply: Reply | None = None
    answers: bool = False


def dates_in_feed(secret: Secret, now: datetime) -> list[Shown]:
    """In their order. One query for the feed of a club, four at most for somebody's own."""
    if secret.opens == Opens.CLUB:
        return [Shown(date) for date in _dates(Q(club=secret.club), now)]
    if secret.player is not None:
        return _own([secret.player], Q(club=secret.player.club_id), now)
    account = secret.account
    players = Player.objects.present().filter(account=account)
    return _own(list(players), Q(club__memberships__account=account), now)


def _dates(of: Q, now: datetime) -> list[Date]:
    """Cancelled ones are told for so long, or a calendar would keep them."""
    back = now - timedelta(days=DAYS_BACK)
    window = Q(end__gte=back, start__lte=now + timedelta(days=DAYS_AHEAD))
    told = window | Q(state=State.CANCELLED, changed_at__gte=back)
    return list(Date.objects.alive().filter(of).filter(told).select_related("club").order_by("start", "pk"))


def _own(players: list[Player], of: Q, now: datetime) -> list[Shown]:
    dates = _dates(of, now)
    ids = {player.pk for player in players}
    kept = dict(PlayerMerge.objects.standing().filter(kept__in=ids).values_list("merged", "kept"))
    replies = Reply.objects.filter(date__in=[date.pk for date in dates], player__in=ids | kept.keys())
    newest = {reply.date_id: reply for reply in replies.order_by("given_at", "pk")}
    playing = {player.club_id for player in players}
    return [Shown(date, newest.get(date.pk), answers=date.club_id in playing) for date in dates]


def shown_to(date: Date, player: Player | None) -> Shown:
    """One date for somebody's own calendar. One query."""
    reply = Reply.objects.filter(date=date, player=player).first() if player else None
    return Shown(date, reply, answers=player is not None)
