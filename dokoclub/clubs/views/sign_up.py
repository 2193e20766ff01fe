"""May this visitor register? Whoever came by an open invitation may. Hooked into signup_permits."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest

from dokoclub.clubs import selectors
from dokoclub.clubs.models import Invitation

_INVITATION: Final = "invitation"  # in the session: its number, never the token


def came_by(request: HttpRequest, invitation: Invitation) -> None:
    """Remember it until the visitor has registered or signed in, and come back."""
    request.session[_INVITATION] = invitation.pk


def is_coming_by(request: HttpRequest, invitation: Invitation) -> bool:
    """Did this visitor say that the invitation is for him? Messengers, which look at every link, say nothing."""
    return bool(request.session.get(_INVITATION) == invitation.pk)


def has_come_in(request: HttpRequest) -> None:
    request.session.pop(_INVITATION, None)


def permits_sign_up(request: HttpRequest) -> bool:
    number = request.session.get(_INVITATION)
    return number is not None and selectors.is_open(number)
