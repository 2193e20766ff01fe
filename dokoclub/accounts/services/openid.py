"""Connecting accounts with another service for sign-in, and disconnecting them."""

from allauth.socialaccount.models import SocialAccount
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts.models import Account
from dokoclub.accounts.selectors import can_return
from dokoclub.accounts.services.sign_ins import NotAllowed, lock_account, note_event


@transaction.atomic
def connect_account(account: Account, provider: str, uid: str, browser: str) -> None:
    """Connect `account` with a person of a service; connected once more, nothing changes.

    Raises NotAllowed if the account is connected with another person there, or the person with another account.
    """
    lock_account(account.pk)
    connected = SocialAccount.objects.filter(provider=provider, user=account).first()
    if connected and connected.uid == uid:
        return
    if connected:
        raise NotAllowed(_("You are connected with somebody else there. Disconnect that first."))
    _row, created = SocialAccount.objects.get_or_create(provider=provider, uid=uid, defaults={"user": account})
    if not created:
        raise NotAllowed(_("Another account here is connected with this one already."))
    note_event(account, "openid_connected", browser)


@transaction.atomic
def disconnect_account(account: Account, browser: str) -> None:
    """Disconnect every service. Raises NotAllowed if nothing would be left to sign in with."""
    lock_account(account.pk)
    if not can_return(account):
        raise NotAllowed(_("This is your only way to sign in. Set a password first, or add another passkey."))
    removed, _rows = SocialAccount.objects.filter(user=account).delete()
    if removed:
        note_event(account, "openid_removed", browser)
