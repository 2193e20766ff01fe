"""Dues, fines and what members of the demo club paid of them. Hooked into seed_demo, after the cash box."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import uuid5

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from dokoclub.clubs.models import Club
from dokoclub.settlement.demo.treasurer import treasurer_of
from dokoclub.settlement.models import ChargeKind, Due
from dokoclub.settlement.selectors.accounts import standing_of
from dokoclub.settlement.selectors.dues import waiting_dues
from dokoclub.settlement.services.accounts import charge_player, pay_account, take_back_charge
from dokoclub.settlement.services.budget import keep_budget_line
from dokoclub.settlement.services.dues import except_player, keep_fine, make_due, raise_dues

MONTHS: Final = 4
FINES: Final = ((gettext_noop("Missed evening"), 250), (gettext_noop("Misdeal"), 50))
NOT_PAID: Final = 2  # the last of the members


def seed_accounts(club: Club, evenings: int, seed: int) -> None:
    """Nothing where there are dues, or too few members."""
    members = list(club.players.filter(left_at=None, guest=False).order_by("pk"))
    if Due.objects.filter(club=club).exists() or len(members) <= NOT_PAID:
        return
    treasurer = treasurer_of(club)
    today = timezone.localdate()
    fines = [
        keep_fine(club, None, name=_(name), cents=cents, key=uuid5(club.key, f"fine-{name}")) for name, cents in FINES
    ]
    due = make_due(
        club,
        name=_("Dues"),
        cents=500,
        every="month",
        first=(today - timedelta(days=30 * MONTHS)).replace(day=1),
        last=None,
        key=uuid5(club.key, "due"),
        by=treasurer,
    )
    except_player(due, members[-1], cents=0, first=None, last=None)
    waiting = waiting_dues(club, today)
    raise_dues(club, today=today, seen=sum(one.cents for one in waiting), by=treasurer)
    for number, fine in enumerate(fines):
        key = uuid5(club.key, f"charge-{number}")
        player, kind = members[number], ChargeKind.FINE
        charge = charge_player(player, kind=kind, cents=fine.cents, purpose=fine.name, day=today, key=key, by=treasurer)
    take_back_charge(charge, by=treasurer)
    for number, player in enumerate(members[:-NOT_PAID]):
        found = standing_of(player)
        key = uuid5(club.key, f"paid-{number}")
        pay_account(player, cents=found.open, charges=None, day=today, stamp=found.stamp, key=key, by=treasurer)
    keep_budget_line(club, today.year, purpose=_("New cards"), cents=-1500)
