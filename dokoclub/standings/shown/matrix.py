"""Who does how well beside whom, and against whom: everybody with everybody, in one table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from dokoclub.clubs.models import Player
from dokoclub.standings.selectors.statistics import Counted
from dokoclub.standings.shown.statistics import FEW, Rate
from scoring.league.deeds import Share


class Side(StrEnum):
    WITH = "with"
    AGAINST = "against"


class Figure(StrEnum):
    """What stands in a field."""

    POINTS = "points"
    MEAN = "mean"  # points a game
    WON = "won"  # games, in percent


class Field(NamedTuple):
    """What the player of the row has with or against that of the column; None: they never met so."""

    share: Share | None
    figure: Figure
    is_self: bool = False

    @property
    def is_few(self) -> bool:
        return self.share is not None and self.share.games < FEW

    @property
    def mean(self) -> Fraction | None:
        return Fraction(self.share.points, self.share.games) if self.share else None

    @property
    def won(self) -> int | None:
        """In percent."""
        return Rate(self.share.won, self.share.games).percent if self.share else None

    @property
    def tone(self) -> str:
        """The class of its colour, by what stands there: above or below nothing, or half of the games."""
        if self.is_self:
            return "self"
        if self.share is None:
            return ""
        above = 2 * self.share.won - self.share.games if self.figure is Figure.WON else self.share.points
        return "up" if above > 0 else "down" if above < 0 else ""


class Matrix(NamedTuple):
    players: Sequence[Player]
    lines: Sequence[tuple[Player, Sequence[Field]]]


def print_matrix(counted: Counted, side: Side, figure: Figure) -> Matrix:
    """All members who played, by name. Guests count in points only, and have no line."""
    played = [player for key in counted.statistics.players if not (player := counted.player(key)).guest]
    players = sorted(played, key=lambda player: (player.folded_name, player.pk))
    return Matrix(
        players, [(player, [_field(counted, player, other, side, figure) for other in players]) for player in players]
    )


def _field(counted: Counted, player: Player, other: Player, side: Side, figure: Figure) -> Field:
    if player == other:
        return Field(None, figure, is_self=True)
    mine = counted.of(player)
    shares = mine.with_partner if side is Side.WITH else mine.against
    return Field(shares.get(str(other.pk)), figure)
