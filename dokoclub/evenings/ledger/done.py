"""What everybody did in some rows of a sheet. It adds up, so that a sheet goes on counting from where it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from dokoclub.evenings.ledger import facts
from scoring.game.played import Played
from scoring.game.rows import Row, Sums
from scoring.league.deeds import Deeds, counters_of_play, deeds_of
from scoring.terms import PLAYING, Player


class Done(NamedTuple):
    """Of one player."""

    counts: Counter[str]  # games, and scoring.league.deeds.OF_PLAY
    caught: Counter[str]  # extras
    alone: Counter[str]  # games by solo
    won_alone: Counter[str]


NOTHING: Final = Done(Counter(), Counter(), Counter(), Counter())


def count_rows(rows: Iterable[Row], played: Iterable[Played]) -> dict[Player, Done]:
    """`played`: the games among them that have a verdict."""
    games = Counter(player for row in rows for player in _players_of(row))
    deeds = deeds_of(played)
    return {player: _done(games[player], deeds.get(player)) for player in games}


def _players_of(row: Row) -> Iterable[Player]:
    """Once for each game. Four play every game of their evening; of five and more nobody knows who played how many."""
    if isinstance(row, Sums):
        return [player for player in row.points for _ in range(row.games or 0)] if len(row.points) == PLAYING else ()
    return facts.players_in(row) if facts.is_game(row) else ()


def _done(games: int, mine: Deeds | None) -> Done:
    if mine is None:
        return NOTHING._replace(counts=Counter(games=games))
    alone = Counter({key: share.games for key, share in mine.solos.items()})
    won = Counter({key: share.won for key, share in mine.solos.items()})
    return Done(Counter(games=games, **counters_of_play(mine)), mine.caught, alone, won)


def add_done(before: Mapping[Player, Done], more: Mapping[Player, Done]) -> dict[Player, Done]:
    """Both together; neither is changed."""
    found = dict(before)
    for player, done in more.items():
        if player in found:
            done = Done(*(_add(some, others) for some, others in zip(found[player], done, strict=True)))
        found[player] = done
    return found


def _add(some: Counter[str], others: Counter[str]) -> Counter[str]:
    both = some.copy()
    both.update(others)
    return both
