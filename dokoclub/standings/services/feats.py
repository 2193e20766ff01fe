"""Deeds of one evening, for whoever draws its picture."""

from __future__ import annotations

from typing import NamedTuple

from dokoclub.clubs.models import Player
from dokoclub.evenings.models import Evening
from dokoclub.standings.selectors.statistics import list_evenings
from dokoclub.standings.services.tallies import Counting, statistics_by
from scoring.league.feats import FEATS, FeatGame


class EveningDeed(NamedTuple):
    """`key`: of `scoring.league.feats`. Both players of a party did it together; a soloist alone."""

    key: str
    game: FeatGame
    players: list[Player]


def deeds_of_evening(evening: Evening, ranked_by: str = "scores") -> list[EveningDeed]:
    """In the order of the registry, then of the games; of many of a kind the last three. At most five queries.

    From what is kept of the evening for statistics, where it is; `ranked_by`: that of its table, so that it is.
    """
    found = [one for one in list_evenings(evening.club, evening.date, evening.date) if one.number == evening.pk]
    sums = Counting(evening.club, statistics_by(ranked_by)).count_each(found)
    did: dict[tuple[str, FeatGame], list[str]] = {}
    for counted in sums.values():
        for player, mine in counted.counted.players.items():
            for key, done in mine.feats.items():
                for game in done.latest:
                    did.setdefault((key, game), []).append(player)
    players = evening.club.players.in_bulk({int(player) for some in did.values() for player in some})
    order = list(FEATS)
    in_order = sorted(did, key=lambda one: (order.index(one[0]), one[1].place.sheet, one[1].number or 0))
    return [EveningDeed(key, game, [players[int(one)] for one in sorted(did[key, game])]) for key, game in in_order]
