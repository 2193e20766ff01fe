"""Can this page use passkeys? Only under the site's own name, and only over https or on localhost."""

from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest


def relying_party() -> str:
    """The name passkeys are made for: the host of PUBLIC_URL, whatever address a page was opened by."""
    return str(settings.PUBLIC_ADDRESS.hostname)


def can_be_used(request: HttpRequest) -> bool:
    host = _host(request)
    if _is_number(host) or not (host == relying_party() or host.endswith(f".{relying_party()}")):
        return False
    return request.is_secure() or host == "localhost" or host.endswith(".localhost")


def passkey_context(request: HttpRequest) -> dict[str, object]:
    """For templates: whether to offer passkeys, and where they work if not here."""
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
