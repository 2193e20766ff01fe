"""Taking a passkey away, and getting in by one of the recovery codes."""

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.locking import lock_account
from dokoclub.accounts.services.refusal import Refused


@transaction.atomic
def remove_passkey(account: Account, passkey: Authenticator) -> None:
    """Raises Refused when nothing would be left to sign in with."""
    lock_account(account.pk)  # of two at once, the second waits
    others = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).exclude(pk=passkey.pk)
    if not account.has_usable_password() and not others.exists():
        raise Refused(_("This is your only way to sign in. Set a password first, or add another passkey."))
    passkey.delete()


def account_by_recovery_code(username: str, code: str) -> Account | None:
    """The account whose unused code this is; the code is used up."""
    codes = (
        Authenticator.objects.filter(type=Authenticator.Type.RECOVERY_CODES, user__is_active=True)
        .filter(user__username=Account.normalize_username(username))
        .select_related("user")
        .first()
    )
    if codes is None or not codes.wrap().validate_code("".join(code.split())):
        return None
    account: Account = codes.user
    return account
