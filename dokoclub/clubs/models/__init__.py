"""A club, its people, their rights, its invitations, its rules and its seasons."""

from dokoclub.clubs.models.club import Club, HasMoved, IsMoving, RulesVersion, Season
from dokoclub.clubs.models.invitation import Awaited, Claim, Invitation
from dokoclub.clubs.models.player import Membership, Player, Right
from dokoclub.clubs.models.stamp import MonthStamp, SentForm, Stamp

__all__ = [
    "Awaited",
    "Claim",
    "Club",
    "HasMoved",
    "Invitation",
    "IsMoving",
    "Membership",
    "MonthStamp",
    "Player",
    "Right",
    "RulesVersion",
    "Season",
    "SentForm",
    "Stamp",
]
