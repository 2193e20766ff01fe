"""Tournaments: who enters, who sits where in each round, what a table hands in, and who decides."""

from dokoclub.tournaments.models.money import Booking
from dokoclub.tournaments.models.people import Entrant, Official, Role, Team
from dokoclub.tournaments.models.rounds import Correction, Place, Round, RoundTable, Source
from dokoclub.tournaments.models.tournament import State, Tournament, TournamentLink

__all__ = [
    "Booking",
    "Correction",
    "Entrant",
    "Official",
    "Place",
    "Role",
    "Round",
    "RoundTable",
    "Source",
    "State",
    "Team",
    "Tournament",
    "TournamentLink",
]
