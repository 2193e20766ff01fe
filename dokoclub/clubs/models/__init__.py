"""Models of a club: people, rights, invitations, rules, seasons and version tokens."""

from dokoclub.clubs.models.club import Club, HasMoved, IsMoving, RulesVersion, Season
from dokoclub.clubs.models.invitation import Awaited, Claim, Invitation
from dokoclub.clubs.models.player import Membership, Player, Right
from dokoclub.clubs.models.stamp import ClubVersion, MonthVersion, SentForm

__all__ = [
    "Awaited",
    "Claim",
    "Club",
    "ClubVersion",
    "HasMoved",
    "Invitation",
    "IsMoving",
    "Membership",
    "MonthVersion",
    "Player",
    "Right",
    "RulesVersion",
    "Season",
    "SentForm",
]
