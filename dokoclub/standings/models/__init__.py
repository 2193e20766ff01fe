"""Models of the league besides the ledger: its settings, corrections, closed months, links and honours."""

from dokoclub.standings.models.closing import GAMES_FOR_A_STAR, ClosedRow, Closing, Correction, Honour, Tally
from dokoclub.standings.models.league import HiddenRating, League, LeagueLink

__all__ = [
    "GAMES_FOR_A_STAR",
    "ClosedRow",
    "Closing",
    "Correction",
    "HiddenRating",
    "Honour",
    "League",
    "LeagueLink",
    "Tally",
]
