"""What happens at a tournament. Typed, atomic, and without a request; a wrong wish is a ValidationError."""

from dokoclub.tournaments.services.ending import end_tournament, fill_seat, resume_tournament
from dokoclub.tournaments.services.entering import (
    ask_to_enter,
    confirm_applicant,
    enter_oneself,
    make_entry_link,
    refuse_applicant,
)
from dokoclub.tournaments.services.founding import change_tournament, delete_tournament, found_tournament
from dokoclub.tournaments.services.money import book_money, change_money
from dokoclub.tournaments.services.officials import make_link, name_official, remove_official
from dokoclub.tournaments.services.people import (
    Entered,
    Listed,
    change_entrant,
    disqualify_entrant,
    enter_entrants,
    return_entrant,
    withdraw_entrant,
)
from dokoclub.tournaments.services.rounds import grant_minutes, start_round
from dokoclub.tournaments.services.seating import may_search, plan_seating, search_further, swap_people
from dokoclub.tournaments.services.series import SeriesFacts, change_series, delete_series, found_series
from dokoclub.tournaments.services.slips import (
    check_slips,
    penalties_beside,
    slips_of,
    slips_on_sheet,
    slips_with_penalty,
    stamp_slips,
    with_penalties_on_sheet,
)
from dokoclub.tournaments.services.tables import (
    confirm_place,
    correct_table,
    give_back,
    hand_in_paper,
    hand_in_sheet,
    leave_sheet,
    note_penalty,
    sign_table,
)

__all__ = [
    "Entered",
    "Listed",
    "SeriesFacts",
    "ask_to_enter",
    "book_money",
    "change_entrant",
    "change_money",
    "change_series",
    "change_tournament",
    "check_slips",
    "confirm_applicant",
    "confirm_place",
    "correct_table",
    "delete_series",
    "delete_tournament",
    "disqualify_entrant",
    "end_tournament",
    "enter_entrants",
    "enter_oneself",
    "fill_seat",
    "found_series",
    "found_tournament",
    "give_back",
    "grant_minutes",
    "hand_in_paper",
    "hand_in_sheet",
    "leave_sheet",
    "make_entry_link",
    "make_link",
    "may_search",
    "name_official",
    "note_penalty",
    "penalties_beside",
    "plan_seating",
    "refuse_applicant",
    "remove_official",
    "resume_tournament",
    "return_entrant",
    "search_further",
    "sign_table",
    "slips_of",
    "slips_on_sheet",
    "slips_with_penalty",
    "stamp_slips",
    "start_round",
    "swap_people",
    "with_penalties_on_sheet",
    "withdraw_entrant",
]
