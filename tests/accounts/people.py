"""Test accounts and passkeys with boring defaults."""

import json
from typing import Final, Protocol

from allauth.mfa.models import Authenticator
from django.utils.html import strip_tags

from dokoclub.accounts.models import Account
from tests.accounts.softkey import SoftKey

PASSWORD: Final = "herzdame sticht karo"


def make_account(username: str, display_name: str, password: str | None = PASSWORD) -> Account:
    return Account.objects.create_user(username, password=password, display_name=display_name)


def make_passkey(account: Account, name: str = "Handy") -> Authenticator:
    """Store a passkey in the database for a key that nobody holds."""
    options = {"publicKey": {"challenge": "", "user": {"id": ""}}}
    data = {"name": name, "credential": json.loads(SoftKey().register(options))}
    key: Authenticator = Authenticator.objects.create(user=account, type=Authenticator.Type.WEBAUTHN, data=data)
    return key


class Page(Protocol):
    content: bytes


def text(response: Page) -> str:
    """Return the page's text in one line, as a reader sees it."""
    return " ".join(strip_tags(response.content.decode().partition("</head>")[2]).split())
