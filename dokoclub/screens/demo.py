"""The screen of the demo club: one link to its league, and one to the evening that is open. Hooked into seed_demo."""

from __future__ import annotations

from dokoclub.clubs.models import Club
from dokoclub.evenings.models import Evening
from dokoclub.screens.access import Target
from dokoclub.screens.models import ScreenLink
from dokoclub.screens.services.links import make_screen


def seed_screens(club: Club, evenings: int, seed: int) -> None:
    """Nothing where there is a screen already, or nothing to show."""
    if evenings < 1 or ScreenLink.objects.filter(club=club).exists():
        return
    owner = club.memberships.filter(owner=True).select_related("account")[0].account
    make_screen(Target(club), by=owner)
    for evening in Evening.objects.open().filter(club=club).order_by("-date")[:1]:
        evening.club = club
        make_screen(Target(club, evening=evening), by=owner)
