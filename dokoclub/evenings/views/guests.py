"""A guest is entered in the club on the spot, from the page on which the seats are chosen."""

from __future__ import annotations

from uuid import uuid4

from django.core.exceptions import ValidationError

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.evenings import services
from dokoclub.evenings.forms.guest import GuestForm
from dokoclub.look.refusals import Reused


def add_guest_from(guest: GuestForm, club: Club, *, by: Account) -> Player | None:
    """The new guest, or None and what is wrong in the form."""
    if not guest.is_valid():
        return None
    name = guest.cleaned_data["guest_name"]
    for key in (guest.cleaned_data["guest_key"], uuid4()):  # the second, where the first has added somebody else
        try:
            return services.add_guest(club, name=name, key=key, by=by, guest=guest.is_guest)
        except Reused:
            continue
        except ValidationError as refusal:
            guest.add_error("guest_name", refusal.messages)
            break
    return None
