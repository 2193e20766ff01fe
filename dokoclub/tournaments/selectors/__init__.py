"""What pages show of tournaments, each at a fixed number of queries."""

from dokoclub.tournaments.selectors.booked import Owed, booked_of, is_all_booked, wanted_of
from dokoclub.tournaments.selectors.day import Day, RoundNow, Sitting, TableNow, own_numbers, rank_rules, read_day
from dokoclub.tournaments.selectors.entering import (
    Waiting,
    count_waiting,
    entrant_of_player,
    entry_links_of,
    heads_of,
    player_who_enters,
    waiting_for,
)
from dokoclub.tournaments.selectors.lists import (
    accounts_to_name,
    announced_tournaments,
    corrections_of,
    evenings_of_tournaments,
    links_of,
    names_of_evenings,
    officials_of,
    outside_league,
    players_to_enter,
    stamp_of,
    tournament_of,
    tournaments_of,
)
from dokoclub.tournaments.selectors.moving import Moved, Slip, compare_days, with_slips
from dokoclub.tournaments.selectors.prizes import Prizes, planned_prizes, prizes_of
from dokoclub.tournaments.selectors.series import (
    SeriesTable,
    rank_tournaments,
    series_of_club,
    tournaments_held,
    tournaments_to_gather,
)
from dokoclub.tournaments.selectors.stored import stored_about, stored_about_player

__all__ = [
    "Day",
    "Moved",
    "Owed",
    "Prizes",
    "RoundNow",
    "SeriesTable",
    "Sitting",
    "Slip",
    "TableNow",
    "Waiting",
    "accounts_to_name",
    "announced_tournaments",
    "booked_of",
    "compare_days",
    "corrections_of",
    "count_waiting",
    "entrant_of_player",
    "entry_links_of",
    "evenings_of_tournaments",
    "heads_of",
    "is_all_booked",
    "links_of",
    "names_of_evenings",
    "officials_of",
    "outside_league",
    "own_numbers",
    "planned_prizes",
    "player_who_enters",
    "players_to_enter",
    "prizes_of",
    "rank_rules",
    "rank_tournaments",
    "read_day",
    "series_of_club",
    "stamp_of",
    "stored_about",
    "stored_about_player",
    "tournament_of",
    "tournaments_held",
    "tournaments_of",
    "tournaments_to_gather",
    "waiting_for",
    "wanted_of",
    "with_slips",
]
