"""How an evening ended, at one glance: who won, everybody's points as a curve, the best solo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from dokoclub.clubs.models import Player
from dokoclub.evenings.ledger.running import Totals
from dokoclub.evenings.selectors.evenings import Place
from dokoclub.evenings.selectors.results import Highlights, SoloPlayed
from dokoclub.evenings.shown.curves import Curve, Frame, draw_curves
from dokoclub.look.numbers import signed

FRAME: Final = Frame(width=250, height=130, edge=10, line_of_text=14, named=3, letters=10)  # as the page calls them


@dataclass(frozen=True, slots=True, kw_only=True)
class Finale:
    """`winners`: several where they are equal; `curves`: the best first; `zero`: the height of no points."""

    winners: tuple[Player, ...]
    points: int
    games: int
    solo: SoloPlayed | None
    curves: tuple[Curve, ...]
    zero: int

    @property
    def told(self) -> str:
        """What the named lines come to, for who cannot see them."""
        return ", ".join(f"{curve.name} {signed(curve.points)}" for curve in self.curves if curve.name)


def tell_finale(ranking: Sequence[Place], found: Highlights, totals: Mapping[str, Totals]) -> Finale | None:
    """None where nobody has played. `totals`: everybody's points after each game, by the player's key."""
    places = [place for place in ranking if place.is_here and place.rank is not None]
    if not any(place.games for place in places):
        return None
    drawn = draw_curves(places, totals, FRAME)
    return Finale(
        winners=tuple(place.player for place in places if place.rank == places[0].rank),
        points=places[0].points,
        games=found.games,
        solo=best_solo(found.solos),
        curves=drawn.lines,
        zero=drawn.zero,
    )


def best_solo(solos: Iterable[SoloPlayed]) -> SoloPlayed | None:
    """The one that brought most, the first of equal ones; none where none was won."""
    return max((solo for solo in solos if solo.won), key=lambda solo: solo.points, default=None)
