"""Where later apps hook into earlier ones, so that none imports upwards: settings, as lists of dotted paths.

Each says what its functions are given and what they answer. `settings.py` takes all of it over.
"""

# Names of addresses whose forms the visitor of the demo could open, but not send
VISITOR_MAY_NOT_READ = [
    "clubs:found_club",
    "clubs:leave_club",
    "clubs:open_invitation",
    "settlement:edit_bank_account",
    "exports:found_from_file",
]
# (request) -> bool: may this visitor register?
SIGNUP_PERMITS = ["dokoclub.clubs.views.sign_up.permits"]
# (account): inside the deleting transaction, before the account goes
ERASE_ACCOUNT = [
    "dokoclub.settlement.services.bank.forget_bank_account",
    "dokoclub.clubs.services.erasure.erase_from_clubs",
]
# (account) -> (key, value for JSON): "what is stored about me"
STORED_ABOUT = [
    "dokoclub.clubs.selectors.stored_about",
    "dokoclub.evenings.selectors.stored_about",
    "dokoclub.standings.selectors.corrections.stored_about",
    "dokoclub.settlement.selectors.stored.stored_about",
    "dokoclub.settlement.selectors.bank.stored_about",
    "dokoclub.settlement.selectors.cash_box.stored_about",
    "dokoclub.exports.selectors.imports.stored_about",
]
# (account) -> accounts.sections.Way: lines on the account page that lead on
ACCOUNT_WAYS = ["dokoclub.settlement.selectors.bank.account_way"]
# (player) -> (key, value for JSON): the same for somebody without an account, handed out by an owner
STORED_ABOUT_PLAYER = [
    "dokoclub.clubs.selectors.stored_about_player",
    "dokoclub.evenings.selectors.stored_about_player",
    "dokoclub.standings.selectors.corrections.stored_about_player",
    "dokoclub.settlement.selectors.stored.stored_about_player",
]
# (): after a backup was restored
AFTER_RESTORE = ["dokoclub.accounts.services.erase_again", "dokoclub.clubs.services.erasure.erase_again"]
# (membership) -> clubs.sections.Section or None: the club's settings page, a section an app
CLUB_SETTINGS_SECTIONS = [
    "dokoclub.clubs.sections.club_section",
    "dokoclub.evenings.on_club_pages.settings_section",
    "dokoclub.standings.on_club_pages.settings_section",
    "dokoclub.settlement.on_club_pages.settings_section",
    "dokoclub.exports.on_club_pages.settings_section",
]

# (membership) -> clubs.sections.Part or None: what stands on the page of the club
CLUB_PAGE_PARTS = [
    "dokoclub.evenings.on_club_pages.today",
    "dokoclub.standings.on_club_pages.leaders",
    "dokoclub.settlement.on_club_pages.open_payments",
    "dokoclub.evenings.on_club_pages.before",
    "dokoclub.exports.on_club_pages.files",
]
# (membership, player) -> clubs.sections.Part or None: what stands on the page of a player
PLAYER_PAGE_PARTS = [
    "dokoclub.standings.on_club_pages.of_player",
    "dokoclub.evenings.on_club_pages.aliases",
    "dokoclub.settlement.on_club_pages.open_of_player",
]
# (club) -> clubs.sections.Way: links in the head of every page of a club
CLUB_WAYS = [
    "dokoclub.evenings.on_club_pages.way",
    "dokoclub.standings.on_club_pages.way",
    "dokoclub.settlement.on_club_pages.way",
]
# (membership, evening) -> clubs.sections.Way or None: where a closed evening leads to, as to its settlement
EVENING_WAYS = ["dokoclub.settlement.on_club_pages.way_of_evening"]
# (membership, evening) -> clubs.sections.Way or None: links at the foot of the page of an evening, open or closed
EVENING_FOOT_WAYS = ["dokoclub.exports.on_club_pages.way_of_evening"]
# (membership, period) -> clubs.sections.Way or None: links below a table of the league
TABLE_WAYS = ["dokoclub.exports.on_club_pages.way_of_table"]
# () -> clubs.sections.Way or None: other ways to a club than founding one
FOUND_CLUB_WAYS = ["dokoclub.exports.on_club_pages.way_of_founding"]

# (player): a player is being erased; inside the transaction, before the name goes
ERASE_PLAYER = [
    "dokoclub.standings.services.erasure.forget_player",
    "dokoclub.evenings.services.erasure.forget_player",
    "dokoclub.exports.services.erasure.forget_player",
]
# (player): somebody who left comes back; may raise ValidationError
RETURN_PLAYER = ["dokoclub.evenings.services.people.refuse_alias"]
# What it is called, and () -> int: what `manage.py purge` removes for good beside clubs
PURGE = [
    ("Evenings", "dokoclub.evenings.services.purge_evenings"),
    ("Settlements", "dokoclub.settlement.services.purge_monies"),
    ("Drafts of imports", "dokoclub.exports.services.undoing.purge_drafts"),
]
# (club, evenings, seed): what `manage.py seed_demo` puts into the demo club
SEED_DEMO = [
    "dokoclub.evenings.demo.evenings.seed",
    "dokoclub.standings.demo.seed",
    "dokoclub.settlement.demo.payments.seed",
    "dokoclub.settlement.demo.cash_box.seed",
]
# () -> sentences about what is wrong: what `manage.py check_ledger` checks beside the sheets
CHECK_LEDGER = ["dokoclub.settlement.services.checking.check"]
# (club) -> the stake that a new evening begins with, in cents a point; None: as the last time
USUAL_STAKE = ["dokoclub.settlement.on_club_pages.usual_stake"]
# (sheet): points were written anew; inside the transaction that wrote the fact
AFTER_REPOST = ["dokoclub.settlement.services.correcting.after_repost"]
# (evening): closed, reopened, deleted, taken back or changed otherwise; inside the transaction
AFTER_EVENING = [
    "dokoclub.settlement.services.correcting.after_evening",
    "dokoclub.standings.services.honours.count_evening",
]
# (merge): two players became one, or two again (merge.taken_back_at); inside the transaction
AFTER_MERGE = [
    "dokoclub.settlement.services.merging.after_merge",
    "dokoclub.standings.services.corrections.follow_merge",
    "dokoclub.standings.services.honours.count_merge",
]
