"""Who answers whose hooks: the only module that may import every app. Its order is the order on the pages.

Each app says in its `hooks.py` what it asks for; what stands here is checked by the type checker.
"""

from __future__ import annotations

from functools import partial

from dokoclub.accounts import hooks as accounts
from dokoclub.accounts import selectors as accounts_selectors
from dokoclub.accounts import services as accounts_services
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import guessing
from dokoclub.clubs import hooks as clubs
from dokoclub.clubs import on_club_pages as on_clubs
from dokoclub.clubs import selectors as club_selectors
from dokoclub.clubs.models import Awaited, Claim, Club, Membership, Player, RulesVersion, Season
from dokoclub.clubs.models.stamp import Watched
from dokoclub.clubs.services import erasure as club_erasure
from dokoclub.clubs.services import inviting_again, sent_forms, watching
from dokoclub.clubs.views import sign_up
from dokoclub.dates import on_club_pages as on_dates
from dokoclub.dates import selectors as date_selectors
from dokoclub.dates.models import Date, Reply
from dokoclub.dates.services import erasure as date_erasure
from dokoclub.dates.services import reminding, subscribing
from dokoclub.evenings import hooks as evenings
from dokoclub.evenings import on_club_pages as on_evenings
from dokoclub.evenings import selectors as evening_selectors
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Result, Seat, Sheet, SheetStyle
from dokoclub.evenings.services import erasure as evening_erasure
from dokoclub.evenings.services import people as evening_people
from dokoclub.evenings.services import reposting
from dokoclub.exports import hooks as exports
from dokoclub.exports import on_club_pages as on_exports
from dokoclub.exports.selectors import imports as import_selectors
from dokoclub.exports.selectors import prints
from dokoclub.exports.services import club_files, removing, undoing
from dokoclub.exports.services import erasure as export_erasure
from dokoclub.operations import hooks as operations
from dokoclub.operations import notes, occurrences
from dokoclub.screens import on_club_pages as on_screens
from dokoclub.screens.selectors import links as screen_links
from dokoclub.screens.services import codes
from dokoclub.settlement import on_club_pages as on_settlement
from dokoclub.settlement import services as settlement_services
from dokoclub.settlement.models import (
    BankAccount,
    BudgetLine,
    CashClosing,
    CashEntry,
    Charge,
    Clearing,
    ClubBank,
    ClubMoney,
    Due,
    DueException,
    EveningMoney,
    Fine,
    MergedMoney,
    Payment,
    Settled,
    SettledList,
    SettledShare,
    Transfer,
)
from dokoclub.settlement.selectors import accounts as account_selectors
from dokoclub.settlement.selectors import bank as bank_selectors
from dokoclub.settlement.selectors import cash_box as cash_selectors
from dokoclub.settlement.selectors import stored as settlement_stored
from dokoclub.settlement.services import accounts as account_services
from dokoclub.settlement.services import bank, checking, checking_cash, correcting, merging
from dokoclub.settlement.shown import erasing as unsettled
from dokoclub.standings import hooks as standings
from dokoclub.standings import on_club_pages as on_standings
from dokoclub.standings.models import ClosedRow, Closing, Correction, HiddenRating, Honour, League, LeagueLink
from dokoclub.standings.selectors import corrections as correction_selectors
from dokoclub.standings.services import corrections, honours
from dokoclub.standings.services import erasure as league_erasure
from dokoclub.tournaments import hooks as tournaments
from dokoclub.tournaments import on_club_pages as on_tournaments
from dokoclub.tournaments import selectors as tournament_selectors
from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.services import checking as tournament_checking
from dokoclub.tournaments.services import erasure as tournament_erasure
from dokoclub.tournaments.services import tables as tournament_tables

# --- Accounts --------------------------------------------------------------------------------------------------------

accounts.visitor_may_not_read += [
    "clubs:found_club",
    "clubs:leave_club",
    "clubs:claim_player",
    "clubs:open_invitation",
    "dates:show_calendars",
    "dates:show_reminders",
    "settlement:edit_bank_account",
    "settlement:edit_club_bank",
    "exports:found_from_file",
]
accounts.visitor_may_write += [
    "evenings:start_evening",
    "evenings:open_begun",
    "evenings:edit_evening",
    "evenings:open_tables",
    "evenings:next_round",
    "evenings:close_evening",
    "evenings:close_sheet",
    "evenings:withdraw_sheet",
    "evenings:change_seats",
    "evenings:correct_sheet",
    "evenings:undo_correction",
    "evenings:amend_entry",
    "evenings:send_ops",
    "dates:begin_evening",
    "settlement:pay",
    "settlement:pay_all",
    "settlement:take_back",
]
accounts.signup_permits += [sign_up.permits_sign_up]
accounts.erase_account += [bank.forget_bank_account, date_erasure.forget_account, club_erasure.erase_from_clubs]
accounts.stored_about += [
    club_selectors.stored_about,
    evening_selectors.stored_about,
    date_selectors.stored_about,
    correction_selectors.stored_about,
    settlement_stored.stored_about,
    bank_selectors.stored_about,
    cash_selectors.stored_about,
    account_selectors.stored_about,
    tournament_selectors.stored_about,
    screen_links.stored_about,
    import_selectors.stored_about,
]
accounts.unsettled_of_account += [unsettled.unsettled_of_account]
accounts.account_clubs += [on_clubs.account_clubs]
accounts.account_ways += [bank_selectors.account_way, on_dates.account_way, on_screens.account_way]

# --- Pages -----------------------------------------------------------------------------------------------------------

clubs.settings_sections += [
    on_clubs.settings_section,
    on_evenings.settings_section,
    on_standings.settings_section,
    on_settlement.settings_section,
    on_tournaments.settings_section,
    on_exports.settings_section,
]
clubs.club_parts += [
    on_evenings.list_today,
    on_dates.ask_who_comes,
    on_tournaments.announce_tournaments,
    on_standings.name_leaders,
    on_settlement.open_payments,
    on_settlement.own_account,
    on_evenings.list_before,
]
clubs.club_foot_ways += [on_exports.way_of_club]
clubs.player_parts += [
    on_standings.of_player,
    on_settlement.open_of_player,
    on_settlement.account_of_player,
    on_evenings.list_aliases,
]
clubs.club_ways += [on_evenings.way_to_evenings, on_standings.way_to_league, on_settlement.way_to_money]
clubs.rules_ways += [on_evenings.way_to_correct_rules]
clubs.starting_ways += [on_evenings.way_to_start]
clubs.read_with_club += ["sheet_style", "league", "money"]
clubs.joined_ways += [on_evenings.way_to_tonight]
clubs.home_parts += [on_evenings.list_running, on_dates.list_open_answers]
clubs.moved_ways += [on_exports.way_of_move]
clubs.invitation_parts += [on_screens.code_of_invitation]
clubs.login_link_parts += [on_screens.code_of_login_link]
clubs.rooms_of_pages |= {
    "evenings:merge_player": "clubs",
    "exports:print_sheet": "evenings",
    "exports:show_evening_files": "evenings",
    "exports:print_table": "standings",
    "screens:show_evening": "evenings",
    "screens:show_league": "standings",
}
clubs.paths_of_gaps |= {
    "evening_id": "evenings",
    "sheet_id": "evenings__sheets",
    "date_id": "dates",
    "tournament_id": "tournaments",
    "series_id": "tournament_series",
}
clubs.founding_ways += [on_exports.way_of_founding]
clubs.club_offers += [on_exports.offer_import]
evenings.evening_ways += [on_settlement.way_of_evening]
evenings.sheet_ways += [on_settlement.way_of_sheet, on_screens.way_of_sheet]
evenings.hand_in_ways += [on_tournaments.way_to_hand_in]
evenings.pen_parts += [on_screens.code_of_pen]
evenings.link_parts += [on_screens.code_of_link]
evenings.evening_foot_ways += [
    on_screens.way_of_evening,
    on_settlement.way_of_opened_again,
    on_tournaments.way_of_evening,
    on_exports.way_of_evening,
]
evenings.correction_refused += [on_tournaments.why_not_corrected, on_settlement.why_not_corrected]
evenings.evening_deeds += [on_standings.deeds_for_picture]
evenings.evening_names += [tournament_selectors.names_of_evenings]
evenings.evening_ranks += [tournament_selectors.ranks_of_evenings]
evenings.arrivals += [date_selectors.propose_coming]
evenings.planned_today += [on_dates.plan_of_today]
evenings.unusual_evenings += [tournament_selectors.evenings_of_tournaments]
evenings.usual_stake += [on_settlement.usual_stake]
standings.table_ways += [on_exports.way_of_table, on_screens.way_of_table]
standings.outside_league += [tournament_selectors.outside_league]
tournaments.tournament_ways += [on_exports.ways_of_tournament]
tournaments.series_ways += [on_exports.ways_of_series]
tournaments.directors_ways += [on_screens.way_of_tournament]

# --- What follows from what ------------------------------------------------------------------------------------------

evenings.after_repost += [correcting.after_repost]
evenings.after_evening += [
    correcting.after_evening,
    honours.count_evening,
    tournament_tables.take_closed_sheets,
    tournament_tables.follow_day,
]
evenings.after_reposting += [tournament_checking.count_old_slips]
evenings.after_merge += [
    merging.after_merge,
    corrections.follow_merge,
    tournament_erasure.follow_merge,
    honours.count_merge,
]
clubs.return_player += [evening_people.refuse_alias]
clubs.other_names += [evening_selectors.merged_players]
clubs.erase_player += [
    league_erasure.forget_player,
    evening_erasure.forget_player,
    date_erasure.forget_player,
    tournament_erasure.forget_player,
    export_erasure.forget_player,
    account_services.forget_reasons,
]
clubs.before_fewer += [correcting.keep_members]
clubs.unsettled_of_player += [unsettled.unsettled_of_player]
clubs.unsettled_of_member += [unsettled.unsettled_of_member]
clubs.stored_about_player += [
    club_selectors.stored_about_player,
    evening_selectors.stored_about_player,
    date_selectors.stored_about_player,
    correction_selectors.stored_about_player,
    settlement_stored.stored_about_player,
    account_selectors.stored_about_player,
    tournament_selectors.stored_about_player,
]

# Whose stamp changes with which table: what a kept page reads must be among them (tests/house/test_stamps.py).
clubs.watched += [
    *(Watched(model, "people") for model in (Membership, Player, RulesVersion, Season, SheetStyle, PlayerMerge)),
    *(Watched(model, "people") for model in (League, LeagueLink, Correction, Closing)),
    Watched(Claim, "people", "membership__club"),
    Watched(Club, "people", "id"),
    Watched(Awaited, "people", "player__club"),
    Watched(Date, "people"),
    Watched(Reply, "money", "date__club"),  # seldom enough for what it is read for, and no table rests on it
    Watched(Account, "people", path="", columns=("display_name", "username", "erased_at")),
    Watched(BankAccount, "money", path=""),
    Watched(ClosedRow, "people", "closing__club"),
    *(Watched(model, "people", "player__club") for model in (Honour, HiddenRating)),
    Watched(Evening, "play", day="date"),
    Watched(Sheet, "play", "evening__club", day="evening__date"),
    *(Watched(model, "play", "sheet__evening__club", day="sheet__evening__date") for model in (Entry, Result, Seat)),
    *(
        Watched(model, "money")
        for model in (ClubMoney, EveningMoney, Transfer, Payment, CashEntry, CashClosing, Clearing)
    ),
    *(Watched(model, "money") for model in (Charge, Due, Fine, ClubBank, BudgetLine)),
    Watched(DueException, "money", "due__club"),
    Watched(Settled, "money", "charge__club"),
    Watched(SettledList, "money", "money__club"),
    Watched(SettledShare, "money", "list__money__club"),
    Watched(MergedMoney, "money", "merge__club"),
    Watched(Tournament, "people"),
]

# --- Operating the install -------------------------------------------------------------------------------------------

clubs.purges += [
    ("Counts of wrong guesses", guessing.purge_guesses),
    ("Sign-ins that are over", accounts_services.purge_sign_ins),
    ("Lines of security logs", accounts_services.purge_security_log),
    ("Rights that nobody was invited to", inviting_again.purge_awaited),
    ("Reminders that are over", subscribing.purge_reminders),
    ("Evenings", removing.purge_evenings),
    ("Settlements", settlement_services.purge_monies),
    ("Codes that have ended", codes.purge_codes),
    ("Keys of forms", sent_forms.purge_sent_forms),
    ("Drafts of imports", undoing.purge_drafts),
    ("Imports taken back by half", undoing.purge_undone),
    ("Clubs that are not whole", club_files.purge_unfinished),
]
clubs.after_purge += [partial(notes.note_ended, "purge")]
evenings.check_ledger += [checking.check_money, checking_cash.check_cash, tournament_checking.check_tournaments]
operations.club_prints += [operations.ClubPrints(prints.read_states, prints.digest_file)]
operations.counts |= {
    "clubs": club_selectors.count_clubs,
    "players": club_selectors.count_players,
    "accounts": accounts_selectors.count_accounts,
    "visits": accounts_selectors.count_visits,
}
exports.after_refusal += [occurrences.note_refused_upload]
operations.reminders += [reminding.is_anybody_waiting]
operations.after_restore += [
    accounts_services.erase_again,
    club_erasure.erase_again,
    reposting.repost_older,
    watching.renew_stamps,
]
