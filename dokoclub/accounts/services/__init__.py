"""What can be done to accounts. Everything here may be called by later apps; nothing here sees a request."""

from dokoclub.accounts.services.demo import demo_person, demo_visitor
from dokoclub.accounts.services.erasing import erase_account, erase_again
from dokoclub.accounts.services.login_links import (
    create_login_link,
    holds_login_link,
    use_login_link,
    void_login_links,
)
from dokoclub.accounts.services.passkeys import account_by_recovery_code, count_passkey, remove_passkey
from dokoclub.accounts.services.profile import change_password, change_profile, sign_out_everywhere
from dokoclub.accounts.services.refusal import Refused
from dokoclub.accounts.services.registering import (
    first_account_code,
    free_username,
    is_first_account,
    make_founder,
    register_account,
)
from dokoclub.accounts.services.security_log import note_event, note_wrong_guess, purge_security_log
from dokoclub.accounts.services.sign_ins import (
    adopt_session,
    begin_sign_in,
    confirm_links,
    disown_links,
    end_link_sign_ins,
    end_sign_in,
    end_sign_ins_by,
    follow_session,
    is_signed_in_otherwise,
    purge_sign_ins,
    renew_sign_in,
)

__all__ = [
    "Refused",
    "account_by_recovery_code",
    "adopt_session",
    "begin_sign_in",
    "change_password",
    "change_profile",
    "confirm_links",
    "count_passkey",
    "create_login_link",
    "demo_person",
    "demo_visitor",
    "disown_links",
    "end_link_sign_ins",
    "end_sign_in",
    "end_sign_ins_by",
    "erase_account",
    "erase_again",
    "first_account_code",
    "follow_session",
    "free_username",
    "holds_login_link",
    "is_first_account",
    "is_signed_in_otherwise",
    "make_founder",
    "note_event",
    "note_wrong_guess",
    "purge_security_log",
    "purge_sign_ins",
    "register_account",
    "remove_passkey",
    "renew_sign_in",
    "sign_out_everywhere",
    "use_login_link",
    "void_login_links",
]
