"""The hooks of all apps, connected here: the only module that may import every app.

Its order is the order on the pages. Each app declares its hooks in its `hooks.py`; the type checker checks the
connections here.
"""

from functools import partial

from dokoclub.accounts import hooks as accounts
from dokoclub.accounts import selectors as accounts_selectors
from dokoclub.accounts.models import Account
from dokoclub.accounts.services import erasure, sign_ins
from dokoclub.clubs import hooks as clubs
from dokoclub.clubs import plugins as on_clubs
from dokoclub.clubs import selectors as club_selectors
from dokoclub.clubs.models import Awaited, Claim, Club, Membership, Player, RulesVersion, Season
from dokoclub.clubs.models.stamp import Watched
from dokoclub.clubs.presenters import today as club_today
from dokoclub.clubs.services import invitations as club_invitations
from dokoclub.clubs.services import locks, members, version_triggers
from dokoclub.clubs.views import invitations
from dokoclub.dates import plugins as on_dates
from dokoclub.dates.models import Date, Reply
from dokoclub.dates.selectors import answers, feeds
from dokoclub.dates.services import answering as date_erasure
from dokoclub.dates.services import reminders
from dokoclub.evenings import hooks as evenings
from dokoclub.evenings import plugins as on_evenings
from dokoclub.evenings.models import Entry, Evening, PlayerMerge, Result, Seat, Sheet, SheetStyle
from dokoclub.evenings.presenters import today as evening_today
from dokoclub.evenings.selectors import people
from dokoclub.evenings.services import people as evening_people
from dokoclub.evenings.services import posting
from dokoclub.exports import hooks as exports
from dokoclub.exports import plugins as on_exports
from dokoclub.exports.selectors import exports as exports_selectors
from dokoclub.exports.selectors import imports as import_selectors
from dokoclub.exports.services import archives, removal
from dokoclub.operations import hooks as operations
from dokoclub.operations import logs
from dokoclub.screens import plugins as on_screens
from dokoclub.screens import selectors as screen_links
from dokoclub.screens import services
from dokoclub.settlement import models as money
from dokoclub.settlement import plugins as on_settlement
from dokoclub.settlement.presenters import owing_texts as unsettled
from dokoclub.settlement.selectors import accounts as account_selectors
from dokoclub.settlement.selectors import bank as bank_selectors
from dokoclub.settlement.selectors import kitty as cash_selectors
from dokoclub.settlement.selectors import personal_data as settlement_stored
from dokoclub.settlement.services import accounts as account_services
from dokoclub.settlement.services import checks, freezing, kitty, merged_players
from dokoclub.standings import hooks as standings
from dokoclub.standings import plugins as on_standings
from dokoclub.standings.models import ClosedRow, Closing, Correction, HiddenRating, Honour, League, LeagueLink
from dokoclub.standings.selectors import closings as correction_selectors
from dokoclub.standings.services import achievements, league
from dokoclub.standings.services import closings as league_erasure
from dokoclub.tournaments import hooks as tournaments
from dokoclub.tournaments import plugins as on_tournaments
from dokoclub.tournaments.models import Tournament
from dokoclub.tournaments.selectors import lists
from dokoclub.tournaments.services import checking as tournament_checking
from dokoclub.tournaments.services import founding as tournament_erasure
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
accounts.signup_permits += [invitations.permits_sign_up]
accounts.erase_account += [kitty.forget_bank_account, date_erasure.forget_account, members.erase_from_clubs]
accounts.stored_about += [
    club_selectors.stored_about,
    people.stored_about,
    feeds.stored_about,
    correction_selectors.stored_about,
    settlement_stored.stored_about,
    bank_selectors.stored_about,
    cash_selectors.stored_about,
    account_selectors.stored_about,
    lists.stored_about,
    screen_links.stored_about,
    import_selectors.stored_about,
]
accounts.unsettled_of_account += [unsettled.unsettled_of_account]
accounts.account_clubs += [on_clubs.account_clubs]
accounts.account_links += [bank_selectors.account_link, on_dates.account_link]
accounts.sign_in_links += [on_screens.sign_in_link]
accounts.own_pages += [on_clubs.own_page]

# --- Pages -----------------------------------------------------------------------------------------------------------

clubs.club_settings += [
    on_clubs.setting_of_name,
    on_evenings.setting_of_sheets,
    on_settlement.setting_of_club,
    on_standings.setting_of_league,
    on_exports.setting_of_imports,
    on_exports.setting_of_files,
]
clubs.today_leaves += [
    evening_today.show_open_evening,
    on_dates.ask_who_comes,
    evening_today.offer_start,
    club_today.ask_for_names,
]
clubs.today_lines += [
    evening_today.list_other_evenings,
    club_today.list_waiting,
    club_today.list_news,
    on_settlement.own_money,
    on_standings.own_place,
    on_dates.date_to_answer,
    evening_today.last_evening,
    evening_today.offer_questions,
    club_today.list_first_steps,
    on_screens.code_to_type,
]
clubs.today_notes += [evening_today.keep_blank]
clubs.club_foot_links += [
    on_dates.link_of_club,
    on_evenings.link_of_club,
    on_tournaments.link_of_club,
    on_exports.link_of_club,
]
clubs.search_pages += [on_settlement.pages_of_money, on_standings.pages_of_table]
clubs.search_kinds += [on_evenings.evenings_by_day]
clubs.person_links += [on_standings.link_to_points, on_settlement.link_to_money_of]
clubs.person_states += [on_standings.place_of_person]
clubs.person_facts += [on_evenings.list_facts_of_play]
clubs.player_parts += [
    on_evenings.list_aliases,
]
clubs.club_links += [on_evenings.link_to_today, on_standings.link_to_league, on_settlement.link_to_money]
clubs.rules_links += [on_evenings.link_to_correct_rules]
clubs.rules_effects += [on_evenings.show_last_evening]
clubs.rules_money += [on_settlement.money_in_short]
clubs.starting_links += [on_evenings.link_to_start]
clubs.read_with_club += ["sheet_style", "league", "money"]
clubs.joined_links += [on_evenings.link_to_tonight]
clubs.home_parts += [on_evenings.list_running, on_dates.list_open_answers]
clubs.moved_links += [on_exports.link_of_move]
clubs.invitation_parts += [on_screens.code_of_invitation]
clubs.login_link_parts += [on_screens.code_of_login_link]
clubs.rooms_of_pages |= {
    "clubs:show_club": "evenings",
    "settlement:show_person": "clubs",
    "standings:show_player_rating": "clubs",
    "standings:show_player_statistics": "clubs",
    "evenings:edit_style": "clubs",
    "evenings:list_evenings": "clubs",
    "evenings:merge_player": "clubs",
    "exports:print_sheet": "evenings",
    "exports:show_evening_files": "evenings",
    "exports:print_table": "standings",
    "screens:show_evening": "evenings",
    "screens:show_league": "standings",
}
clubs.parents_of_pages |= {
    "clubs:add_player": "clubs:list_players",
    "clubs:add_players": "clubs:list_players",
    "clubs:edit_player": "clubs:list_players",
    "clubs:erase_player": "clubs:list_players",
    "clubs:show_details": "clubs:list_players",
    "evenings:merge_player": "clubs:list_players",
    "settlement:show_person": "clubs:list_players",
    "standings:show_player_rating": "clubs:list_players",
    "standings:show_player_statistics": "clubs:list_players",
    "clubs:create_invitation": "clubs:list_members",
    "clubs:invite_again": "clubs:list_members",
    "clubs:show_invitation": "clubs:list_members",
    "clubs:show_invited": "clubs:list_members",
    "clubs:edit_member": "clubs:list_members",
    "clubs:hand_over_club": "clubs:list_members",
    "clubs:list_invitations": "clubs:list_members",
    "clubs:remove_member": "clubs:list_members",
    "clubs:ask_rules": "clubs:edit_rules",
    "clubs:choose_preset": "clubs:edit_rules",
    "clubs:edit_rule": "clubs:edit_rules",
    "clubs:edit_rules": "clubs:show_rules",
    "clubs:show_rules_version": "clubs:show_rules",
    "clubs:delete_club": "clubs:show_settings",
    "clubs:edit_club": "clubs:show_settings",
    "evenings:edit_style": "clubs:show_settings",
    "settlement:book_cash": "settlement:show_kitty",
    "settlement:close_cash_year": "settlement:show_kitty",
    "settlement:pay_out": "settlement:show_kitty",
    "settlement:reverse_cash": "settlement:show_kitty",
    "settlement:show_accounts": "settlement:show_kitty",
    "settlement:show_audit": "settlement:show_kitty",
    "settlement:show_budget": "settlement:show_kitty",
    "settlement:show_statement": "settlement:show_kitty",
    "settlement:book_on_account": "settlement:show_accounts",
    "settlement:charge_entry_fee": "settlement:show_accounts",
    "settlement:list_dues": "settlement:show_accounts",
    "settlement:show_account": "settlement:show_accounts",
    "exports:make_archive": "exports:show_files",
    "exports:print_empty": "exports:show_files",
    "exports:show_archive": "exports:show_files",
    "tournaments:edit_series": "tournaments:list_tournaments",
    "tournaments:found_series": "tournaments:list_tournaments",
    "tournaments:found_tournament": "tournaments:list_tournaments",
    "tournaments:show_series": "tournaments:list_tournaments",
    "tournaments:show_tournament": "tournaments:list_tournaments",
}
clubs.paths_of_gaps |= {
    "evening_id": "evenings",
    "sheet_id": "evenings__sheets",
    "date_id": "dates",
    "tournament_id": "tournaments",
    "series_id": "tournament_series",
}
clubs.founding_links += [on_exports.link_of_founding]
evenings.evening_links += [on_settlement.link_of_evening]
evenings.sheet_links += [on_settlement.link_of_sheet, on_screens.link_of_sheet]
evenings.hand_in_links += [on_tournaments.link_to_hand_in]
evenings.pen_parts += [on_screens.code_of_pen]
evenings.link_parts += [on_screens.code_of_link]
evenings.evening_foot_links += [
    on_screens.link_of_evening,
    on_settlement.link_of_opened_again,
    on_tournaments.link_of_evening,
    on_exports.link_of_evening,
]
evenings.correction_refused += [on_tournaments.why_not_corrected, on_settlement.why_not_corrected]
evenings.evening_stories += [on_standings.list_story_sentences]
evenings.evening_names += [lists.names_of_evenings]
evenings.evening_ranks += [lists.ranks_of_evenings]
evenings.arrivals += [answers.propose_coming]
evenings.planned_today += [on_dates.plan_of_today]
evenings.unusual_evenings += [lists.evenings_of_tournaments]
evenings.usual_stake += [on_settlement.usual_stake]
standings.table_links += [on_exports.link_of_table, on_screens.link_of_table]
standings.outside_league += [lists.outside_league]
tournaments.tournament_links += [on_exports.links_of_tournament]
tournaments.series_links += [on_exports.links_of_series]
tournaments.directors_links += [on_screens.link_of_tournament]

# --- Consequences ----------------------------------------------------------------------------------------------------

evenings.after_repost += [freezing.after_repost]
evenings.after_evening += [
    freezing.after_evening,
    achievements.count_evening,
    tournament_tables.take_closed_sheets,
    tournament_tables.follow_day,
]
evenings.after_reposting += [tournament_checking.count_old_slips]
evenings.after_merge += [
    merged_players.after_merge,
    league.follow_merge,
    tournament_erasure.follow_merge,
    achievements.count_merge,
]
clubs.return_player += [evening_people.refuse_alias]
clubs.other_names += [people.merged_players]
clubs.erase_player += [
    league_erasure.forget_player,
    evening_people.forget_player,
    date_erasure.forget_player,
    tournament_erasure.forget_player,
    removal.forget_player,
    account_services.forget_reasons,
]
clubs.feature_kept_on += [on_settlement.why_kept_on]
clubs.before_fewer += [freezing.save_expected_members]
clubs.unsettled_of_player += [unsettled.unsettled_of_player]
clubs.unsettled_of_member += [unsettled.unsettled_of_member]
clubs.stored_about_player += [
    club_selectors.stored_about_player,
    people.stored_about_player,
    feeds.stored_about_player,
    correction_selectors.stored_about_player,
    settlement_stored.stored_about_player,
    account_selectors.stored_about_player,
    lists.stored_about_player,
]

# Which table changes which club version: all tables that a cached page reads must be here (tests/house/test_stamps.py).
clubs.watched += [
    *(Watched(model, "people") for model in (Membership, Player, RulesVersion, Season, SheetStyle, PlayerMerge)),
    *(Watched(model, "people") for model in (League, LeagueLink, Correction, Closing)),
    Watched(Claim, "people", "membership__club"),
    Watched(Club, "people", "id"),
    Watched(Awaited, "people", "player__club"),
    Watched(Date, "people"),
    Watched(Reply, "money", "date__club"),  # rare enough for its readers, and no table depends on it
    Watched(Account, "people", path="", columns=("display_name", "username", "erased_at")),
    Watched(money.BankAccount, "money", path=""),
    Watched(ClosedRow, "people", "closing__club"),
    *(Watched(model, "people", "player__club") for model in (Honour, HiddenRating)),
    Watched(Evening, "play", day="date"),
    Watched(Sheet, "play", "evening__club", day="evening__date"),
    *(Watched(model, "play", "sheet__evening__club", day="sheet__evening__date") for model in (Entry, Result, Seat)),
    *(
        Watched(model, "money")
        for model in (
            money.ClubMoney,
            money.EveningMoney,
            money.Transfer,
            money.Payment,
            money.CashEntry,
            money.CashClosing,
            money.Clearing,
        )
    ),
    *(Watched(model, "money") for model in (money.Charge, money.Due, money.Fine, money.ClubBank, money.BudgetLine)),
    Watched(money.DueException, "money", "due__club"),
    Watched(money.Settled, "money", "charge__club"),
    Watched(money.SettledList, "money", "money__club"),
    Watched(money.SettledShare, "money", "list__money__club"),
    Watched(money.MergedMoney, "money", "merge__club"),
    Watched(Tournament, "people"),
]

# --- Operating the install -------------------------------------------------------------------------------------------

clubs.purges += [
    ("Counts of wrong guesses", sign_ins.purge_guesses),
    ("Sign-ins that are over", sign_ins.purge_sign_ins),
    ("Lines of security logs", sign_ins.purge_security_log),
    ("Rights that nobody was invited to", club_invitations.purge_awaited),
    ("Reminders that are over", reminders.purge_reminders),
    ("Evenings", removal.purge_evenings),
    ("Settlements", merged_players.purge_monies),
    ("Codes that have ended", services.purge_codes),
    ("Keys of forms", locks.purge_sent_forms),
    ("Drafts of imports", removal.purge_drafts),
    ("Archives that nobody downloaded", archives.purge_archives),
    ("Imports taken back by half", removal.purge_undone),
    ("Clubs that are not whole", removal.purge_unfinished),
]
clubs.after_purge += [partial(logs.log_end, "purge")]
evenings.check_ledger += [checks.check_money, checks.check_cash, tournament_checking.check_tournaments]
operations.club_prints += [operations.ClubPrints(exports_selectors.read_states, exports_selectors.digest_file)]
operations.counts |= {
    "clubs": club_selectors.count_clubs,
    "players": club_selectors.count_players,
    "accounts": accounts_selectors.count_accounts,
    "visits": accounts_selectors.count_visits,
}
exports.after_refusal += [logs.note_refused_upload]
operations.reminders += [reminders.is_anybody_waiting]
operations.after_restore += [
    erasure.erase_again,
    members.erase_again,
    posting.repost_older,
    version_triggers.renew_version_tokens,
]
