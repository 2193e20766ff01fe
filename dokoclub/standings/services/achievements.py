"""Games of all time, for the stars."""

from collections.abc import Collection, Iterable

from django.db.models import Sum

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening, PlayerMerge, Result
from dokoclub.standings.models import Honour


def count_evening(evening: Evening) -> None:
    """Recount the games of the evening's players. Hooked into after_evening. Two statements."""
    recount_games(list_players([evening.pk]))


def list_players(evenings: Collection[int]) -> list[int]:
    """List the ids of players on these evenings. One query."""
    played = Result.objects.filter(sheet__evening__in=evenings).order_by()
    return list(played.values_list("player", flat=True).distinct())


def count_merge(merge: PlayerMerge) -> None:
    """Recount the games of merged players. Hooked into after_merge."""
    recount_games([merge.kept_id, merge.merged_id])


def count_club(club: Club) -> None:
    """Recount a club's games after evenings came or went without hooks: the demo, an import."""
    recount_games(club.players.values_list("pk", flat=True))


def recount_games(players: Iterable[int]) -> None:
    """Recount games of all time on evenings that are closed and not deleted. Two or three statements."""
    wanted = sorted(set(players))  # A fixed order prevents deadlocks when two users close evenings at once.
    closed = Result.objects.not_deleted().filter(player__in=wanted).exclude(sheet__evening__closed_at=None)
    games = dict(closed.order_by("player").values_list("player").annotate(games=Sum("games")))
    Honour.objects.bulk_create(
        [Honour(player_id=player, games=games.get(player, 0)) for player in wanted],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["games"],
    )
