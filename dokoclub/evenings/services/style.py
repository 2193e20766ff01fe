"""How the club wants its sheets shown."""

from __future__ import annotations

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import SheetStyle


def change_style(club: Club, *, ranked_by: str, large: str, full_names: bool) -> SheetStyle:
    """Raises ValidationError for a word that is not among the choices."""
    style = SheetStyle(club=club, ranked_by=ranked_by, large=large, full_names=full_names)
    style.clean_fields()
    wanted = {"ranked_by": ranked_by, "large": large, "full_names": full_names}
    return SheetStyle.objects.update_or_create(club=club, defaults=wanted)[0]
