"""The secret link to the league: hand it out."""

from __future__ import annotations

from django.db import transaction

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.clubs.services.writing import lock_club
from dokoclub.standings.models import LeagueLink


@transaction.atomic
def make_league_link(club: Club, *, by: Account) -> LeagueLink:
    """A link that lets anybody read the tables until it is revoked. The same one again while it holds."""
    club = lock_club(club)
    held = LeagueLink.objects.open().filter(club=club).first()
    return held or LeagueLink.objects.create(club=club, made_by=by)
