"""A season's money: what everybody pays to take part, and what the best get out of the cash box at its end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID, uuid5

from django.db import transaction
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from dokoclub.accounts.models import Account
from dokoclub.clubs.models import Club, Player
from dokoclub.clubs.services.sent_forms import refuse_other_content
from dokoclub.clubs.services.writing import lock_club
from dokoclub.look.refusals import Reused
from dokoclub.settlement.models import CashEntry, Charge, ChargeKind
from dokoclub.settlement.models.cash_entry import LONGEST_PURPOSE
from dokoclub.settlement.selectors.cash_box import balance_of
from dokoclub.settlement.selectors.payouts import payout_of
from dokoclub.settlement.services.cash_box import book_in_held
from dokoclub.settlement.services.refusals import Changed
from dokoclub.standings.models.periods import Period


@transaction.atomic
def charge_entry_fee(
    club: Club, players: Sequence[Player], *, cents: int, purpose: str, day: date, key: UUID, by: Account
) -> list[Charge]:
    """Each of them owes the cash box so many cents. The same key charges once.

    Raises Reused where the key charged something else, or somebody else.
    """
    lock_club(club)
    refuse_other_content(key, club, {player.pk for player in players}, cents, purpose, day)
    everybody = Player.objects.filter(club=club).values_list("pk", flat=True)
    written = list(Charge.objects.filter(key__in=[uuid5(key, str(pk)) for pk in everybody]).order_by("pk"))
    if written:
        wanted = {(player.pk, cents, purpose) for player in players}
        if {(one.player_id, one.cents, one.purpose) for one in written} != wanted:
            raise Reused
        return written
    return Charge.objects.bulk_create(
        Charge(
            club=club,
            player=player,
            kind=ChargeKind.FEE,
            cents=cents,
            currency=club.currency,
            purpose=purpose,
            day=day,
            key=uuid5(key, str(player.pk)),
            made_by=by,
        )
        for player in players
    )


@transaction.atomic
def pay_out_table(
    club: Club, period: Period, *, pot: int, shares: Sequence[int], today: date, stamp: str, key: UUID, by: Account
) -> list[CashEntry]:
    """A row of the cash box for everybody who gets something, dated today. The same key writes once.

    Raises Changed where the table comes to something else than was seen (`stamp`) or the box holds less, Reused where
    the key wrote something else.
    """
    lock_club(club)
    if written := _written(club, period, pot, key):
        return written
    found = payout_of(club, period, pot=pot, shares=shares, today=today)
    if found.stamp != stamp or pot > balance_of(club):
        raise Changed
    return [
        book_in_held(
            club,
            cents=-prize.cents,
            purpose=purpose_of_prize(period, prize.rank),
            day=today,
            key=uuid5(key, str(place)),
            by=by,
            player=prize.player,
            by_table=found.period,
        )
        for place, prize in enumerate(found.prizes)
    ]


def purpose_of_prize(period: Period, rank: int) -> str:
    """`Season 2026, place 1`; stored, in the language of who books."""
    named = _("%(period)s, rank %(rank)s") % {"period": period, "rank": rank}
    return Truncator(named).chars(LONGEST_PURPOSE)


def _written(club: Club, period: Period, pot: int, key: UUID) -> list[CashEntry]:
    """The best first. All of the pot is always paid out, so another sum is another payout."""
    found: list[CashEntry] = []
    while row := CashEntry.objects.filter(key=uuid5(key, str(len(found)))).first():
        found.append(row)
    if found:
        wanted = (club.pk, purpose_of_prize(period, 1), -pot)
        if (found[0].club_id, found[0].purpose, sum(row.cents for row in found)) != wanted:
            raise Reused
    return found
