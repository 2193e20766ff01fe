"""Whose guess is this? That of a device where the account has signed in before, or of a name and an address.

So nobody who guesses a name from elsewhere holds up the phone of its owner.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final, NamedTuple

from allauth.core.internal.ratelimit import get_ip
from django.http import HttpRequest

from dokoclub.accounts.access import devices
from dokoclub.accounts.models import Account

FREE: Final = 5
FREE_AT_ONE_ADDRESS: Final = 30  # a pub shares one


class Guesser(NamedTuple):
    """Whose wrong guesses are counted together: `who`, in clear; from number `free` on there is waiting, `first` at
    first. Up to then they are forgotten after `window` without another one.
    """

    who: str
    free: int = FREE
    shared: bool = False  # others may stand behind it, too
    first: timedelta = timedelta(minutes=1)
    window: timedelta = timedelta(days=1)


def guessers_of(request: HttpRequest, what: str, name: str) -> tuple[Guesser, ...]:
    """Of who guesses `what` ("password", "recovery_code") for the sign-in name `name`, be there such a name or not.

    One query where the browser has the cookie of a device.
    """
    name = Account.normalize_username(name)
    if device := devices.device_of(request, name):
        return (Guesser(f"{what} device {device} {name}"),)
    if request.user.is_authenticated and request.user.get_username() == name:
        return (Guesser(f"{what} signed in {name}"),)
    address = Guesser(f"{what} address {get_ip(request)}", FREE_AT_ONE_ADDRESS, shared=True)
    return (Guesser(f"{what} name {name}"), address)


def guesser_at_address(
    request: HttpRequest, what: str, first: timedelta, window: timedelta = timedelta(days=1)
) -> Guesser:
    """Of who guesses `what` where nobody says who he is."""
    return Guesser(f"{what} address {get_ip(request)}", shared=True, first=first, window=window)
