"""What pages show of tournaments, each at a fixed number of queries."""

from dokoclub.tournaments.selectors.booked import Owed, booked_of, is_all_booked, wanted_of
from dokoclub.tournaments.selectors.day import Day, RoundNow, Sitting, TableNow, own_numbers, rank_rules, read_day
from dokoclub.tournaments.selectors.lists import (
    announced_tournaments,
    corrections_of,
    evenings_of_tournaments,
    links_of,
    members_with_accounts,
    officials_of,
    outside_league,
    players_to_enter,
    stamp_of,
    tournament_of,
    tournaments_of,
)
from dokoclub.tournaments.selectors.moving import Moved, Slip, compare_days, with_slips
from dokoclub.tournaments.selectors.prizes import Prizes, prizes_of
from dokoclub.tournaments.selectors.stored import stored_about, stored_about_player

__all__ = [
    "Day",
    "Moved",
    "Owed",
    "Prizes",
    "RoundNow",
    "Sitting",
    "Slip",
    "TableNow",
    "announced_tournaments",
    "booked_of",
    "compare_days",
    "corrections_of",
    "evenings_of_tournaments",
    "is_all_booked",
    "links_of",
    "members_with_accounts",
    "officials_of",
    "outside_league",
    "own_numbers",
    "players_to_enter",
    "prizes_of",
    "rank_rules",
    "read_day",
    "stamp_of",
    "stored_about",
    "stored_about_player",
    "tournament_of",
    "tournaments_of",
    "wanted_of",
    "with_slips",
]
