"""The ledger: evenings, their sheets, the facts written at the tables, and all data derived from them."""

from dokoclub.evenings.models.entry import Entry, Posting, Result, Sending
from dokoclub.evenings.models.evening import Evening, PlayerMerge, SheetStyle
from dokoclub.evenings.models.link import SecretLink
from dokoclub.evenings.models.sheet import Length, Seat, Sheet

__all__ = [
    "Entry",
    "Evening",
    "Length",
    "PlayerMerge",
    "Posting",
    "Result",
    "Seat",
    "SecretLink",
    "Sending",
    "Sheet",
    "SheetStyle",
]
