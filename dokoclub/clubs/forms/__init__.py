"""From what was typed to what a service takes."""

from dokoclub.clubs.forms.claims import ClaimForm
from dokoclub.clubs.forms.clubs import ClubForm, DeleteClubForm, FoundClubForm
from dokoclub.clubs.forms.invitations import AcceptForm, InvitationForm
from dokoclub.clubs.forms.members import MemberForm
from dokoclub.clubs.forms.players import NewPlayerForm, PlayerForm

__all__ = [
    "AcceptForm",
    "ClaimForm",
    "ClubForm",
    "DeleteClubForm",
    "FoundClubForm",
    "InvitationForm",
    "MemberForm",
    "NewPlayerForm",
    "PlayerForm",
]
