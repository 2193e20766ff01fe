"""How evenings are settled: by default, and one of them; who need not pay for staying away."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.writing import lock_club
from dokoclub.evenings.models import Evening
from dokoclub.evenings.services import change_evening
from dokoclub.settlement.models import ClubMoney
from dokoclub.settlement.selectors.live import as_kept, kept_players
from dokoclub.settlement.selectors.rules import rate_of
from dokoclub.settlement.services.correcting import recompute_correction
from dokoclub.settlement.services.holding import lock_money, save_row
from dokoclub.settlement.services.refusals import Changed, Frozen
from scoring.money.methods import MoneyRules
from scoring.money.rules import store_rules


@transaction.atomic
def change_club_money(club: Club, rules: MoneyRules, *, by: Account) -> ClubMoney:
    """For every evening that is not settled yet and chose nothing else; its stake is what a new evening begins with."""
    lock_club(club)
    money = ClubMoney.objects.filter(club=club).first() or ClubMoney(club=club)
    money.rules = store_rules(rules)
    save_row(money, by=by)
    return money


@transaction.atomic
def change_evening_money(evening: Evening, rules: MoneyRules, *, stake: Decimal | int, by: Account) -> None:
    """This evening is settled so, whatever its club does; `stake` in cents a point, 0: without.

    Raises Frozen once it is settled, Changed where it is deleted.
    """
    money = lock_money(evening)
    if money.evening is None or money.evening.deleted_at:
        raise Changed
    if money.frozen_at:
        raise Frozen
    money.rules = store_rules(replace(rules, stake=rate_of(stake) if stake else rules.stake))
    save_row(money, by=by)
    if money.evening.stake != stake:
        now = money.evening
        change_evening(now, day=now.date, place=now.place, club_evening=now.club_evening, stake=stake, by=by)


@transaction.atomic
def excuse_player(evening: Evening, player: Player, *, excused: bool, by: Account) -> None:
    """Who is excused need not pay for staying away. The second time changes nothing.

    Where the evening is settled, a correction follows, once it is closed. Raises ValidationError for somebody of
    another club.
    """
    if player.club_id != evening.club_id:
        raise ValidationError(_("Choose a player of the club."))
    money = lock_money(evening)
    kept = kept_players(evening.club)
    others = [other for other in money.excused if as_kept(other, kept) != player.pk]
    if (len(others) < len(money.excused)) == excused:
        return
    money.excused = [*others, player.pk] if excused else others
    save_row(money, by=by)
    if money.frozen_at and not (money.evening and money.evening.is_open):
        recompute_correction(money)
