"""The address of a calendar feed, as a page shows it."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.urls import reverse

from dokoclub.dates.models import Secret


class Feed(NamedTuple):
    of: str
    title: str
    tells: str
    secret: Secret | None

    @property
    def address(self) -> str:
        """ "" where there is none to show."""
        return address_of_feed(self.secret) if self.secret else ""

    @property
    def subscribe(self) -> str:
        """The same for programs that know this beginning; a second button, because not all do."""
        return "webcal://" + self.address.partition("://")[2]


def address_of_feed(secret: Secret) -> str:
    return settings.PUBLIC_URL + reverse("dates:read_feed", args=[secret.token]) if secret.token else ""
