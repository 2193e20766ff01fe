"""What the league keeps beside the ledger: its choices, corrections, closed months, links and honours."""

from dokoclub.standings.models.closing import ClosedRow, Closing
from dokoclub.standings.models.correction import Correction
from dokoclub.standings.models.honour import GAMES_FOR_A_STAR, Honour
from dokoclub.standings.models.league import League
from dokoclub.standings.models.link import LeagueLink
from dokoclub.standings.models.rating import HiddenRating
from dokoclub.standings.models.tally import Tally

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
