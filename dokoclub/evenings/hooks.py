"""Hooks for later apps, which are not imported from here: `dokoclub/wiring.py` fills the lists."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import QuerySet

from dokoclub.clubs.hooks import NavLink, Part
from dokoclub.clubs.models import Club, Membership
from dokoclub.evenings.domain.sheet_state import SheetState
from dokoclub.evenings.models import Evening, PlayerMerge, SecretLink, Sheet


class Arrivals(NamedTuple):
    """The people to seat when an evening starts, by primary key, and what is known of it."""

    players: tuple[int, ...]
    place: str
    day: date
    club_evening: bool


class Planned(NamedTuple):
    """A date of today whose evening has not started."""

    number: int  # for `arrivals`
    start: str  # the URL to POST to: it adds the guests, then proposes the people


# The sentences about a closed evening, from its sheets, in the reader's language
evening_stories: list[Callable[[Evening, Sequence[SheetState]], list[str]]] = []
# Links from the result of a closed evening, such as to its settlement
evening_links: list[Callable[[Membership, Evening], NavLink | None]] = []
# Names of evenings that belong to something larger, such as a tournament, by primary key; one query for all
evening_names: list[Callable[[Sequence[Evening]], Mapping[int, str]]] = []
# Ranks of evenings not ranked by points, such as those of a tournament, by evening and player
evening_ranks: list[Callable[[Sequence[Evening]], Mapping[int, Mapping[int, int | None]]]] = []
# Links at the foot of the page of an evening, open or closed
evening_foot_links: list[Callable[[Membership, Evening], NavLink | None]] = []
# Links in the menu of a sheet, which need the network; called at every request for it, so without a query
sheet_links: list[Callable[[Membership, Sheet], NavLink | None]] = []
# The link to hand in the list of a full sheet, as at a tournament: constant while the sheet is open; one query
hand_in_links: list[Callable[[Sheet], NavLink | None]] = []
# Parts below the QR code of a scoring link, and of a link that reads an evening, by their tokens
pen_parts: list[Callable[[Sheet, str], Part | None]] = []
link_parts: list[Callable[[SecretLink, str], Part | None]] = []
# The default stake of a new evening, in cents a point; None: as last time
usual_stake: list[Callable[[Club], Decimal | None]] = []
# Evenings that are no model for the next one: a subquery in the query for the last ones
unusual_evenings: list[Callable[[], QuerySet[Any, int]]] = []

# The reason why rules and players of an evening cannot be corrected, as a sentence; None: they can
correction_refused: list[Callable[[Evening], str | None]] = []

# The people coming to the date with that number; None: there is no such date
arrivals: list[Callable[[Club, int], Arrivals | None]] = []
# The club's plan for today, while no evening has started
planned_today: list[Callable[[Club], Planned | None]] = []

# The points of a sheet were rewritten; inside the transaction that wrote the facts
after_repost: list[Callable[[Sheet], None]] = []
# An evening was closed, reopened, deleted, restored or otherwise changed; inside the transaction
after_evening: list[Callable[[Evening], None]] = []
# After an update or a restore: correct data that an older version stored differently. Harmless to repeat
after_reposting: list[Callable[[], None]] = []
# Two players were merged, or separated again (merge.taken_back_at); inside the transaction
after_merge: list[Callable[[PlayerMerge], None]] = []

# Sentences about errors: what `manage.py check_ledger` checks in addition to the sheets
check_ledger: list[Callable[[], Iterable[str]]] = []
