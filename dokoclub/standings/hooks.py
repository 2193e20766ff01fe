"""What later apps add to the league. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from __future__ import annotations

from collections.abc import Callable

from dokoclub.clubs.hooks import Way
from dokoclub.clubs.models import Membership
from dokoclub.standings.models.periods import Period

# Links below a table of the league
table_ways: list[Callable[[Membership, Period], Way | None]] = []
