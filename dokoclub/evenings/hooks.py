"""What later apps add to the evenings. `dokoclub/wiring.py` fills the lists: none is imported from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dokoclub.clubs.hooks import Way
from dokoclub.clubs.models import Club, Membership
from dokoclub.evenings.models import Evening, PlayerMerge, Sheet

# Where the result of a closed evening leads to, as to its settlement
evening_ways: list[Callable[[Membership, Evening], Way | None]] = []
# Links at the foot of the page of an evening, open or closed
evening_foot_ways: list[Callable[[Membership, Evening], Way | None]] = []
# The stake that a new evening begins with, in cents a point; None: as the last time
usual_stake: list[Callable[[Club], int | None]] = []

# Points of a sheet were written anew; inside the transaction that wrote the fact
after_repost: list[Callable[[Sheet], None]] = []
# An evening was closed, reopened, deleted, taken back or changed otherwise; inside the transaction
after_evening: list[Callable[[Evening], None]] = []
# Two players became one, or two again (merge.taken_back_at); inside the transaction
after_merge: list[Callable[[PlayerMerge], None]] = []

# Sentences about what is wrong: what `manage.py check_ledger` checks beside the sheets
check_ledger: list[Callable[[], Iterable[str]]] = []
