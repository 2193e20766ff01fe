"""How an account goes: nothing personal remains, and a restored backup forgets the same people again."""

import logging
from functools import partial
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account, fresh_seal
from dokoclub.accounts.services import erased
from dokoclub.accounts.services.locking import lock_account
from dokoclub.accounts.services.refusal import Refused

_log = logging.getLogger(__name__)


@transaction.atomic
def erase_account(account: Account) -> None:
    """Take everything personal out of `account` and out of what the later apps keep about it.

    Raises Refused, and keeps everything, when one of the later apps (hooks.erase_account) objects (the last owner of a
    club) or for the demo visitor. Erasing twice is erasing once.
    """
    account = lock_account(account.pk)
    if account.is_visitor:
        raise Refused(_("The demo visitor cannot be deleted."))
    if account.erased_at is None:
        for erase in hooks.erase_account:
            erase(account)
        _anonymise(account)


def erase_again() -> None:
    """After a restore: erase whoever had been erased since the backup was made. Nobody can refuse now."""
    ids = [UUID(text) for text in erased.read_erased("account")]
    for account in Account.objects.filter(uuid__in=ids, erased_at=None):
        with transaction.atomic():
            _erase_whatever_they_say(account)


def _erase_whatever_they_say(account: Account) -> None:
    for erase in hooks.erase_account:
        try:
            with transaction.atomic():
                erase(account)
        except Refused:
            _log.warning("Account %s was erased although %s objects.", account.pk, erase)
    _anonymise(account)


def _anonymise(account: Account) -> None:
    """The row stays, so that whatever points to it stays whole."""
    Authenticator.objects.filter(user=account).delete()
    EmailAddress.objects.filter(user=account).delete()
    account.login_links.all().delete()
    account.sign_ins.all().delete()
    account.security_events.all().delete()
    account.has_unconfirmed_links = False
    transaction.on_commit(partial(_remove_sessions, account.pk), robust=True)
    account.username = f"*erased-{account.pk}"
    account.display_name = account.email = ""
    account.set_unusable_password()
    account.session_seal = fresh_seal()
    account.is_active = account.is_founder = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.erased_at = account.date_joined = timezone.now()
    account.save()
    erased.remember_erased("account", str(account.uuid))


def _remove_sessions(pk: int) -> None:
    """The fresh seal has ended them, but they hold the sign-in name. All have to be opened to find them: nobody who
    writes shall wait for that.
    """
    own = [session.pk for session in Session.objects.iterator() if session.get_decoded().get(SESSION_KEY) == str(pk)]
    Session.objects.filter(pk__in=own).delete()
