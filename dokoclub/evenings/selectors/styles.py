"""How does a club want its sheets shown?"""

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import SheetStyle


def style_of(club: Club) -> SheetStyle:
    """The presets where the club chose nothing. One query."""
    return SheetStyle.objects.filter(club=club).first() or SheetStyle(club=club)
