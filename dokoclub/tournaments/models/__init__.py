"""Tournaments: who enters, who sits where in each round, what a table hands in, and who decides."""

from dokoclub.tournaments.models.entering import Applicant, EntryLink
from dokoclub.tournaments.models.money import Booking
from dokoclub.tournaments.models.people import Entrant, Official, Role, Team
from dokoclub.tournaments.models.rounds import Correction, Place, Round, RoundTable, Source
from dokoclub.tournaments.models.series import Series
from dokoclub.tournaments.models.tournament import State, Tournament, TournamentLink

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
    "State",
    "Team",
    "Tournament",
    "TournamentLink",
]
