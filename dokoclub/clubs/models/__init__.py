"""A club, its people, their rights, its invitations and its rules."""

from dokoclub.clubs.models.club import Club
from dokoclub.clubs.models.invitation import Invitation
from dokoclub.clubs.models.membership import Membership, Right
from dokoclub.clubs.models.player import Player
from dokoclub.clubs.models.rules import RulesVersion

__all__ = ["Club", "Invitation", "Membership", "Player", "Right", "RulesVersion"]
