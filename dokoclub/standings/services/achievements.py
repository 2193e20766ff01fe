"""Achievements of an evening, for its picture, and games of all time for the stars."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from django.db.models import Sum

from dokoclub.clubs.models import Club, Player
from dokoclub.evenings.models import Evening, PlayerMerge, Result
from dokoclub.standings.models import Honour
from dokoclub.standings.selectors.statistics import list_evenings
from dokoclub.standings.services.tallies import Counting, statistics_by
from scoring.league.achievements import ACHIEVEMENTS, AchievementGame


class EveningDeed(NamedTuple):
    """`key`: of `scoring.league.achievements`. Both players of a party share an achievement; a soloist has it alone."""

    key: str
    game: AchievementGame
    players: list[Player]


def list_achievements(evening: Evening, ranked_by: str = "scores") -> list[EveningDeed]:
    """List the achievements in the order of the registry, then of the games; of many of a kind the last three.

    At most five queries. Reads the cached statistics of the evening, if any; `ranked_by`: that of its table, so that
    the cache is used.
    """
    found = [one for one in list_evenings(evening.club, evening.date, evening.date) if one.number == evening.pk]
    sums = Counting(evening.club, statistics_by(ranked_by)).count_each(found)
    did: dict[tuple[str, AchievementGame], list[str]] = {}
    for counted in sums.values():
        for player, mine in counted.counted.players.items():
            for key, done in mine.feats.items():
                for game in done.latest:
                    did.setdefault((key, game), []).append(player)
    players = evening.club.players.in_bulk({int(player) for some in did.values() for player in some})
    order = list(ACHIEVEMENTS)
    in_order = sorted(did, key=lambda one: (order.index(one[0]), one[1].place.sheet, one[1].number or 0))
    return [EveningDeed(key, game, [players[int(one)] for one in sorted(did[key, game])]) for key, game in in_order]


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
