"""Every address of the site and who may pass: the table that test_access.py walks. A new address needs a row."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

READING: Final = frozenset({"GET", "HEAD"})
FORM: Final = frozenset({"GET", "HEAD", "POST"})
WRITING: Final = frozenset({"POST"})


class May(Enum):
    """Whom a door lets through."""

    ANYBODY = "anybody"  # signed in or not
    ACCOUNT = "account"  # who is signed in
    READ = "read"  # and so on: members of the club with that right
    SCORE = "score"
    MONEY = "money"
    OWN = "own"


class Door(NamedTuple):
    may: May
    methods: frozenset[str]  # all others are 405; empty: the view is not ours, and whatever it says to others holds


# Numbers and tokens in an address are filled in by test_access.py: those of the cast's club.
DOORS: Final = {
    "operations:show_health": Door(May.ANYBODY, READING),
    "operations:show_readiness": Door(May.ANYBODY, READING),
    "look:set_theme": Door(May.ANYBODY, WRITING),
    "look:set_language": Door(May.ANYBODY, WRITING),
    "look:show_manifest": Door(May.ANYBODY, READING),
    "style:show_style": Door(May.ANYBODY, READING),
    "style:show_state": Door(May.ANYBODY, READING),
    "account_login": Door(May.ANYBODY, frozenset()),
    "account_logout": Door(May.ANYBODY, frozenset()),
    "account_signup": Door(May.ANYBODY, FORM),
    "account_inactive": Door(May.ANYBODY, frozenset()),
    "account_change_password": Door(May.ACCOUNT, FORM),
    "account_reauthenticate": Door(May.ACCOUNT, frozenset()),
    "mfa_reauthenticate": Door(May.ACCOUNT, frozenset()),
    "mfa_reauthenticate_webauthn": Door(May.ACCOUNT, frozenset()),
    "mfa_login_webauthn": Door(May.ANYBODY, frozenset()),
    "mfa_add_webauthn": Door(May.ACCOUNT, frozenset()),
    "mfa_edit_webauthn": Door(May.ACCOUNT, frozenset()),
    "mfa_remove_webauthn": Door(May.ACCOUNT, frozenset()),
    "mfa_view_recovery_codes": Door(May.ACCOUNT, frozenset()),
    "mfa_generate_recovery_codes": Door(May.ACCOUNT, frozenset()),
    "mfa_download_recovery_codes": Door(May.ACCOUNT, frozenset()),
    "accounts:show_account": Door(May.ACCOUNT, frozenset()),
    "accounts:change_profile": Door(May.ACCOUNT, WRITING),
    "accounts:sign_out_everywhere": Door(May.ACCOUNT, WRITING),
    "accounts:end_device": Door(May.ACCOUNT, WRITING),
    "accounts:answer_links": Door(May.ACCOUNT, WRITING),
    "accounts:show_log": Door(May.ACCOUNT, frozenset()),
    "accounts:download_stored": Door(May.ACCOUNT, frozenset()),
    "accounts:erase_account": Door(May.ACCOUNT, FORM),
    "accounts:recover": Door(May.ANYBODY, FORM),
    "accounts:help_sign_in": Door(May.ANYBODY, frozenset()),
    "accounts:enter_demo": Door(May.ANYBODY, frozenset()),
    "accounts:use_login_link": Door(May.ANYBODY, FORM),
    "clubs:show_home": Door(May.ANYBODY, READING),
    "clubs:found_club": Door(May.ACCOUNT, FORM),
    "clubs:open_invitation": Door(May.ANYBODY, FORM),
    "clubs:show_club": Door(May.READ, READING),
    "clubs:show_settings": Door(May.OWN, READING),
    "clubs:edit_club": Door(May.OWN, FORM),
    "clubs:leave_club": Door(May.READ, FORM),
    "clubs:delete_club": Door(May.OWN, FORM),
    "clubs:list_players": Door(May.READ, READING),
    "clubs:add_player": Door(May.OWN, FORM),
    "clubs:edit_player": Door(May.OWN, FORM),
    "clubs:download_player": Door(May.OWN, READING),
    "clubs:let_player_leave": Door(May.OWN, WRITING),
    "clubs:let_player_return": Door(May.OWN, WRITING),
    "clubs:erase_player": Door(May.OWN, FORM),
    "clubs:list_members": Door(May.READ, READING),
    "clubs:edit_member": Door(May.OWN, FORM),
    "clubs:remove_member": Door(May.OWN, FORM),
    "clubs:hand_over_club": Door(May.OWN, FORM),
    "clubs:make_login_link": Door(May.OWN, WRITING),
    "clubs:list_invitations": Door(May.OWN, READING),
    "clubs:create_invitation": Door(May.OWN, FORM),
    "clubs:revoke_invitation": Door(May.OWN, WRITING),
    "clubs:show_invitation": Door(May.OWN, READING),
    "clubs:show_rules": Door(May.READ, READING),
    "clubs:edit_rules": Door(May.OWN, FORM),
    "clubs:preview_rules": Door(May.OWN, WRITING),
    "clubs:show_rules_version": Door(May.READ, READING),
    "evenings:list_evenings": Door(May.READ, READING),
    "evenings:start_evening": Door(May.SCORE, FORM),
    "evenings:edit_style": Door(May.OWN, FORM),
    "evenings:merge_player": Door(May.OWN, FORM),
    "evenings:take_back_merge": Door(May.OWN, WRITING),
    "evenings:show_evening": Door(May.READ, READING),
    "evenings:follow_evening": Door(May.READ, READING),
    "evenings:show_evening_chart": Door(May.READ, READING),
    "evenings:edit_evening": Door(May.SCORE, FORM),
    "evenings:open_tables": Door(May.SCORE, FORM),
    "evenings:next_round": Door(May.SCORE, FORM),
    "evenings:close_evening": Door(May.SCORE, FORM),
    "evenings:reopen_evening": Door(May.OWN, WRITING),
    "evenings:delete_evening": Door(May.OWN, FORM),
    "evenings:show_what_if": Door(May.READ, READING),
    "evenings:list_links": Door(May.SCORE, FORM),
    "evenings:show_link": Door(May.SCORE, READING),
    "evenings:revoke_link": Door(May.SCORE, WRITING),
    "evenings:show_by_link": Door(May.ANYBODY, READING),
    "evenings:close_sheet": Door(May.SCORE, WRITING),
    "evenings:reopen_sheet": Door(May.OWN, WRITING),
    "evenings:withdraw_sheet": Door(May.SCORE, WRITING),
    "evenings:show_pen": Door(May.SCORE, FORM),
    "evenings:revoke_pen": Door(May.SCORE, WRITING),
    "evenings:show_sheet": Door(May.READ, READING),
    "evenings:follow_sheet": Door(May.READ, READING),
    "standings:show_statistics": Door(May.READ, READING),
    "standings:show_club_statistics": Door(May.READ, READING),
    "standings:show_matrix": Door(May.READ, READING),
    "standings:show_player": Door(May.READ, READING),
    "standings:show_player_statistics": Door(May.READ, READING),
    "evenings:show_chart": Door(May.READ, READING),
    "evenings:show_large": Door(May.READ, READING),
    "evenings:show_entry": Door(May.READ, READING),
    "evenings:change_seats": Door(May.SCORE, FORM),
    "evenings:preview_entry": Door(May.SCORE, WRITING),
    "evenings:write_entry": Door(May.SCORE, WRITING),
    "evenings:amend_entry": Door(May.SCORE, FORM),
    "evenings:strike_entry": Door(May.SCORE, WRITING),
    "evenings:restore_entry": Door(May.SCORE, WRITING),
    "evenings:undo_entry": Door(May.SCORE, WRITING),
    "settlement:show_evening": Door(May.READ, READING),
    "settlement:pay": Door(May.MONEY, WRITING),
    "settlement:pay_all": Door(May.MONEY, WRITING),
    "settlement:take_back": Door(May.MONEY, WRITING),
    "settlement:freeze": Door(May.MONEY, WRITING),
    "settlement:let_go": Door(May.MONEY, WRITING),
    "settlement:excuse": Door(May.MONEY, WRITING),
    "settlement:edit_evening": Door(May.MONEY, FORM),
    "settlement:preview_evening": Door(May.MONEY, WRITING),
    "settlement:edit_club": Door(May.OWN, FORM),
    "settlement:preview_club": Door(May.OWN, WRITING),
    "settlement:show_overview": Door(May.READ, READING),
    "settlement:show_person": Door(May.READ, READING),
    # What is on them is for who owes something to who has stored an IBAN (tests/settlement/test_code_page.py).
    "settlement:show_code": Door(May.READ, READING),
    "settlement:show_evening_code": Door(May.READ, READING),
    "settlement:net": Door(May.MONEY, WRITING),
    "settlement:take_back_payment": Door(May.MONEY, WRITING),
    "settlement:show_cash_box": Door(May.READ, READING),
    "settlement:show_statement": Door(May.READ, READING),
    "settlement:download_statement": Door(May.READ, READING),
    "settlement:book_cash": Door(May.MONEY, FORM),
    "settlement:reverse_cash": Door(May.MONEY, FORM),
    "settlement:edit_bank_account": Door(May.ACCOUNT, FORM),
    "settlement:remove_bank_account": Door(May.ACCOUNT, WRITING),
    "standings:show_league": Door(May.READ, READING),
    "standings:show_season": Door(May.READ, READING),
    "standings:show_table": Door(May.READ, READING),
    "standings:explain": Door(May.READ, READING),
    "standings:close_month": Door(May.OWN, FORM),
    "standings:show_version": Door(May.READ, READING),
    "standings:show_certificate": Door(May.READ, READING),
    "standings:show_hall": Door(May.READ, READING),
    "standings:list_seasons": Door(May.READ, READING),
    "standings:make_season": Door(May.OWN, FORM),
    "standings:edit_season": Door(May.OWN, FORM),
    "standings:delete_season": Door(May.OWN, FORM),
    "standings:list_corrections": Door(May.READ, READING),
    "standings:correct_points": Door(May.OWN, FORM),
    "standings:take_back_correction": Door(May.OWN, WRITING),
    "standings:edit_league": Door(May.OWN, FORM),
    "standings:choose_columns": Door(May.OWN, FORM),
    "standings:list_league_links": Door(May.OWN, FORM),
    "standings:show_league_link": Door(May.OWN, READING),
    "standings:revoke_league_link": Door(May.OWN, WRITING),
    "standings:show_by_link": Door(May.ANYBODY, READING),
    "standings:show_table_by_link": Door(May.ANYBODY, READING),
    "exports:list_imports": Door(May.OWN, READING),
    "exports:hand_in": Door(May.OWN, FORM),
    "exports:show_import": Door(May.OWN, FORM),
    "exports:go_on": Door(May.OWN, WRITING),
    "exports:undo_import": Door(May.OWN, FORM),
    "exports:discard_import": Door(May.OWN, WRITING),
    "exports:show_files": Door(May.READ, READING),
    "exports:export_games": Door(May.READ, READING),
    "exports:export_club": Door(May.OWN, READING),
    "exports:export_table": Door(May.READ, READING),
    "exports:print_empty": Door(May.READ, READING),
    "exports:print_table": Door(May.READ, READING),
    "exports:found_from_file": Door(May.ACCOUNT, FORM),
    "exports:show_evening_files": Door(May.READ, READING),
    "exports:export_evening": Door(May.READ, READING),
    "exports:export_sheet": Door(May.READ, READING),
    "exports:print_sheet": Door(May.READ, READING),
    # With the pen of a table: without an account, and 404 unless the pen is right (tests/evenings/test_access.py).
    "evenings:show_sheet_by_pen": Door(May.ANYBODY, READING),
    "evenings:follow_sheet_by_pen": Door(May.ANYBODY, READING),
    "evenings:show_chart_by_pen": Door(May.ANYBODY, READING),
    "evenings:show_large_by_pen": Door(May.ANYBODY, READING),
    "evenings:show_entry_by_pen": Door(May.ANYBODY, READING),
    "evenings:change_seats_by_pen": Door(May.ANYBODY, FORM),
    "evenings:preview_entry_by_pen": Door(May.ANYBODY, WRITING),
    "evenings:write_entry_by_pen": Door(May.ANYBODY, WRITING),
    "evenings:amend_entry_by_pen": Door(May.ANYBODY, FORM),
    "evenings:strike_entry_by_pen": Door(May.ANYBODY, WRITING),
    "evenings:restore_entry_by_pen": Door(May.ANYBODY, WRITING),
    "evenings:undo_entry_by_pen": Door(May.ANYBODY, WRITING),
}

# Doors that open for other reasons, each with tests of its own.
ELSEWHERE: Final = {
    "clubs:take_back_club": "test_take_back_club.py: only owners of a deleted club",
    "evenings:take_back_evening": "tests/evenings/test_page_delete_evening.py: only owners, and only a deleted one",
}


def addresses() -> Iterator[tuple[str, list[str]]]:
    """Every address of the site with the names of what has to be filled in."""
    yield from _walk(get_resolver().url_patterns, (), ())


def _walk(
    patterns: list[URLPattern | URLResolver], spaces: tuple[str, ...], gaps: tuple[str, ...]
) -> Iterator[tuple[str, list[str]]]:
    for pattern in patterns:
        inside = (*gaps, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            named = (pattern.namespace,) if pattern.namespace else ()
            yield from _walk(pattern.url_patterns, (*spaces, *named), inside)
        else:
            yield ":".join((*spaces, str(pattern.name))), list(inside)
