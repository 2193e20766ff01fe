"""Whoever comes along is entered as a guest of the club, so that he can sit down."""

from __future__ import annotations

from uuid import uuid5

from django.core.exceptions import ValidationError
from django.db import transaction

from dokoclub.accounts.models import Account
from dokoclub.dates.models import Date
from dokoclub.dates.selectors.answers import read_date
from dokoclub.evenings.services.people import add_guest
from scoring.text import fold_name


@transaction.atomic
def enter_guests(date: Date, *, by: Account) -> None:
    """Those who are named in the answers and whom the club does not know yet. The second time changes nothing.

    A name that is an alias of somebody is left to whoever begins the evening.
    """
    coming = read_date(date)
    known = {fold_name(player.name) for player in coming.people.values()}
    for name, _ in coming.guests:
        if fold_name(name) not in known:
            try:
                add_guest(date.club, name=name, key=uuid5(date.uuid, fold_name(name)), by=by)
            except ValidationError:
                continue
            known.add(fold_name(name))
