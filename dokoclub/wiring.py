"""Who answers whose hooks: the only module that may import every app. Its order is the order on the pages.

Each app says in its `hooks.py` what it asks for; what stands here is checked by the type checker.
"""

from __future__ import annotations

from functools import partial

from dokoclub.accounts import hooks as accounts
from dokoclub.accounts import services as accounts_services
from dokoclub.accounts.services import guessing
from dokoclub.clubs import hooks as clubs
from dokoclub.clubs import on_club_pages as on_clubs
from dokoclub.clubs import selectors as club_selectors
from dokoclub.clubs.services import erasure as club_erasure
from dokoclub.clubs.views import sign_up
from dokoclub.evenings import hooks as evenings
from dokoclub.evenings import on_club_pages as on_evenings
from dokoclub.evenings import selectors as evening_selectors
from dokoclub.evenings import services as evening_services
from dokoclub.evenings.demo import evenings as demo_evenings
from dokoclub.evenings.services import erasure as evening_erasure
from dokoclub.evenings.services import people as evening_people
from dokoclub.evenings.services import reposting
from dokoclub.exports import on_club_pages as on_exports
from dokoclub.exports.selectors import imports as import_selectors
from dokoclub.exports.selectors import prints
from dokoclub.exports.services import club_files, undoing
from dokoclub.exports.services import erasure as export_erasure
from dokoclub.operations import hooks as operations
from dokoclub.operations import notes
from dokoclub.settlement import on_club_pages as on_settlement
from dokoclub.settlement import services as settlement_services
from dokoclub.settlement.demo import cash_box as demo_cash_box
from dokoclub.settlement.demo import payments as demo_payments
from dokoclub.settlement.selectors import bank as bank_selectors
from dokoclub.settlement.selectors import cash_box as cash_selectors
from dokoclub.settlement.selectors import stored as settlement_stored
from dokoclub.settlement.services import bank, checking, correcting, merging
from dokoclub.standings import demo as demo_league
from dokoclub.standings import hooks as standings
from dokoclub.standings import on_club_pages as on_standings
from dokoclub.standings.selectors import corrections as correction_selectors
from dokoclub.standings.services import corrections, honours
from dokoclub.standings.services import erasure as league_erasure

# --- Accounts --------------------------------------------------------------------------------------------------------

accounts.visitor_may_not_read += [
    "clubs:found_club",
    "clubs:leave_club",
    "clubs:open_invitation",
    "settlement:edit_bank_account",
    "exports:found_from_file",
]
accounts.signup_permits += [sign_up.permits_sign_up]
accounts.erase_account += [bank.forget_bank_account, club_erasure.erase_from_clubs]
accounts.stored_about += [
    club_selectors.stored_about,
    evening_selectors.stored_about,
    correction_selectors.stored_about,
    settlement_stored.stored_about,
    bank_selectors.stored_about,
    cash_selectors.stored_about,
    import_selectors.stored_about,
]
accounts.account_ways += [bank_selectors.account_way]

# --- Pages -----------------------------------------------------------------------------------------------------------

clubs.settings_sections += [
    on_clubs.settings_section,
    on_evenings.settings_section,
    on_standings.settings_section,
    on_settlement.settings_section,
    on_exports.settings_section,
]
clubs.club_parts += [
    on_evenings.list_today,
    on_standings.name_leaders,
    on_settlement.open_payments,
    on_evenings.list_before,
    on_exports.offer_files,
]
clubs.player_parts += [on_standings.of_player, on_evenings.list_aliases, on_settlement.open_of_player]
clubs.club_ways += [on_evenings.way_to_evenings, on_standings.way_to_league, on_settlement.way_to_money]
clubs.founding_ways += [on_exports.way_of_founding]
evenings.evening_ways += [on_settlement.way_of_evening]
evenings.evening_foot_ways += [on_exports.way_of_evening]
evenings.usual_stake += [on_settlement.usual_stake]
standings.table_ways += [on_exports.way_of_table]

# --- What follows from what ------------------------------------------------------------------------------------------

evenings.after_repost += [correcting.after_repost]
evenings.after_evening += [correcting.after_evening, honours.count_evening]
evenings.after_merge += [merging.after_merge, corrections.follow_merge, honours.count_merge]
clubs.return_player += [evening_people.refuse_alias]
clubs.erase_player += [league_erasure.forget_player, evening_erasure.forget_player, export_erasure.forget_player]
clubs.stored_about_player += [
    club_selectors.stored_about_player,
    evening_selectors.stored_about_player,
    correction_selectors.stored_about_player,
    settlement_stored.stored_about_player,
]

# --- Operating the install -------------------------------------------------------------------------------------------

clubs.purges += [
    ("Counts of wrong guesses", guessing.purge_guesses),
    ("Sign-ins that are over", accounts_services.purge_sign_ins),
    ("Lines of security logs", accounts_services.purge_security_log),
    ("Evenings", evening_services.purge_evenings),
    ("Settlements", settlement_services.purge_monies),
    ("Drafts of imports", undoing.purge_drafts),
    ("Clubs that did not come whole", club_files.purge_unfinished),
]
clubs.after_purge += [partial(notes.note_ended, "purge")]
clubs.seed_demo += [
    demo_evenings.seed_evenings,
    demo_league.seed_league,
    demo_payments.seed_payments,
    demo_cash_box.seed_cash_box,
]
evenings.check_ledger += [checking.check_money]
operations.club_prints += [operations.ClubPrints(prints.read_states, prints.digest_file)]
operations.after_restore += [accounts_services.erase_again, club_erasure.erase_again, reposting.repost_older]
