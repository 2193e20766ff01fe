"""What did each player do on a sheet? The counters of `scoring.league.deeds`, from the folded list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, Final

from dokoclub.evenings.ledger import attribution, facts
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Result
from scoring.game.game import Game
from scoring.game.played import Noted, Place, Played, with_verdict
from scoring.game.rows import Table
from scoring.league.deeds import COUNTERS, Deeds, counters_of_play, deeds_of
from scoring.terms import Player

# Counters that the database adds up or ranks by; the others lie in `counts`, and extras of any key in `extras`.
COLUMNS: Final = tuple(field.name for field in Result._meta.concrete_fields if field.name in COUNTERS)
FIELDS: Final = (*COLUMNS, "counts", "extras", "solo_types")


def results_of(folded: Folded) -> list[Result]:
    """A result for everybody who ever sat there, in the order of coming."""
    games = Counter(player for row in folded.rows if facts.is_game(row) for player in facts.players_in(row))
    deeds = deeds_of(played_games(folded))
    return [_result(folded, player, games[player], deeds.get(player) or Deeds()) for player in players_of(folded)]


def players_of(folded: Folded) -> list[Player]:
    """All who ever sat at the table."""
    players = dict.fromkeys(folded.sheet.players)
    for row in folded.rows:
        if isinstance(row, Table):
            players |= dict.fromkeys(row.players)
    return list(players)


def played_games(folded: Folded) -> Iterator[Played]:
    """The games of the sheet that have a verdict."""
    place = Place(folded.sheet.evening_id, folded.sheet.evening.date, folded.sheet.pk)
    for entry, row, line in folded:
        if isinstance(row, Game):
            known = attribution.read_attribution(entry.attribution, row)
            noted = Noted(row, line.number, *known)
            yield with_verdict(folded.rules, noted, row, line.score.reckoning, line.bock_level, place)


def _result(folded: Folded, player: Player, games: int, mine: Deeds) -> Result:
    counts = {
        "games": games,
        "scores": folded.paper.totals[player],
        "balance": folded.paper.balances[player],
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
