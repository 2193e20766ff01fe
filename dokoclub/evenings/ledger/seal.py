"""Is the list that a phone has worked on still the same? Versions alone do not tell: a restored server counts again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b

from dokoclub.evenings.models import Entry, Sheet


def seal_of(sheet: Sheet, entries: Iterable[Entry]) -> str:
    """Of who sat down first, and of the facts of these rows; two lists with one seal are the same list."""
    rows = [[str(entry.uuid), entry.facts, entry.attribution] for entry in entries]
    told = json.dumps([sheet.players, sheet.first_dealer_id, rows], sort_keys=True)
    return blake2b(told.encode(), digest_size=8).hexdigest()
