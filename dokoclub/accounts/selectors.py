"""Queries about accounts."""

from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from dokoclub.accounts import hooks, texts
from dokoclub.accounts.models import Account, LoginLink, SecurityEvent, SignIn

LOG_LINES: Final = 200
GUESSES_SHOWN: Final = 50  # so that days of guessing do not displace other events


class SignInItem(NamedTuple):
    number: int
    browser: str  # as text
    began_at: datetime
    last_used_at: datetime | None  # None if on the first day
    how: str  # as text


class SecurityItem(NamedTuple):
    at: datetime
    text: str
    browser: str  # as text
    warns: bool  # possibly by somebody else


def usable_login_link(token: str) -> LoginLink | None:
    """Return the open link of that token with its account. One query."""
    links = LoginLink.objects.usable().select_related("account").filter(account__is_active=True)
    return links.of(token).first()


def login_links(account: Account) -> QuerySet[LoginLink]:
    """Return the last ten links for `account`, newest first, with their creators. One query."""
    return account.login_links.select_related("made_by")[:10]


def list_passkeys(account: Account) -> list[Authenticator]:
    """List the passkeys of `account`, oldest first. One query."""
    return list(Authenticator.objects.filter(user=account, type=Authenticator.Type.WEBAUTHN).order_by("pk"))


def can_return(account: Account) -> bool:
    """Return True if the account has a password or a passkey to sign in elsewhere. One query without a password."""
    return account.has_usable_password() or bool(list_passkeys(account))


def find_openid_service() -> str:
    """Return the name of the service that this install lets people sign in with; "" if there is none."""
    apps = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    return str(apps[0]["name"]) if apps else ""


def get_openid_id() -> str:
    """Return the id under which that service is stored."""
    return str(settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"][0]["provider_id"])


def find_openid(account: Account) -> SocialAccount | None:
    """Return the connection of `account` with that service. One query if there is a service, else none."""
    if not find_openid_service():
        return None
    connected: SocialAccount | None = SocialAccount.objects.filter(user=account, provider=get_openid_id()).first()
    return connected


def unused_recovery_codes(account: Account) -> int | None:
    """Count the unused recovery codes; None if there never were any. One query."""
    codes = Authenticator.objects.filter(user=account, type=Authenticator.Type.RECOVERY_CODES).first()
    return None if codes is None else len(codes.wrap().get_unused_codes())


def sign_ins(account: Account) -> list[SignInItem]:
    """List the running sessions of `account`, latest first. One query."""
    return [
        SignInItem(one.pk, texts.describe_browser(one.browser), one.began_at, _used_since(one), how_began(one))
        for one in account.sign_ins.running().select_related("link__made_by")
    ]


def _used_since(sign_in: SignIn) -> datetime | None:
    days = [timezone.localdate(moment) for moment in (sign_in.began_at, sign_in.last_used_at)]
    return sign_in.last_used_at if days[0] != days[1] else None


def how_began(sign_in: SignIn) -> str:
    """Describe how a session began: "with the password"; "" if unknown."""
    if sign_in.link is not None and sign_in.link.made_by is not None:
        return _("with a login link of %(name)s") % {"name": sign_in.link.made_by}
    return str(texts.HOW.get(sign_in.how, ""))


def security_log(account: Account) -> list[SecurityItem]:
    """List recent events of `account`, latest first: at most 200, plus 50 wrong guesses. Two queries."""
    events = account.security_events.select_related("by")
    guesses, others = events.filter(what__in=texts.GUESSES), events.exclude(what__in=texts.GUESSES)
    found = sorted(
        [*others[:LOG_LINES], *guesses[:GUESSES_SHOWN]], key=lambda event: (event.at, event.pk), reverse=True
    )
    return [_format_event(event) for event in found]


def _format_event(event: SecurityEvent) -> SecurityItem:
    text = str(texts.EVENTS.get(event.what, event.what))
    if event.by is not None:
        text = _("Signed in with a login link of %(name)s") % {"name": event.by}
    warns = event.by is not None or event.what.startswith("wrong_")
    return SecurityItem(event.at, text, texts.describe_browser(event.browser), warns)


def count_accounts() -> int:
    """Count the accounts of people. One query."""
    return Account.objects.real().count()


def count_visits() -> int:
    """Count people's accounts used in the last 30 days, to the day. One query."""
    lately = SignIn.objects.filter(last_used_at__gte=timezone.now() - timedelta(days=30))
    return Account.objects.real().filter(pk__in=lately.values("account")).count()


def stored_about(account: Account) -> dict[str, Any]:
    """Return everything stored about this person, for JSON, without secrets (password, keys, codes)."""
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
            for key in list_passkeys(account)
        ],
        "login_links": [
            {
                "made_at": _moment(link.made_at),
                "made_by": str(link.made_by) if link.made_by else None,
                "used_at": _moment(link.used_at),
            }
            for link in account.login_links.select_related("made_by")
        ],
        "signed_in_on": [
            {
                "browser": one.browser,
                "how": one.how,
                "since": _moment(one.began_at),
                "last_used_at": _moment(one.last_used_at),
            }
            for one in account.sign_ins.running()
        ],
        "security_log": [
            {"at": _moment(event.at), "what": event.what, "browser": event.browser}
            for event in account.security_events.all()
        ],
    }
    return stored | dict(stored_about(account) for stored_about in hooks.stored_about)


def _moment(when: datetime | None) -> str | None:
    return when.isoformat(timespec="seconds") if when else None
