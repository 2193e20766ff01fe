"""The ledger: evenings, their sheets, the facts written at the tables, and what is derived from them."""

from dokoclub.evenings.models.entry import Entry
from dokoclub.evenings.models.evening import Evening
from dokoclub.evenings.models.link import SecretLink
from dokoclub.evenings.models.merge import PlayerMerge
from dokoclub.evenings.models.posting import Posting, Result
from dokoclub.evenings.models.sending import Sending
from dokoclub.evenings.models.sheet import Length, Seat, Sheet
from dokoclub.evenings.models.style import SheetStyle

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
