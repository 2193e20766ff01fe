"""What later apps add to the evenings. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import QuerySet

from dokoclub.clubs.hooks import NavLink, Part
from dokoclub.clubs.models import Club, Membership, Player
from dokoclub.evenings.models import Evening, PlayerMerge, SecretLink, Sheet


class Arrivals(NamedTuple):
    """Who is to sit down when an evening begins, by primary key, and what is known of it."""

    players: tuple[int, ...]
    place: str
    day: date
    club_evening: bool


class Planned(NamedTuple):
    """A date of today whose evening has not begun."""

    number: int  # for `arrivals`
    start: str  # the address to POST to: its guests are entered, then its people are proposed


class Deed(NamedTuple):
    """Something of an evening that its picture tells: what, and who did it, in the reader's language."""

    name: str
    players: list[Player]


# What was remarkable on an evening, the rarest first
evening_deeds: list[Callable[[Evening], list[Deed]]] = []
# Where the result of a closed evening leads to, as to its settlement
evening_ways: list[Callable[[Membership, Evening], NavLink | None]] = []
# Names of evenings that are more than one, as of a tournament, by primary key; one query for all of them
evening_names: list[Callable[[Sequence[Evening]], Mapping[int, str]]] = []
# The ranks of evenings that are ranked otherwise than by their points, as of a tournament: by evening and player
evening_ranks: list[Callable[[Sequence[Evening]], Mapping[int, Mapping[int, int | None]]]] = []
# Links at the foot of the page of an evening, open or closed
evening_foot_ways: list[Callable[[Membership, Evening], NavLink | None]] = []
# Links in the menu of a sheet, which need the network; asked at every request for it, so without a query
sheet_ways: list[Callable[[Membership, Sheet], NavLink | None]] = []
# Where the list of a sheet is handed in once it is full, as at a tournament: the same as long as it is open; one query
hand_in_ways: list[Callable[[Sheet], NavLink | None]] = []
# Below the QR code of a pen, and of a link that reads an evening, by their tokens
pen_parts: list[Callable[[Sheet, str], Part | None]] = []
link_parts: list[Callable[[SecretLink, str], Part | None]] = []
# The stake that a new evening begins with, in cents a point; None: as the last time
usual_stake: list[Callable[[Club], Decimal | None]] = []
# Evenings after which the next one is not modelled: asked inside the query for the last ones
unusual_evenings: list[Callable[[], QuerySet[Any, int]]] = []

# Why neither the rules of an evening nor who sat there can be corrected, in a sentence; None: it can
correction_refused: list[Callable[[Evening], str | None]] = []

# Who comes to the date of that number; None: there is no such date
arrivals: list[Callable[[Club, int], Arrivals | None]] = []
# What the club has planned for today, as long as no evening has begun
planned_today: list[Callable[[Club], Planned | None]] = []

# Points of a sheet were written anew; inside the transaction that wrote the fact
after_repost: list[Callable[[Sheet], None]] = []
# An evening was closed, reopened, deleted, taken back or changed otherwise; inside the transaction
after_evening: list[Callable[[Evening], None]] = []
# After an update or a restore: what an older version has stored otherwise is put right. Harmless to repeat
after_reposting: list[Callable[[], None]] = []
# Two players became one, or two again (merge.taken_back_at); inside the transaction
after_merge: list[Callable[[PlayerMerge], None]] = []

# Sentences about what is wrong: what `manage.py check_ledger` checks beside the sheets
check_ledger: list[Callable[[], Iterable[str]]] = []
