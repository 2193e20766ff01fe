"""Facts about the device and session of a request: known device, browser, trust, and use of passkeys.

A signed cookie marks devices on which an account has signed in; the server stores nothing about it. It holds a
random number of the device and the random ids of accounts: no name, no address. It grants no access.
"""

import time
from ipaddress import ip_address
from secrets import token_urlsafe
from typing import Final, NamedTuple

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from dokoclub.accounts.models import Account, SignIn
from dokoclub.core.cookies import own_name

PATH: Final = "/account/"  # sent only to the sign-in pages
COOKIE: Final = own_name("device", path=PATH)
LASTS: Final = 400 * 24 * 60 * 60  # seconds; browsers keep nothing longer
MOST_ACCOUNTS: Final = 5
_SALT: Final = "dokoclub.accounts.device"
# Tokens in a user agent, and their names. The first match wins: most browsers also claim to be later ones.
_PROGRAMS: Final = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
_SYSTEMS: Final = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Macintosh": "macOS",
    "Linux": "Linux",
}
AFTER_SIGN_IN: Final = 5 * 60  # seconds
# Users who were locked out set a new password or passkey, and cannot prove their identity by the lost one.
AFTER_LOGIN_LINK: Final = 15 * 60
AFTER_OWNERS_LINK: Final = 0

_SESSION_KEY: Final = "trusted_until"
_SIGN_IN: Final = "sign_in"
_OWNERS_LINK: Final = "owners_link"  # templates read it, too


class Device(NamedTuple):
    number: str
    accounts: tuple[str, ...]  # their uuids, latest sign-in first


def get_device(request: HttpRequest, name: str) -> str:
    """Return the number of this device if the account of that sign-in name has signed in on it, else "".

    One query if there is a cookie.
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


def get_browser(request: HttpRequest) -> str:
    """Return the browser as "Firefox/Android"; unknown parts are ""."""
    agent = request.headers.get("User-Agent", "")
    return "/".join(_find_first(names, agent) for names in (_PROGRAMS, _SYSTEMS))


def _find_first(names: dict[str, str], agent: str) -> str:
    return next((name for sign, name in names.items() if sign in agent), "")


def trust_session(request: HttpRequest, seconds: int) -> None:
    request.session[_SESSION_KEY] = int(time.time()) + seconds


def is_trusted(request: HttpRequest) -> bool:
    """Return True while the session is trusted. If the clock was set back, no session is, until it catches up."""
    left = float(request.session.get(_SESSION_KEY, 0)) - time.time()
    return 0 < left <= AFTER_LOGIN_LINK


def forget_future_proofs(request: HttpRequest) -> None:
    """Drop allauth's proofs from the future: after a clock change they would stay valid too long."""
    proofs = request.session.get(AUTHENTICATION_METHODS_SESSION_KEY, [])
    past = [proof for proof in proofs if proof["at"] <= time.time()]
    if past != proofs:
        request.session[AUTHENTICATION_METHODS_SESSION_KEY] = past


def note_sign_in(request: HttpRequest, sign_in: SignIn) -> None:
    """Store the sign-in's row in the session, and whether an owner's link started it."""
    request.session[_SIGN_IN] = sign_in.pk
    if sign_in.link is not None and sign_in.link.is_of_owner:
        request.session[_OWNERS_LINK] = True


def find_sign_in(request: HttpRequest) -> int | None:
    """Return the id of this session's row; None if it started before sign-ins were recorded."""
    number: int | None = request.session.get(_SIGN_IN)
    return number


def forget_sign_in(request: HttpRequest, **_signal: object) -> None:
    """Delete the row of a session on sign-out, with the rows that later apps tied to it. One query.

    Connected to Django's signal.
    """
    if number := find_sign_in(request):
        SignIn.objects.filter(pk=number).delete()


def is_by_owners_link(request: HttpRequest) -> bool:
    return _OWNERS_LINK in request.session


def relying_party() -> str:
    """Return the passkeys' relying party: the host of PUBLIC_URL, independent of the requested address."""
    return str(settings.PUBLIC_ADDRESS.hostname)


def can_be_used(request: HttpRequest) -> bool:
    host = _host(request)
    if _is_number(host) or not (host == relying_party() or host.endswith(f".{relying_party()}")):
        return False
    return request.is_secure() or host == "localhost" or host.endswith(".localhost")


def passkey_context(request: HttpRequest) -> dict[str, object]:
    """Return template context: whether to offer passkeys, and where they work if not here."""
    return {"passkeys_possible": can_be_used(request), "public_url": settings.PUBLIC_URL, "https": settings.HTTPS}


def _host(request: HttpRequest) -> str:
    host = request.get_host()
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host


def _is_number(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True
