"""Who has played how many games in all? Counted anew whenever an evening is closed, reopened or deleted."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Sum

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening, PlayerMerge, Result
from dokoclub.standings.models import Honour


def count_evening(evening: Evening) -> None:
    """Hooked into after_evening. Two statements."""
    recount_games(players_of([evening.pk]))


def players_of(evenings: Collection[int]) -> list[int]:
    """One query."""
    played = Result.objects.filter(sheet__evening__in=evenings).order_by()
    return list(played.values_list("player", flat=True).distinct())


def count_merge(merge: PlayerMerge) -> None:
    """Hooked into after_merge."""
    recount_games([merge.kept_id, merge.merged_id])


def count_club(club: Club) -> None:
    """After evenings came or went without their hooks: the demo, an import."""
    recount_games(club.players.values_list("pk", flat=True))


def recount_games(players: Iterable[int]) -> None:
    """Games of all times on evenings that are closed and not deleted. Two or three statements."""
    wanted = sorted(set(players))  # in one order, so that two who close at once do not wait for each other
    closed = Result.objects.alive().filter(player__in=wanted).exclude(sheet__evening__closed_at=None)
    games = dict(closed.order_by("player").values_list("player").annotate(games=Sum("games")))
    Honour.objects.bulk_create(
        [Honour(player_id=player, games=games.get(player, 0)) for player in wanted],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["games"],
    )
