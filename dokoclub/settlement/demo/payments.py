"""The money of the demo club: most evenings settled, some of it paid, one correction. Hooked into seed_demo."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Final

from django.utils import timezone

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club
from dokoclub.evenings.demo.evenings import FOR_MONEY
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import change_evening
from dokoclub.settlement import services
from dokoclub.settlement.demo.treasurer import treasurer_of
from dokoclub.settlement.models import EveningMoney, Payment, SettledList, Transfer
from dokoclub.settlement.selectors.kept import seen_as
from dokoclub.settlement.selectors.live import settle_live
from dokoclub.settlement.services.bygone import settle_long_ago
from scoring.money.methods import MoneyRules

RULES: Final = MoneyRules(method="players", stake=5, absent=200)
NOT_SETTLED: Final = 2  # evenings, the last ones
PARTLY_PAID: Final = 3  # before these: here and there somebody has not paid yet
CORRECTED: Final = 5  # the evening so many before the last got another stake afterwards
OTHER_STAKE: Final = 6
EXCUSED: Final = 0.4  # of those who stayed away
PAID: Final = 0.6  # of what is paid only in part
AFTER: Final = timedelta(minutes=12)  # the end of the evening


def seed_payments(club: Club, evenings: int, seed: int) -> None:
    """The last evenings are still to be settled; nothing where any evening is settled already."""
    if EveningMoney.objects.frozen().filter(club=club).exists():
        return
    treasurer = treasurer_of(club)
    dice = Random(f"money{club.key}{seed}")  # noqa: S311  # nothing secret
    services.change_club_money(club, RULES, by=treasurer)
    closed = Evening.objects.alive().filter(club=club).exclude(closed_at=None).select_related("club").order_by("-date")
    settle_long_ago(list(closed[FOR_MONEY:]), by=treasurer)  # nobody owed anything then
    for before, evening in enumerate(closed[:FOR_MONEY]):
        if before >= NOT_SETTLED:
            _settle(evening, dice, by=treasurer, all_paid=before >= NOT_SETTLED + PARTLY_PAID)
        if before == CORRECTED:
            _change(evening, by=treasurer)


def _settle(evening: Evening, dice: Random, *, by: Account, all_paid: bool) -> None:
    """Some were excused, then everybody pays, or only some do."""
    for player in evening.club.players.filter(pk__in=settle_live(evening).absent).order_by("pk"):
        if dice.random() < EXCUSED:
            services.excuse_player(evening, player, excused=True, by=by)
    money = services.freeze_evening(evening, by=by)
    owed = list(Transfer.objects.open().filter(list__money=money).select_related("list").order_by("pk"))
    if all_paid:
        services.pay_all(evening, seen=seen_as(owed), by=by)
    for transfer in owed:
        if dice.random() < PAID and not all_paid:
            services.pay_transfer(transfer, by=by)
    _as_then(money, (evening.closed_at or timezone.now()) + AFTER)


def _change(evening: Evening, *, by: Account) -> None:
    """The stake was written down wrong."""
    change_evening(
        evening,
        day=evening.date,
        place=evening.place,
        club_evening=evening.club_evening,
        stake=OTHER_STAKE,
        by=by,
    )


def _as_then(money: EveningMoney, at: datetime) -> None:
    """Everything was noted when the evening was over, not when the demo club was made."""
    EveningMoney.objects.filter(pk=money.pk).update(frozen_at=at)
    SettledList.objects.filter(money=money).update(made_at=at)
    Payment.objects.filter(settles__list__money=money).update(made_at=at)
