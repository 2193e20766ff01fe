"""How an account comes into being; the first one of an install needs the code that `make run` prints."""

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

from dokoclub.accounts.models import Account, LoginLink, fresh_seal
from dokoclub.accounts.services.sign_ins import NotAllowed, end_other_sign_ins
from dokoclub.ui.forms import bare_code

# Without 0 and O, 1 and I: somebody types this from a terminal into a phone.
_SIGNS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_CODE_LENGTH: Final = 8
_LONGEST_STEM: Final = 50  # of a sign-in name; there is room for a number behind it
# Nobody can register it: a sign-in name holds no star.
VISITOR_NAME: Final = "*demo"


def is_first_account() -> bool:
    """Would the next account be the first of this install? One query."""
    return not Account.objects.real().exists()


def first_account_code() -> str | None:
    """The code that the first account needs, made when first asked for; None once somebody is here."""
    if not is_first_account():
        _forget_code()
        return None
    _write_code_once()
    code = _read_code()
    if is_first_account():
        return code
    _forget_code()  # somebody came meanwhile, and took the code away before this one was made
    return None


def free_username(display_name: str) -> str:
    """A sign-in name that nobody has, for who types none: `Karl Heinz` → `karl.heinz`, or `karl.heinz2`. One query."""
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
    """The new account. Without a password it signs in with the passkey that is added next.

    `permitted` says whether this visitor may register on an install that has accounts; the first account
    needs `first_code` instead. Raises Refused when neither holds, or when somebody else was faster.
    """
    first = is_first_account()
    if first and not _is_code(first_code):
        raise NotAllowed(_("That is not the code. It is shown where the program was started."), "code")
    if not first and not permitted:
        raise NotAllowed(_("You need an invitation to register here."))
    account = Account(username=Account.normalize_username(username), display_name=display_name, is_founder=first)
    account.set_password(password)
    _save_new(account)
    if first:
        transaction.on_commit(_forget_code)
    return account


@transaction.atomic
def make_founder(account: Account) -> None:
    """From now on this account looks after the install, and nobody else. For the command line alone."""
    both = Account.objects.select_for_update(no_key=True).filter(Q(is_founder=True) | Q(pk=account.pk)).order_by("pk")
    for one in sorted(both, key=lambda one: one.pk == account.pk):  # there is one at most, also in between
        one.is_founder = one.pk == account.pk
        one.save(update_fields=["is_founder"])


def _save_new(account: Account) -> None:
    """The database decides who was faster: one founder at most, every sign-in name once."""
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        if account.is_founder and not is_first_account():
            raise NotAllowed(_("Somebody else has just created the first account.")) from None
        raise NotAllowed(_("This sign-in name is taken."), "username") from None


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
    """None when somebody has just registered with it: whoever did takes the file away at any moment."""
    try:
        return _code_path().read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return None


def _fresh_code() -> str:
    signs = "".join(secrets.choice(_SIGNS) for _ in range(_CODE_LENGTH))
    return f"{signs[:4]}-{signs[4:]}"


def _is_code(typed: str) -> bool:
    """Compare without regard to case and separators."""
    wanted, given = (bare_code(code) for code in (first_account_code() or "", typed))
    return len(wanted) == _CODE_LENGTH and secrets.compare_digest(wanted.encode(), given.encode())


def _forget_code() -> None:
    _code_path().unlink(missing_ok=True)


def demo_visitor() -> Account:
    """The demo visitor, made when first asked for. No password, no passkey: only the button lets in."""
    visitor, _made = Account.objects.get_or_create(
        is_visitor=True,
        defaults={"username": VISITOR_NAME, "display_name": "Demo", "password": make_password(None)},
    )
    return visitor


def demo_person(name: str) -> Account:
    """Somebody of the demo club, made when first asked for; nobody can sign in as such a person."""
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
