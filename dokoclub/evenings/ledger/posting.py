"""What should be stored of a folded sheet: the points of each row, and who sat where from which row to which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from dokoclub.evenings.ledger import facts
from dokoclub.evenings.ledger.folded import Folded
from dokoclub.evenings.models import Seat
from scoring.game.rows import Row, Table
from scoring.game.sheet import Line


class Share(NamedTuple):
    """What a posting holds beside its entry; the club's has no player."""

    player_id: int | None
    scores: int
    balance: int


def postings_of(row: Row, line: Line) -> list[Share]:
    """The points of a row, and the club's share where they fall short. Their balances sum to 0."""
    scores, balance = line.score.scores, line.score.balance
    found = [Share(int(player), scores[player], balance[player]) for player in facts.players_in(row)]
    short = -sum(share.balance for share in found)
    return [*found, Share(None, short, short)] if short else found


def seats_of(folded: Folded) -> list[Seat]:
    """Who sat where, from which row to which."""
    sheet, found = folded.sheet, []
    taken: dict[tuple[str, int], Seat] = {}
    for position, table in _tables(folded):
        now = {(player, place) for place, player in enumerate(table)}
        for seat in [taken.pop(key) for key in taken.keys() - now]:
            seat.to_position = position
        for player, place in sorted(now - taken.keys(), key=lambda key: key[1]):
            seat = Seat(sheet=sheet, player_id=int(player), place=place, from_position=position)
            taken[player, place] = seat
            found.append(seat)
    return found


def _tables(folded: Folded) -> Iterable[tuple[int, Sequence[str]]]:
    yield 0, folded.sheet.players
    for entry, row in zip(folded.entries, folded.rows, strict=True):
        if isinstance(row, Table):
            yield entry.position, row.players


def seat_of(seat: Seat) -> tuple[int, int, int, int | None]:
    return seat.player_id, seat.place, seat.from_position, seat.to_position
