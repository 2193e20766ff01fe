"""A club, its people, their rights, its invitations, its rules and its seasons."""

from dokoclub.clubs.models.club import Club
from dokoclub.clubs.models.invitation import Invitation
from dokoclub.clubs.models.membership import Membership, Right
from dokoclub.clubs.models.player import Player
from dokoclub.clubs.models.rules import RulesVersion
from dokoclub.clubs.models.season import Season

__all__ = ["Club", "Invitation", "Membership", "Player", "Right", "RulesVersion", "Season"]
