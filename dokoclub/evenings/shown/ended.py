"""How a sheet ended that is closed: who won it, and its best solo."""

from __future__ import annotations

from dataclasses import dataclass

from dokoclub.evenings.selectors.results import SoloPlayed, solos_on
from dokoclub.evenings.selectors.sheets import SheetPage
from dokoclub.evenings.shown.finale import best_solo
from dokoclub.evenings.words.names import join_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """`winners`: as the columns call them, joined; `number`: how many they are; `points`: as the club ranks by them."""

    winners: str
    number: int
    points: int
    games: int
    bock_games: int
    solo: SoloPlayed | None


def tell_end(page: SheetPage) -> Ended | None:
    """None while the sheet is open, and where nobody has played. No query."""
    winners = [column for column in page.columns if column.leads]
    if page.sheet.is_open or not winners:
        return None
    best, games = winners[0], [line for _, _, line in page.folded if line.number is not None]
    return Ended(
        winners=join_names([column.player.called for column in winners]),
        number=len(winners),
        points=best.total if page.style.ranked_by == "scores" else best.total_balance,
        games=len(games),
        bock_games=sum(line.bock_level > 0 for line in games),
        solo=best_solo(solos_on([page.folded], page.names)),
    )
