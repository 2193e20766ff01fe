"""Contents of the handbook: its pages in order, and the pages of the app that they help with."""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Chapter(NamedTuple):
    """A part for one role in the club. `pages`: names of files in docs/handbook/de and en."""

    title: str | Promise
    suit: str  # a symbol of templates/ui/_icons.html
    pages: tuple[str, ...]


CHAPTERS: Final = (
    Chapter(_("For players"), "heart", ("points", "reckoning", "dates", "reminders", "follow", "account", "news")),
    Chapter(
        _("For scorers"),
        "spade",
        ("begin", "write", "announcements", "kinds", "correct", "seats", "offline", "together", "close"),
    ),
    Chapter(_("For treasurers"), "diamond", ("settle", "pay", "cash-box", "accounts", "dues", "clearing", "year")),
    Chapter(_("For owners of a club"), "club", ("found", "invite", "rules", "league", "tournaments", "files", "leave")),
)
PAGES: Final = tuple(page for chapter in CHAPTERS for page in chapter.pages)
SAMPLE: Final = "sample"  # the evening to click through: a separate file, with a step under each heading

# The action of each step on the sheet (static/js/pages/tour.js); "" if the step is only read.
TASKS: Final = ("unfold", "party", "augen", "more", "save", "correct", "solo", "", "", "")

# By route name, else by app. All others lead to the contents.
HELPING: Final = {
    "accounts": "account",
    "account_login": "account",
    "account_signup": "account",
    "account_change_password": "account",
    "account_reauthenticate": "account",
    "mfa_add_webauthn": "account",
    "mfa_edit_webauthn": "account",
    "mfa_remove_webauthn": "account",
    "mfa_reauthenticate": "account",
    "mfa_view_recovery_codes": "account",
    "mfa_generate_recovery_codes": "account",
    "clubs:found_club": "found",
    "clubs:show_settings": "found",
    "clubs:edit_club": "found",
    "clubs:list_players": "found",
    "clubs:add_player": "found",
    "clubs:edit_player": "found",
    "clubs:edit_own_player": "account",
    "clubs:list_members": "invite",
    "clubs:edit_member": "invite",
    "clubs:remove_member": "invite",
    "clubs:hand_over_club": "invite",
    "clubs:list_invitations": "invite",
    "clubs:create_invitation": "invite",
    "clubs:show_invitation": "invite",
    "clubs:open_invitation": "account",
    "clubs:claim_player": "account",
    "screens:enter_code": "account",
    "clubs:show_rules": "rules",
    "clubs:edit_rules": "rules",
    "clubs:show_rules_version": "rules",
    "clubs:erase_player": "leave",
    "clubs:leave_club": "leave",
    "clubs:delete_club": "leave",
    "evenings": "follow",
    "evenings:start_evening": "begin",
    "evenings:open_tables": "begin",
    "evenings:next_round": "begin",
    "evenings:edit_evening": "begin",
    "evenings:begin_evening": "offline",
    "evenings:try_out": "write",
    "evenings:show_sheet": "write",
    "evenings:show_sheet_by_pen": "write",
    "evenings:show_pen": "together",
    "evenings:amend_entry": "correct",
    "evenings:show_entry": "reckoning",
    "evenings:change_seats": "seats",
    "evenings:change_seats_by_pen": "seats",
    "evenings:close_evening": "close",
    "evenings:delete_evening": "close",
    "evenings:edit_style": "rules",
    "evenings:show_what_if": "rules",
    "evenings:merge_player": "found",
    "dates": "dates",
    "dates:show_reminders": "reminders",
    "standings": "points",
    "standings:close_month": "league",
    "standings:choose_columns": "league",
    "standings:choose_frames": "league",
    "standings:edit_league": "league",
    "standings:list_seasons": "league",
    "standings:make_season": "league",
    "standings:edit_season": "league",
    "standings:delete_season": "league",
    "standings:correct_points": "league",
    "standings:list_corrections": "league",
    "standings:switch_rating": "league",
    "standings:list_league_links": "league",
    "standings:show_league_link": "league",
    "settlement": "pay",
    "settlement:show_evening": "settle",
    "settlement:edit_evening": "settle",
    "settlement:edit_club": "settle",
    "settlement:show_kitty": "cash-box",
    "settlement:book_cash": "cash-box",
    "settlement:reverse_cash": "cash-box",
    "settlement:show_statement": "year",
    "settlement:close_cash_year": "year",
    "settlement:show_audit": "year",
    "settlement:show_budget": "year",
    "settlement:show_accounts": "accounts",
    "settlement:show_account": "accounts",
    "settlement:book_on_account": "accounts",
    "settlement:take_back_charge": "accounts",
    "settlement:list_dues": "dues",
    "settlement:make_due": "dues",
    "settlement:edit_due": "dues",
    "settlement:add_fine": "dues",
    "settlement:edit_fine": "dues",
    "settlement:fine_at_sheet": "dues",
    "settlement:charge_entry_fee": "dues",
    "settlement:clear_all": "clearing",
    "settlement:show_clearing": "clearing",
    "tournaments": "tournaments",
    "screens": "follow",
    "exports": "files",
}
