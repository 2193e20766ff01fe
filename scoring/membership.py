"""Does everybody who is written down sit at the table? rules.md 5, last words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.game import Game, repeated_players
from scoring.rows import ByHand, Penalty, PointsByHand, Row, Table
from scoring.terms import TABLE_SIZES, Player, Problem, say


def sheet_problems(players: Sequence[Player], first_dealer: Player | None) -> Iterator[Problem]:
    """What is wrong with a table at its opening."""
    if len(players) not in TABLE_SIZES:
        yield Problem("players", say("Four to seven players sit at a table."))
    yield from repeated_players(players=players)
    if first_dealer is not None and first_dealer not in players:
        yield Problem("first_dealer", say("{player} does not sit at the table."), {"player": first_dealer})


def row_problems(players: Sequence[Player], rows: Sequence[Row | None]) -> Iterator[Problem]:
    """Who plays without sitting at the table, row by row; None: a row that could not be read."""
    table = set(players)
    for index, row in enumerate(rows):
        if isinstance(row, Table):
            table = set(row.players)
        elif row is not None:
            for field, named in _named(row):
                for player in named:
                    if player not in table:
                        yield Problem(
                            f"games[{index}].{field}",
                            say("{player} does not sit at the table."),
                            {"player": player},
                        )


def _named(row: Row) -> Iterator[tuple[str, Sequence[Player]]]:
    """Who is named in a row, by field."""
    if isinstance(row, Game):
        yield "re", row.re
        yield "kontra", row.kontra
        yield "sitting_out", row.sitting_out
    elif isinstance(row, ByHand):
        yield "players", row.players
        yield "sitting_out", row.sitting_out
    elif isinstance(row, PointsByHand):
        for player in row.points:
            yield f"points.{player}", (player,)
        yield "sitting_out", row.sitting_out
    elif isinstance(row, Penalty):
        for player in row.points:
            yield f"points.{player}", (player,)
        if row.solo_of is not None:
            yield "solo_of", (row.solo_of,)
