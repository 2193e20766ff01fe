"""Taking a passkey away, seeing that it was copied, and getting in by one of the recovery codes."""

from typing import Final

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.services.locking import lock_account
from dokoclub.accounts.services.refusal import Refused
from dokoclub.look.names import bare_code

_COUNTER: Final = "counter"  # beside what allauth keeps of a passkey


@transaction.atomic
def remove_passkey(account: Account, passkey: Authenticator) -> None:
    """Raises Refused when nothing would be left to sign in with."""
    lock_account(account.pk)  # of two at once, the second waits
    others = Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).exclude(pk=passkey.pk)
    if not account.has_usable_password() and not others.exists():
        raise Refused(_("This is your only way to sign in. Set a password first, or add another passkey."))
    passkey.delete()


@transaction.atomic
def count_passkey(number: int, counter: int) -> bool:
    """Note how often the passkey says it was used. False where it said as much before: then there are two of it.

    Those that do not count (0, as all that are kept in a cloud) are taken at their word. Two queries and a savepoint.
    """
    passkey = Authenticator.objects.select_for_update(no_key=True).get(
        pk=number
    )  # of two answers at once, the second waits
    before = passkey.data.get(_COUNTER, passkey.wrap().authenticator_data.counter)
    if (counter or before) and counter <= before:
        return False
    if counter != before:
        passkey.data[_COUNTER] = counter
        passkey.save(update_fields=["data"])
    return True


def account_by_recovery_code(username: str, code: str) -> Account | None:
    """The account whose unused code this is; the code is used up."""
    codes = (
        Authenticator.objects.filter(type=Authenticator.Type.RECOVERY_CODES, user__is_active=True)
        .filter(user__username=Account.normalize_username(username))
        .select_related("user")
        .first()
    )
    if codes is None or not codes.wrap().validate_code(bare_code(code)):
        return None
    account: Account = codes.user
    return account
