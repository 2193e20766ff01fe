"""Services to create and change accounts; the first one of an install needs the code that `make run` prints."""

import os
import re
import secrets
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from dokoclub import NEWS
from dokoclub.accounts.models import Account, LoginLink, fresh_seal
from dokoclub.accounts.services.sign_ins import NotAllowed, end_other_sign_ins
from dokoclub.ui.forms import bare_code

# Without 0 and O, 1 and I: people type this from a terminal into a phone.
_SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LENGTH: Final = 8
_LONGEST_STEM: Final = 50  # of a sign-in name; leaves room for a number
# Cannot be registered: a sign-in name contains no star.
VISITOR_NAME: Final = "*demo"


def is_first_account() -> bool:
    """Return True if the next account is the first of this install. One query."""
    return not Account.objects.real().exists()


def first_account_code() -> str | None:
    """Return the code for the first account, created on first use; None once there is an account."""
    if not is_first_account():
        _forget_code()
        return None
    _write_code_once()
    code = _read_code()
    if is_first_account():
        return code
    _forget_code()  # meanwhile, somebody registered and removed the code before this one was created
    return None


def free_username(display_name: str) -> str:
    """Return a free sign-in name: `Karl Heinz` → `karl.heinz`, or `karl.heinz2`. One query."""
    words = Account.normalize_username(display_name).split()
    plain = ("".join(re.findall(r"[\w.@+-]", word)) for word in words)
    stem = ".".join(filter(None, plain))[:_LONGEST_STEM].strip(".") or "account"
    taken = set(Account.objects.filter(username__startswith=stem).values_list("username", flat=True))
    return next(name for name in _numbered(stem) if name not in taken)


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}{number}" for number in count(2))


@transaction.atomic
def register_account(
    *, username: str, display_name: str, password: str | None, permitted: bool, first_code: str = ""
) -> Account:
    """Create an account. Without a password it signs in with the passkey that is added next.

    `permitted` says if this visitor may register on an install that has accounts; the first account needs
    `first_code` instead. Raises NotAllowed if neither holds, or if somebody else was faster.
    """
    first = is_first_account()
    if first and not _is_code(first_code):
        raise NotAllowed(_("Wrong code. It is shown where the program was started."), "code")
    if not first and not permitted:
        raise NotAllowed(_("You need an invitation to register here."))
    account = Account(username=Account.normalize_username(username), display_name=display_name, is_founder=first)
    account.set_password(password)
    _save_new(account)
    if first:
        transaction.on_commit(_forget_code)
    return account


def note_news_read(account: Account) -> None:
    """Note that the account has read the newest news. One query, none the second time."""
    if account.news_read != NEWS:
        Account.objects.filter(pk=account.pk).update(news_read=NEWS)


@transaction.atomic
def make_founder(account: Account) -> None:
    """Make this account the only founder of the install. For the command line only."""
    both = Account.objects.select_for_update(no_key=True).filter(Q(is_founder=True) | Q(pk=account.pk)).order_by("pk")
    for one in sorted(both, key=lambda one: one.pk == account.pk):  # at most one at any time
        one.is_founder = one.pk == account.pk
        one.save(update_fields=["is_founder"])


def _save_new(account: Account) -> None:
    """Save a new account; the database decides races: at most one founder, every sign-in name once."""
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        if account.is_founder and not is_first_account():
            raise NotAllowed(_("Someone else just created the first account.")) from None
        raise NotAllowed(_("Taken: choose another name."), "username") from None


def _code_path() -> Path:
    return Path(settings.DATA_DIR) / "first_account_code"


def _write_code_once() -> None:
    try:
        descriptor = os.open(_code_path(), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(_fresh_code())


def _read_code() -> str | None:
    """Read the code; None if somebody has just registered, which deletes the file."""
    try:
        return _code_path().read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return None


def _fresh_code() -> str:
    signs = "".join(secrets.choice(_SIGNS) for _ in range(_CODE_LENGTH))
    return f"{signs[:4]}-{signs[4:]}"


def _is_code(typed: str) -> bool:
    """Compare codes, ignoring case and separators."""
    wanted, given = (bare_code(code) for code in (first_account_code() or "", typed))
    return len(wanted) == _CODE_LENGTH and secrets.compare_digest(wanted.encode(), given.encode())


def _forget_code() -> None:
    _code_path().unlink(missing_ok=True)


def demo_visitor() -> Account:
    """Return the demo visitor, created on first use. No password, no passkey: only the button signs in."""
    visitor, _made = Account.objects.get_or_create(
        is_visitor=True,
        defaults={"username": VISITOR_NAME, "display_name": "Demo", "password": make_password(None)},
    )
    return visitor


def demo_person(name: str) -> Account:
    """Return a person of the demo club, created on first use; nobody can sign in as them."""
    person, _made = Account.objects.get_or_create(
        username=f"{VISITOR_NAME}-{name.lower()}",
        defaults={"display_name": name, "password": make_password(None), "is_active": False},
    )
    return person


def change_profile(account: Account, *, display_name: str, email: str) -> None:
    account.display_name = display_name
    account.email = email
    account.save(update_fields=["display_name", "email"])


@transaction.atomic
def change_password(account: Account, password: str, *, keep: str | None = None) -> None:
    """Change the password, ending all sessions but the one with the key `keep`, and all open login links.

    The caller updates that session's hash.
    """
    account.set_password(password)
    account.save(update_fields=["password"])
    _void_login_links(account)
    end_other_sign_ins(account, keep)


@transaction.atomic
def sign_out_everywhere(account: Account, *, keep: str | None = None) -> None:
    """End all sessions but the one with the key `keep`, and all open login links.

    The caller updates that session's hash.
    """
    account.session_seal = fresh_seal()
    account.save(update_fields=["session_seal"])
    _void_login_links(account)
    end_other_sign_ins(account, keep)


def _void_login_links(account: Account) -> None:
    LoginLink.objects.filter(account=account).void()
