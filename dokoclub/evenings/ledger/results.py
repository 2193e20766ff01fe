"""What did each player do on a sheet? The counters of `scoring.league.deeds`, from the folded list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Result
from scoring.game.rows import Sums, Table
from scoring.league.deeds import COUNTERS, Deeds, counters_of_play, deeds_of
from scoring.terms import PLAYING, Player

# Counters that the database adds up or ranks by; the others lie in `counts`, and extras of any key in `extras`.
COLUMNS: Final = tuple(field.name for field in Result._meta.concrete_fields if field.name in COUNTERS)
FIELDS: Final = (*COLUMNS, "counts", "extras", "solo_types")


def results_of(folded: Folded) -> list[Result]:
    """A result for everybody who ever sat there, in the order of coming."""
    games = Counter(player for row in folded.rows if facts.is_game(row) for player in facts.players_in(row))
    games.update(_games_of_sums(folded))
    deeds = deeds_of(folded.played)
    return [_result(folded, player, games[player], deeds.get(player) or Deeds()) for player in players_of(folded)]


def _games_of_sums(folded: Folded) -> dict[Player, int]:
    """Four play every game of their evening; of five and more nobody knows who played how many."""
    sums = (row for row in folded.rows if isinstance(row, Sums) and row.games and len(row.points) == PLAYING)
    return {player: row.games for row in sums for player in row.points}


def _is_summed(folded: Folded, games: int) -> bool:
    return not games and any(isinstance(row, Sums) for row in folded.rows)


def players_of(folded: Folded) -> list[Player]:
    """All who ever sat at the table."""
    players = dict.fromkeys(folded.sheet.players)
    for row in folded.rows:
        if isinstance(row, Table):
            players |= dict.fromkeys(row.players)
    return list(players)


def _result(folded: Folded, player: Player, games: int, mine: Deeds) -> Result:
    counts = {
        "games": games,
        "scores": folded.paper.totals[player],
        "balance": folded.paper.balances[player],
        "summed": int(_is_summed(folded, games)),
        "doubled": int(any("times" in entry.attribution for entry in folded.entries)),
        "pflichtsoli_open": int(player in folded.paper.pflichtsolo_open),
        **counters_of_play(mine),
    }
    return Result(
        sheet=folded.sheet,
        player_id=int(player),
        counts={key: number for key, number in counts.items() if number and key not in COLUMNS},
        extras=dict(mine.caught),
        solo_types={key: [share.games, share.won] for key, share in mine.solos.items()},
        **{key: counts[key] for key in COLUMNS},
    )


def compare_results(stored: Iterable[Result], fresh: Iterable[Result]) -> list[tuple[Result | None, Result | None]]:
    """Pairs of stored and right results that are not the same; None where one is missing."""
    before, after = ({result.player_id: result for result in some} for some in (stored, fresh))
    return [
        (before.get(player), after.get(player))
        for player in before | after
        if _values(before.get(player)) != _values(after.get(player))
    ]


def _values(result: Result | None) -> tuple[Any, ...] | None:
    return tuple(getattr(result, name) for name in FIELDS) if result is not None else None
