"""What did each player do on a sheet? The counters of `scoring.league.deeds`, from the folded list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from dokoclub.evenings.ledger.done import NOTHING, Done
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Result
from scoring.game.rows import Sums, Table
from scoring.league.deeds import COUNTERS
from scoring.terms import Player

# Counters that the database adds up or ranks by; the others lie in `counts`, and extras of any key in `extras`.
COLUMNS: Final = tuple(field.name for field in Result._meta.concrete_fields if field.name in COUNTERS)
FIELDS: Final = (*COLUMNS, "counts", "extras", "solo_types")


def results_of(folded: Folded) -> list[Result]:
    """A result for everybody who ever sat there, in the order of coming."""
    doubled = any("times" in entry.attribution for entry in folded.entries)
    return [_result(folded, player, folded.done.get(player, NOTHING), doubled) for player in players_of(folded)]


def _is_summed(folded: Folded, games: int) -> bool:
    return not games and any(isinstance(row, Sums) for row in folded.rows)


def players_of(folded: Folded) -> list[Player]:
    """All who ever sat at the table."""
    players = dict.fromkeys(folded.sheet.players)
    for row in folded.rows:
        if isinstance(row, Table):
            players |= dict.fromkeys(row.players)
    return list(players)


def _result(folded: Folded, player: Player, done: Done, doubled: bool) -> Result:
    counts = {
        **done.counts,
        "scores": folded.paper.totals[player],
        "balance": folded.paper.balances[player],
        "summed": int(_is_summed(folded, done.counts["games"])),
        "doubled": int(doubled),
        "pflichtsoli_open": int(player in folded.paper.pflichtsolo_open),
    }
    return Result(
        sheet=folded.sheet,
        player_id=int(player),
        counts={key: number for key, number in counts.items() if number and key not in COLUMNS},
        extras=dict(done.caught),
        solo_types={key: [games, done.won_alone[key]] for key, games in done.alone.items()},
        **{key: counts.get(key, 0) for key in COLUMNS},
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
