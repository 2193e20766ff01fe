"""Money rules of clubs and evenings, excused absences, and a change of the currency, once nothing is open."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.locks import lock_club
from dokoclub.clubs.services.locks import save_row as save_club_row
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services.evenings import change_evening
from dokoclub.settlement.models import CashEntry, CashKind, ClubMoney, EveningMoney
from dokoclub.settlement.models.kitty import MOST_CENTS
from dokoclub.settlement.selectors.accounts import AccountStanding, list_standings
from dokoclub.settlement.selectors.dues import Waiting, waiting_dues
from dokoclub.settlement.selectors.kitty import get_balance
from dokoclub.settlement.selectors.live import find_merged_into, map_merged_players
from dokoclub.settlement.selectors.owing import Pair, get_overview
from dokoclub.settlement.selectors.rules import get_rate
from dokoclub.settlement.services.freezing import recompute_correction
from dokoclub.settlement.services.kitty import write_in_held
from dokoclub.settlement.services.locks import Changed, Frozen, lock_money, save_row
from scoring.money.methods import MoneyRules
from scoring.money.rules import store_money_rules


class Open(NamedTuple):
    """All items to settle first."""

    evenings: list[Evening]  # still played
    pairs: tuple[Pair, ...]
    members: list[AccountStanding]  # those with debts to the kitty, or credit
    dues: list[Waiting]  # due and not charged

    def __bool__(self) -> bool:
        return any(self)


def open_things(club: Club, today: date) -> Open:
    """Return the open items of a club. Twenty queries at most."""
    return Open(
        evenings=list(Evening.objects.open().filter(club=club).order_by("date", "pk")),
        pairs=get_overview(club).pairs,
        members=list(_uneven(club)) if club.uses("dues") else [],
        dues=[one for one in waiting_dues(club, today) if one.cents] if club.uses("dues") else [],
    )


def _uneven(club: Club) -> Iterator[AccountStanding]:
    return (one for one in list_standings(club) if one.items or one.credit)


_AT_ONCE = 200  # rows per statement


@transaction.atomic
def change_club_money(club: Club, rules: MoneyRules, *, by: Account) -> ClubMoney:
    """Change the rules of every unsettled evening that chose none; the stake is the default for new evenings."""
    lock_club(club)
    money = ClubMoney.objects.filter(club=club).first() or ClubMoney(club=club)
    money.rules = store_money_rules(rules)
    save_row(money, by=by)
    return money


@transaction.atomic
def change_evening_money(evening: Evening, rules: MoneyRules, *, stake: Decimal | int, by: Account) -> None:
    """Set an evening's own rules, regardless of its club; `stake` in cents a point, 0: without.

    Raises Frozen once it is settled, Changed if it is deleted.
    """
    money = lock_money(evening)
    if money.evening is None or money.evening.deleted_at:
        raise Changed
    if money.frozen_at:
        raise Frozen
    money.rules = store_money_rules(replace(rules, stake=get_rate(stake) if stake else rules.stake))
    save_row(money, by=by)
    if money.evening.stake != stake:
        now = money.evening
        change_evening(now, day=now.date, place=now.place, club_evening=now.club_evening, stake=stake, by=by)


@transaction.atomic
def excuse_player(evening: Evening, player: Player, *, excused: bool, by: Account) -> None:
    """Excuse a player from the absence fee of an evening, or undo it. The second time changes nothing.

    If the evening is settled, a correction follows once it is closed. Raises ValidationError for a player of another
    club.
    """
    if player.club_id != evening.club_id:
        raise ValidationError(_("Choose a player of the club."))
    money = lock_money(evening)
    kept = map_merged_players(evening.club)
    others = [other for other in money.excused if find_merged_into(other, kept) != player.pk]
    if (len(others) < len(money.excused)) == excused:
        return
    money.excused = [*others, player.pk] if excused else others
    save_row(money, by=by)
    if money.frozen_at and not (money.evening and money.evening.is_open):
        recompute_correction(money)


@transaction.atomic
def change_currency(
    club: Club, *, currency: str, rate: Decimal | None, seen: int, key: UUID, by: Account
) -> list[CashEntry]:
    """Change the club's currency and exchange the cash in the box at that rate; rounded half up.

    `seen`: the cash shown on the page. The second time changes nothing. Raises Changed if something is open, or the
    box holds something else.
    """
    club = lock_club(club)
    if club.currency == currency:
        return list(CashEntry.objects.filter(club=club, key__in=[uuid5(key, "out"), uuid5(key, "in")]).order_by("pk"))
    today = timezone.localdate()
    cents = get_balance(club)
    if open_things(club, today) or cents != seen or (cents and rate is None):
        raise Changed
    _freeze_currency(club, by=by)
    changed = _exchanged(cents, rate or Decimal(1))
    if abs(cents) > MOST_CENTS or abs(changed) > MOST_CENTS:
        raise Changed
    told = number_format(rate.normalize(), use_l10n=True) if rate else ""
    out = _("Changed into %(currency)s at %(rate)s") % {"currency": currency, "rate": told}
    into = _("Changed from %(currency)s at %(rate)s") % {"currency": club.currency, "rate": told}
    facts = {"club": club, "day": today, "kind": CashKind.EXCHANGE}
    rows = [
        CashEntry(cents=-cents, currency=club.currency, purpose=out, key=uuid5(key, "out"), **facts),
        CashEntry(cents=changed, currency=currency, purpose=into, key=uuid5(key, "in"), **facts),
    ]
    club.currency = currency
    save_club_row(club, by=by)
    return [write_in_held(row, by=by) for row in rows if row.cents]


def _exchanged(cents: int, rate: Decimal) -> int:
    return int((cents * rate).quantize(Decimal(1), ROUND_HALF_UP))


def _freeze_currency(club: Club, *, by: Account) -> None:
    """Store the currency of each evening that has no money yet."""
    without = Evening.objects.filter(club=club, money=None).order_by("pk")
    monies = [EveningMoney(club=club, evening=evening, day=evening.date, currency=club.currency) for evening in without]
    bulk_create_with_history(monies, EveningMoney, batch_size=_AT_ONCE, default_user=by)
