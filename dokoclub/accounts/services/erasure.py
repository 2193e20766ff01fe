"""Erasure of accounts: no personal data remains, and a restored backup erases the same people again."""

import logging
import os
import re
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, Literal
from uuid import UUID

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account, fresh_seal
from dokoclub.accounts.services.sign_ins import NotAllowed, lock_account

Kind = Literal["account", "player"]

_LINE: Final = re.compile(r"(account|player) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
_log = logging.getLogger(__name__)


def path_of_list() -> Path:
    return Path(settings.DATA_DIR) / "erased_ids"


def remember_erased(kind: Kind, uuid: str) -> None:
    """Record `uuid` as erased once the running transaction is committed; a rollback erases nobody.

    `uuid` is random, never a primary key: after a restore the database gives the same keys to others.
    """
    transaction.on_commit(partial(_append, kind, str(uuid)))
    transaction.on_commit(_empty_log, robust=True)


def read_erased(kind: Kind) -> set[str]:
    """Return the ids of everybody of that kind ever erased; lines cut short by a crash are skipped."""
    if not path_of_list().exists():
        return set()
    lines = path_of_list().read_text(encoding="ascii", errors="replace").splitlines()
    found = (match for line in lines if (match := _LINE.fullmatch(line)))
    return {match[2] for match in found if match[1] == kind}


def _append(kind: Kind, uuid: str) -> None:
    if uuid in read_erased(kind):  # erased again after a restore
        return
    descriptor = os.open(path_of_list(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        # The line break comes first, too: after a line cut short, the next one is still on its own line.
        os.write(descriptor, f"\n{kind} {uuid}\n".encode("ascii"))
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _empty_log() -> None:
    """Truncate SQLite's write-ahead log, which still holds the former rows; concurrent use may delay this."""
    if connection.vendor == "sqlite":
        with suppress(OperationalError), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@transaction.atomic
def erase_account(account: Account) -> None:
    """Remove all personal data from `account` and from the data of later apps about it.

    Raises NotAllowed, and changes nothing, if a later app (hooks.erase_account) objects (the last owner of a club),
    and for the demo visitor. A second call changes nothing.
    """
    account = lock_account(account.pk)
    if account.is_visitor:
        raise NotAllowed(_("The demo visitor cannot be deleted."))
    if account.erased_at is None:
        for erase in hooks.erase_account:
            erase(account)
        _anonymise(account)


def erase_again() -> None:
    """Repeat erasures made after the backup that was restored. No app can object now."""
    ids = [UUID(text) for text in read_erased("account")]
    for account in Account.objects.filter(uuid__in=ids, erased_at=None):
        with transaction.atomic():
            _erase_whatever_they_say(account)


def _erase_whatever_they_say(account: Account) -> None:
    for erase in hooks.erase_account:
        try:
            with transaction.atomic():
                erase(account)
        except NotAllowed:
            _log.warning("Account %s was erased although %s objects.", account.pk, erase)
    _anonymise(account)


def _anonymise(account: Account) -> None:
    """Anonymize the row, which stays so that references remain valid."""
    Authenticator.objects.filter(user=account).delete()
    EmailAddress.objects.filter(user=account).delete()
    SocialAccount.objects.filter(user=account).delete()
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
    remember_erased("account", str(account.uuid))


def _remove_sessions(pk: int) -> None:
    """Delete the sessions of an account, which hold the sign-in name; the new seal has already ended them.

    This must decode all sessions, so it runs outside the transaction to keep no writer waiting.
    """
    own = [session.pk for session in Session.objects.iterator() if session.get_decoded().get(SESSION_KEY) == str(pk)]
    Session.objects.filter(pk__in=own).delete()
