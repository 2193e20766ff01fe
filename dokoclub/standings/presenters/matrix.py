"""The matrix of all players: results with and against each other, in one table."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from dokoclub.clubs.models import Player
from dokoclub.standings.presenters.statistics import FEW, Rate
from dokoclub.standings.selectors.statistics import Counted
from scoring.league.counters import Share


class Side(StrEnum):
    WITH = "with"
    AGAINST = "against"


class Figure(StrEnum):
    """The number in a field."""

    POINTS = "points"
    MEAN = "mean"  # points a game
    WON = "won"  # games, in percent


class Field(NamedTuple):
    """The row player's result with or against the column player; None: they never met in this way."""

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
        """Return the games won in percent."""
        return Rate(self.share.won, self.share.games).percent if self.share else None

    @property
    def above(self) -> Fraction:
        """Return by how much the result is above zero, or above half of the games."""
        if self.share is None:
            return Fraction(0)
        match self.figure:
            case Figure.POINTS:
                return Fraction(self.share.points)
            case Figure.MEAN:
                return Fraction(self.share.points, self.share.games)
            case Figure.WON:
                return Fraction(self.share.won, self.share.games) - Fraction(1, 2)


class Matrix(NamedTuple):
    players: Sequence[Player]
    lines: Sequence[tuple[Player, Sequence[Field]]]
    side: Side
    far: Fraction  # half of the largest distance from 0 among fields of many games

    def tone(self, field: Field) -> str:
        """Return the colour class: `up` or `down`, with `far` for large values, never for few games."""
        if field.is_self:
            return "self"
        if not field.above:
            return ""
        tone = "up" if field.above > 0 else "down"
        return f"{tone} far" if abs(field.above) >= self.far and not field.is_few else tone

    def met(self, fields: Sequence[Field]) -> list[tuple[Player, Field]]:
        """List the players met in a line, the best first, those of few games last."""
        met = [(player, field) for player, field in zip(self.players, fields, strict=True) if field.share]
        return sorted(met, key=lambda one: (one[1].is_few, -one[1].above))


def render_matrix(counted: Counted, side: Side, figure: Figure) -> Matrix:
    """Return the matrix of all members who played, by name. Guests count in points only, and have no line."""
    played = [player for key in counted.statistics.players if not (player := counted.player(key)).guest]
    players = sorted(played, key=lambda player: (player.folded_name, player.pk))
    lines = [(player, [_field(counted, player, other, side, figure) for other in players]) for player in players]
    most = max((abs(one.above) for _player, fields in lines for one in fields if not one.is_few), default=Fraction(0))
    return Matrix(players, lines, side, most / 2)


def _field(counted: Counted, player: Player, other: Player, side: Side, figure: Figure) -> Field:
    if player == other:
        return Field(None, figure, is_self=True)
    mine = counted.of(player)
    shares = mine.with_partner if side is Side.WITH else mine.against
    return Field(shares.get(str(other.pk)), figure)
