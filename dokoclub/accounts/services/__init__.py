"""What can be done to accounts. Everything here may be called by later apps; nothing here sees a request."""

from dokoclub.accounts.services.demo import demo_person, demo_visitor
from dokoclub.accounts.services.erasing import erase_account, erase_again
from dokoclub.accounts.services.login_links import create_login_link, use_login_link, void_login_links
from dokoclub.accounts.services.passkeys import account_by_recovery_code, remove_passkey
from dokoclub.accounts.services.profile import change_password, change_profile, sign_out_everywhere
from dokoclub.accounts.services.refusal import Refused
from dokoclub.accounts.services.registering import first_account_code, is_first_account, register_account

__all__ = [
    "Refused",
    "account_by_recovery_code",
    "change_password",
    "change_profile",
    "create_login_link",
    "demo_person",
    "demo_visitor",
    "erase_account",
    "erase_again",
    "first_account_code",
    "is_first_account",
    "register_account",
    "remove_passkey",
    "sign_out_everywhere",
    "use_login_link",
    "void_login_links",
]
