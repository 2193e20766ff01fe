"""Building of the demo club: each part is created only if there is nothing of its kind yet."""

from collections.abc import Callable
from typing import Any, Final

from django.db.models import QuerySet

from dokoclub.clubs.models import Club, Season
from dokoclub.dates.models import Date
from dokoclub.demo.club import Demo, demo_club, make_dates
from dokoclub.demo.evenings import make_evenings
from dokoclub.demo.money import make_accounts, make_kitty, make_payments
from dokoclub.demo.tournament import make_league, make_screens, make_tournament
from dokoclub.evenings.models import Evening
from dokoclub.screens.models import ScreenLink
from dokoclub.settlement.models import CashEntry, Due, EveningMoney
from dokoclub.tournaments.models import Tournament

Part = Callable[[Demo], None]
PARTS: Final[dict[Part, QuerySet[Any]]] = {
    make_evenings: Evening.objects.all(),
    make_dates: Date.objects.all(),
    make_league: Season.objects.all(),
    make_payments: EveningMoney.objects.frozen(),
    make_kitty: CashEntry.objects.all(),
    make_accounts: Due.objects.all(),
    make_tournament: Tournament.objects.all(),
    make_screens: ScreenLink.objects.all(),
}


def build_demo(evenings: int, seed: int, *, anew: bool = False) -> Club:
    """Build the demo club with so many evenings, the newest still open; with 0, it has nothing else either."""
    club = demo_club(anew=anew)
    demo = Demo(club, evenings, seed)
    for part, there in PARTS.items() if evenings > 0 else ():
        if not there.filter(club=club).exists():
            part(demo)
    return club
