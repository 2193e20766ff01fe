"""Hooks for later apps to add to the league. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from dokoclub.clubs.hooks import NavLink
from dokoclub.clubs.models import Club, Membership
from dokoclub.standings.models.periods import Period

# Links below a table of the league
table_links: list[Callable[[Membership, Period], NavLink | None]] = []
# Evenings outside the league, though their games count everywhere else: used inside the query of a table
outside_league: list[Callable[[Club], QuerySet[Any, int]]] = []
