"""Which address does a request come from, behind as many proxies as TRUSTED_PROXIES says?"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.http import HttpRequest

NOWHERE = "0.0.0.0"  # noqa: S104  # of a connection without an address, as through a socket in a folder


def address_of(request: HttpRequest) -> str:
    """Return what the outermost of our proxies saw. What stands before that in X-Forwarded-For anybody can invent.

    Of an IPv6 address its network (/64): a household or a machine has all addresses of it. Where a proxy was passed by
    or the address is none, return that of the connection: never an error.
    """
    seen = request.headers.get("X-Forwarded-For", "").split(",")
    proxies: int = settings.TRUSTED_PROXIES
    said = seen[-proxies] if 0 < proxies <= len(seen) else ""
    found = clean_client_ip(said) or clean_client_ip(request.META.get("REMOTE_ADDR", "")) or NOWHERE
    return network_of(found)


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, also where it is written as an IPv6 address, and the first address of a /64."""
    found = ip_address(address)
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False).network_address)
