"""What later apps add to the league. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from dokoclub.clubs.hooks import NavLink
from dokoclub.clubs.models import Club, Membership
from dokoclub.standings.models.periods import Period

# Links below a table of the league
table_ways: list[Callable[[Membership, Period], NavLink | None]] = []
# Evenings that are not of the league, though their games count for all else: asked inside the query of a table
outside_league: list[Callable[[Club], QuerySet[Any, int]]] = []
