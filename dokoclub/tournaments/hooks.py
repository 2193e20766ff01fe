"""Hooks for later apps on tournament pages; `dokoclub/wiring.py` fills the lists.

This module imports no later app.
"""

from collections.abc import Callable

from dokoclub.clubs.hooks import NavLink
from dokoclub.clubs.models import Membership
from dokoclub.tournaments.models import Series, Tournament

# Links on the page of a tournament, such as to its files; without a query.
tournament_links: list[Callable[[Membership, Tournament], list[NavLink]]] = []
# Links on the same page for directors; without a query.
directors_links: list[Callable[[Tournament], NavLink | None]] = []
# Links on the page of a series, such as to its files; without a query.
series_links: list[Callable[[Series], list[NavLink]]] = []
