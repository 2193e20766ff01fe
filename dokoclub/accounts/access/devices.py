"""Has this account signed in on this device before? A signed cookie says so; the server keeps nothing about it.

It holds a random number of the device and the random ids of accounts: no name, no address. It opens nothing.
"""

from __future__ import annotations

from secrets import token_urlsafe
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from dokoclub.accounts.models import Account
from dokoclub.look.cookies import own_name

PATH: Final = "/account/"  # only where one signs in
COOKIE: Final = own_name("device", path=PATH)
LASTS: Final = 400 * 24 * 60 * 60  # seconds; browsers keep nothing longer
MOST_ACCOUNTS: Final = 5
_SALT: Final = "dokoclub.accounts.device"


class Device(NamedTuple):
    number: str
    accounts: tuple[str, ...]  # their uuid, who signed in last stands first


def device_of(request: HttpRequest, name: str) -> str:
    """The number of this device if the account of that sign-in name signed in on it before, else "".

    One query where there is a cookie.
    """
    device = _read(request)
    if device is None:
        return ""
    known = Account.objects.filter(uuid__in=device.accounts).values_list("username", flat=True)
    return device.number if name in known else ""


def remember_device(request: HttpRequest, response: HttpResponse, account: Account) -> None:
    device = _read(request) or Device(token_urlsafe(16), ())
    accounts = tuple(dict.fromkeys((str(account.uuid), *device.accounts)))[:MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps([device.number, *accounts], salt=_SALT),
        max_age=LASTS,
        path=PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> Device | None:
    try:
        number, *accounts = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=LASTS)
    except signing.BadSignature:
        return None
    return Device(number, tuple(accounts))
