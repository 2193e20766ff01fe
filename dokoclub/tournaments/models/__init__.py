"""Models of tournaments: entrants, seating by round, results of tables, and officials."""

from dokoclub.tournaments.models.people import Applicant, Booking, Entrant, EntryLink, Official, Role, Team
from dokoclub.tournaments.models.rounds import Correction, Place, Round, RoundTable, Source
from dokoclub.tournaments.models.tournament import Series, Tournament, TournamentLink, TournamentState

__all__ = [
    "Applicant",
    "Booking",
    "Correction",
    "Entrant",
    "EntryLink",
    "Official",
    "Place",
    "Role",
    "Round",
    "RoundTable",
    "Series",
    "Source",
    "Team",
    "Tournament",
    "TournamentLink",
    "TournamentState",
]
