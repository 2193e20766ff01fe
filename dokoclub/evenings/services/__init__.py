"""What happens on an evening. Typed, atomic, and without a request.

Facts that cannot be are `Impossible`, with a problem at each field; any other wrong wish is a ValidationError. The
others of `refusals.py` tell how somebody came too late. `by` is None for whoever holds a table's pen.
"""

from dokoclub.evenings.ledger.opening import NewSheet
from dokoclub.evenings.services.begun import Begun, blank_for, number_guests, open_begun, sheet_of_nobody
from dokoclub.evenings.services.doing import write_on
from dokoclub.evenings.services.entries import NewRow
from dokoclub.evenings.services.evenings import (
    change_evening,
    close_evening,
    delete_evening,
    open_evening,
    reopen_evening,
    start_evening,
    take_back_evening,
)
from dokoclub.evenings.services.links import (
    give_pen,
    give_pens,
    link_token,
    make_secret_link,
    revoke_pen,
    revoke_secret_link,
)
from dokoclub.evenings.services.moved import moved_ids
from dokoclub.evenings.services.people import add_guest, find_namesake, merge_players, take_back_merge
from dokoclub.evenings.services.refusals import Closed, Impossible, Overtaken, Unconfirmed, Undecided
from dokoclub.evenings.services.sending import receive_batch
from dokoclub.evenings.services.sheets import (
    close_sheet,
    correct_opening,
    next_round,
    open_sheets,
    reopen_sheet,
    set_clock,
    withdraw_sheet,
)
from dokoclub.evenings.services.style import change_style
from dokoclub.evenings.services.tables import amend_table, change_table, with_player
from dokoclub.evenings.services.totals import count_games, count_totals, is_added, own_results
from dokoclub.evenings.services.whole_sheets import (
    correct_player,
    correct_rules,
    refuse_correction,
    undo_correction,
)
from dokoclub.look.refusals import Reused

__all__ = [
    "Begun",
    "Closed",
    "Impossible",
    "NewRow",
    "NewSheet",
    "Overtaken",
    "Reused",
    "Unconfirmed",
    "Undecided",
    "add_guest",
    "amend_table",
    "blank_for",
    "change_evening",
    "change_style",
    "change_table",
    "close_evening",
    "close_sheet",
    "correct_opening",
    "correct_player",
    "correct_rules",
    "count_games",
    "count_totals",
    "delete_evening",
    "find_namesake",
    "give_pen",
    "give_pens",
    "is_added",
    "link_token",
    "make_secret_link",
    "merge_players",
    "moved_ids",
    "next_round",
    "number_guests",
    "open_begun",
    "open_evening",
    "open_sheets",
    "own_results",
    "receive_batch",
    "refuse_correction",
    "reopen_evening",
    "reopen_sheet",
    "revoke_pen",
    "revoke_secret_link",
    "set_clock",
    "sheet_of_nobody",
    "start_evening",
    "take_back_evening",
    "take_back_merge",
    "undo_correction",
    "with_player",
    "withdraw_sheet",
    "write_on",
]
