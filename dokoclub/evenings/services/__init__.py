"""What happens on an evening. Typed, atomic, and without a request.

Facts that cannot be are `Impossible`, with a problem at each field; any other wrong wish is a ValidationError. The
others of `refusals.py` tell how somebody came too late. `by` is None for whoever holds a table's pen.
"""

from dokoclub.evenings.ledger.opening import NewSheet
from dokoclub.evenings.services.corrections import amend_entry, restore_entry, strike_entry, undo_change
from dokoclub.evenings.services.entries import NewRow, write_entries, write_entry
from dokoclub.evenings.services.evenings import (
    change_evening,
    close_evening,
    delete_evening,
    open_evening,
    purge_evenings,
    reopen_evening,
    take_back_evening,
)
from dokoclub.evenings.services.links import give_pen, link_token, make_secret_link, revoke_pen, revoke_secret_link
from dokoclub.evenings.services.people import add_guest, merge_players, take_back_merge
from dokoclub.evenings.services.posting import Posted, repost_sheet
from dokoclub.evenings.services.refusals import Closed, Impossible, Overtaken, Unconfirmed
from dokoclub.evenings.services.sheets import (
    close_sheet,
    correct_opening,
    next_round,
    open_sheets,
    reopen_sheet,
    withdraw_sheet,
)
from dokoclub.evenings.services.style import change_style
from dokoclub.evenings.services.tables import amend_table, change_table, swap_players, with_player, without_player
from dokoclub.look.refusals import Reused

__all__ = [
    "Closed",
    "Impossible",
    "NewRow",
    "NewSheet",
    "Overtaken",
    "Posted",
    "Reused",
    "Unconfirmed",
    "add_guest",
    "amend_entry",
    "amend_table",
    "change_evening",
    "change_style",
    "change_table",
    "close_evening",
    "close_sheet",
    "correct_opening",
    "delete_evening",
    "give_pen",
    "link_token",
    "make_secret_link",
    "merge_players",
    "next_round",
    "open_evening",
    "open_sheets",
    "purge_evenings",
    "reopen_evening",
    "reopen_sheet",
    "repost_sheet",
    "restore_entry",
    "revoke_pen",
    "revoke_secret_link",
    "strike_entry",
    "swap_players",
    "take_back_evening",
    "take_back_merge",
    "undo_change",
    "with_player",
    "withdraw_sheet",
    "without_player",
    "write_entries",
    "write_entry",
]
