"""Access check for operating the install: a right of its founder, who made the first account.

It is independent of clubs: none gives or takes it.
"""

from typing import Protocol

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest


class Founder(Protocol):
    is_founder: bool


def enter_install(account: Founder) -> None:
    """Raise PermissionDenied for everybody but the founder."""
    if not account.is_founder:
        raise PermissionDenied


class FounderRequest(HttpRequest):
    user: Founder  # type: ignore[assignment]  # accounts are not imported from here
