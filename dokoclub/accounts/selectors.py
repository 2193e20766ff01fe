"""What is known about accounts."""

from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from dokoclub.accounts import hooks
from dokoclub.accounts.models import Account, LoginLink


def usable_login_link(token: str) -> LoginLink | None:
    """The open link of that token with its account. One query."""
    links = LoginLink.objects.usable().select_related("account").filter(account__is_active=True)
    return links.of(token).first()


def login_links(account: Account) -> QuerySet[LoginLink]:
    """The last ten links made for `account`, newest first, with who made them. One query."""
    return account.login_links.select_related("made_by")[:10]


def passkeys_of(account: Account) -> list[Authenticator]:
    """The passkeys of `account`, oldest first. One query."""
    return list(Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).order_by("pk"))


def unused_recovery_codes(account: Account) -> int | None:
    """How many recovery codes are left; None when there never were any. One query."""
    codes = Authenticator.objects.filter(user=account, type=Authenticator.Type.RECOVERY_CODES).first()
    return None if codes is None else len(codes.wrap().get_unused_codes())


def stored_about(account: Account) -> dict[str, Any]:
    """Everything the site keeps about this person, for JSON; secrets (password, keys, codes) stay out."""
    stored: dict[str, Any] = {
        "account": {
            "sign_in_name": account.username,
            "name": account.display_name,
            "email": account.email,
            "registered_at": _moment(account.date_joined),
            "last_signed_in_at": _moment(account.last_login),
            "has_password": account.has_usable_password(),
            "unused_recovery_codes": unused_recovery_codes(account),
        },
        "passkeys": [
            {
                "name": str(key),
                "added_at": _moment(key.created_at),
                "last_used_at": _moment(key.last_used_at),
            }
            for key in passkeys_of(account)
        ],
        "login_links": [
            {
                "made_at": _moment(link.made_at),
                "made_by": str(link.made_by) if link.made_by else None,
                "used_at": _moment(link.used_at),
            }
            for link in account.login_links.select_related("made_by")
        ],
    }
    return stored | dict(stored_about(account) for stored_about in hooks.stored_about)


def _moment(when: datetime | None) -> str | None:
    return when.isoformat(timespec="seconds") if when else None
