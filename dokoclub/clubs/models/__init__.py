"""A club, its people, their rights, its invitations, its rules and its seasons."""

from dokoclub.clubs.models.awaited import Awaited
from dokoclub.clubs.models.claim import Claim
from dokoclub.clubs.models.club import Club, HasMoved, IsMoving
from dokoclub.clubs.models.invitation import Invitation
from dokoclub.clubs.models.membership import Membership, Right
from dokoclub.clubs.models.player import Player
from dokoclub.clubs.models.rules import RulesVersion
from dokoclub.clubs.models.season import Season
from dokoclub.clubs.models.sent_form import SentForm
from dokoclub.clubs.models.stamp import MonthStamp, Stamp

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
