"""What later apps add to the account page, named in settings so that none is imported from here (ACCOUNT_WAYS)."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string

from dokoclub.accounts.models import Account


class Way(NamedTuple):
    """A line of the page that leads to a page of a later app."""

    title: str
    state: str
    url: str
    action: str  # what its button says


def ways(account: Account) -> list[Way]:
    return [import_string(path)(account) for path in settings.ACCOUNT_WAYS]
