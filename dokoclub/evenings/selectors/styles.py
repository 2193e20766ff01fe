"""How does a club want its sheets shown?"""

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import SheetStyle


def style_of(club: Club) -> SheetStyle:
    """The presets where the club chose nothing. One query, none where the club was entered."""
    return getattr(club, "sheet_style", None) or SheetStyle(club_id=club.pk)
