"""The secret links to a league."""

from __future__ import annotations

from dokoclub.clubs.models import Club
from dokoclub.standings.models import LeagueLink


def league_links(club: Club) -> list[LeagueLink]:
    """The newest first. One query."""
    return list(LeagueLink.objects.filter(club=club).select_related("made_by"))
