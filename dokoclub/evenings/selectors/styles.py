"""How does a club want its sheets shown?"""

from dokoclub.clubs.models import Club
from dokoclub.clubs.models.stamp import stamp_of_people
from dokoclub.evenings.models import SheetStyle
from dokoclub.look.kept import keep_piece


def style_of(club: Club) -> SheetStyle:
    """The presets where the club chose nothing. One query, none where it was asked for lately."""
    return keep_piece(f"style of {club.pk}", stamp_of_people(club), lambda: _style_of(club))


def _style_of(club: Club) -> SheetStyle:
    return SheetStyle.objects.filter(club=club).first() or SheetStyle(club_id=club.pk)
