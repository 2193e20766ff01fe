"""May I? Whoever may hand out a link to an evening, a tournament or the league, may put it on a screen.

Raises Http404 for a stranger, as for what does not exist, and PermissionDenied without the right.
"""

from __future__ import annotations

from typing import NamedTuple

from dokoclub.accounts.models import Account
from dokoclub.clubs.access import enter_club
from dokoclub.clubs.models import Club, Membership, Right
from dokoclub.evenings.access import evening_to_score, link_by_token
from dokoclub.evenings.models import Evening
from dokoclub.screens.models import ScreenLink
from dokoclub.screens.selectors.links import with_state
from dokoclub.tournaments.access import tournament_to_direct
from dokoclub.tournaments.models import Tournament


class Target(NamedTuple):
    """What a screen shows: an evening, a tournament, or, without either, the league."""

    club: Club
    evening: Evening | None = None
    tournament: Tournament | None = None


class AtScreen(NamedTuple):
    me: Membership
    target: Target


def evening_to_show(account: Account, evening_id: int) -> AtScreen:
    """Who writes sheets may. Two queries."""
    at = evening_to_score(account, evening_id)
    return AtScreen(at.membership, Target(at.evening.club, evening=at.evening))


def tournament_to_show(account: Account, tournament_id: int) -> AtScreen:
    """Its director may. Three queries."""
    at = tournament_to_direct(account, tournament_id)
    return AtScreen(at.me, Target(at.tournament.club, tournament=at.tournament))


def league_to_show(account: Account, club_id: int) -> AtScreen:
    """Owners may. One query."""
    me = enter_club(account, club_id, Right.OWN)
    return AtScreen(me, Target(me.club))


def screen_by_token(token: str) -> ScreenLink:
    """The link with all that says whether anything is new. One query."""
    return link_by_token(with_state(ScreenLink.objects.open()), token)
