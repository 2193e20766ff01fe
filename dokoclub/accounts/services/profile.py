"""What people change about their own account."""

from django.db import transaction

from dokoclub.accounts.models import Account, LoginLink, fresh_seal
from dokoclub.accounts.services.sign_ins import end_other_sign_ins


def change_profile(account: Account, *, display_name: str, email: str) -> None:
    account.display_name = display_name
    account.email = email
    account.save(update_fields=["display_name", "email"])


@transaction.atomic
def change_password(account: Account, password: str, *, keep: str | None = None) -> None:
    """Ends every session of the account and its open login links, but for the session with the key `keep`.

    The caller gives that one the new seal.
    """
    account.set_password(password)
    account.save(update_fields=["password"])
    _void_login_links(account)
    end_other_sign_ins(account, keep)


@transaction.atomic
def sign_out_everywhere(account: Account, *, keep: str | None = None) -> None:
    """Ends every session of the account and its open login links, but for the session with the key `keep`.

    The caller gives that one the new seal.
    """
    account.session_seal = fresh_seal()
    account.save(update_fields=["session_seal"])
    _void_login_links(account)
    end_other_sign_ins(account, keep)


def _void_login_links(account: Account) -> None:
    LoginLink.objects.filter(account=account).void()
